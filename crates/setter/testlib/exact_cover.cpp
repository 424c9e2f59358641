// Checker of exact_cover: any rows that have a one in each column exactly once.
#include "testlib.h"
#include <string>
#include <vector>

std::vector<std::string> rows;
int columns;

// Whether the answer is a cover; if not, it says that there is none.
bool covers(InStream &stream) {
    std::string word = stream.readWord();
    if (word == "No") {
        if (stream.readWord() != "Solution!") stream.quitf(_wa, "expected \"No Solution!\"");
        return false;
    }
    std::vector<bool> taken(columns), chosen(rows.size());
    for (;; word = stream.readWord()) {
        long long row = stringToLongLong(stream, word.c_str());
        if (row < 1 || row > (int)rows.size()) stream.quitf(_wa, "there is no row %lld", row);
        if (chosen[row - 1]) stream.quitf(_wa, "row %lld is chosen twice", row);
        chosen[row - 1] = true;
        for (int k = 0; k < columns; k++)
            if (rows[row - 1][k] == '1') {
                if (taken[k]) stream.quitf(_wa, "column %d is taken twice", k + 1);
                taken[k] = true;
            }
        if (stream.seekEof()) break;
    }
    for (int k = 0; k < columns; k++)
        if (!taken[k]) stream.quitf(_wa, "no row covers column %d", k + 1);
    return true;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    int count = inf.readInt();
    columns = inf.readInt();
    for (int row = 0; row < count; row++) {
        std::string ones;
        while ((int)ones.size() < columns) ones += inf.readWord();
        rows.push_back(ones);
    }
    bool known = covers(ans), found = covers(ouf);
    if (known && !found) quitf(_wa, "there is a solution");
    if (found && !known) quitf(_fail, "the judge's answer has missed a solution");
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on");
    quitf(_ok, found ? "a cover" : "no cover");
}
