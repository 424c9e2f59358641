// Checker of power_stations: any days that feed each town once a day.
#include "testlib.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

int towns, days, number = 0;
std::vector<std::set<int>> feeds;
std::vector<std::pair<int, int>> spans;

// Whether the next case of the answer is a solution; if not, it says that there is none.
bool solves(InStream &stream) {
    std::string word = stream.readWord();
    if (word == "No") {
        if (stream.readWord() != "solution")
            stream.quitf(_wa, "case %d: expected \"No solution\"", number);
        return false;
    }
    std::set<std::pair<int, int>> fed;
    for (int town = 0; town < towns; town++) {
        if (town > 0) word = stream.readWord();
        long long first = stringToLongLong(stream, word.c_str()), last = stream.readInt();
        if (first == 0 && last == 0) continue;
        if (first < spans[town].first || last > spans[town].second || first > last)
            stream.quitf(_wa, "case %d: station %d does not work from %lld to %lld",
                         number, town + 1, first, last);
        for (int day = first; day <= last; day++)
            for (int other : feeds[town])
                if (!fed.insert({other, day}).second)
                    stream.quitf(_wa, "case %d: town %d is fed twice on day %d",
                                 number, other + 1, day);
    }
    for (int town = 0; town < towns; town++)
        for (int day = 1; day <= days; day++)
            if (!fed.count({town, day}))
                stream.quitf(_wa, "case %d: town %d is not fed on day %d", number, town + 1, day);
    return true;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    while (!inf.seekEof()) {
        number++;
        towns = inf.readInt();
        int cables = inf.readInt();
        days = inf.readInt();
        feeds.assign(towns, {});
        spans.clear();
        for (int town = 0; town < towns; town++) feeds[town].insert(town);
        for (int k = 0; k < cables; k++) {
            int a = inf.readInt() - 1, b = inf.readInt() - 1;
            feeds[a].insert(b);
            feeds[b].insert(a);
        }
        for (int town = 0; town < towns; town++) {
            int first = inf.readInt();
            spans.push_back({first, inf.readInt()});
        }
        bool known = solves(ans), found = solves(ouf);
        if (known && !found) quitf(_wa, "case %d has a solution", number);
        if (found && !known) quitf(_fail, "the judge's answer has missed a solution");
    }
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on after %d cases", number);
    quitf(_ok, "%d cases", number);
}
