// Checker of exact_cover_hust: any rows that have a one in each column exactly once.
#include "testlib.h"
#include <string>
#include <vector>

std::vector<std::vector<int>> rows;
int columns, number = 0;

// Whether the next case of the answer is a cover; if not, it says that there is none.
bool covers(InStream &stream) {
    std::string word = stream.readWord();
    if (word == "NO") return false;
    std::vector<bool> taken(columns);
    long long count = stringToLongLong(stream, word.c_str());
    for (; count > 0; count--) {
        int row = stream.readInt();
        if (row < 1 || row > (int)rows.size())
            stream.quitf(_wa, "case %d: there is no row %d", number, row);
        for (int column : rows[row - 1]) {
            if (taken[column - 1])
                stream.quitf(_wa, "case %d: column %d is taken twice", number, column);
            taken[column - 1] = true;
        }
    }
    for (int k = 0; k < columns; k++)
        if (!taken[k]) stream.quitf(_wa, "case %d: no row covers column %d", number, k + 1);
    return true;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    while (!inf.seekEof()) {
        number++;
        rows.assign(inf.readInt(), {});
        columns = inf.readInt();
        for (std::vector<int> &row : rows) {
            row.resize(inf.readInt());
            for (int &column : row) column = inf.readInt();
        }
        bool known = covers(ans), found = covers(ouf);
        if (known && !found) quitf(_wa, "case %d has a solution", number);
        if (found && !known) quitf(_fail, "the judge's answer has missed a solution");
    }
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on after %d cases", number);
    quitf(_ok, "%d cases", number);
}
