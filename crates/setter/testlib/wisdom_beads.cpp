// Checker of wisdom_beads: any board with all pieces, those that lay there in their places.
#include "testlib.h"
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

typedef std::vector<std::string> Board;

int number = 0;

// For each piece the distances of all pairs of its cells. No turn and no mirror changes them, and
// they tell the twelve pieces apart.
std::map<char, std::vector<int>> shapes(const Board &board) {
    std::map<char, std::vector<std::pair<int, int>>> cells;
    for (int row = 0; row < 10; row++)
        for (int column = 0; column <= row; column++)
            cells[board[row][column]].push_back({row, column});
    std::map<char, std::vector<int>> shapes;
    for (auto &piece : cells) {
        std::vector<int> &distances = shapes[piece.first];
        for (auto a : piece.second)
            for (auto b : piece.second) {
                int down = a.first - b.first, across = a.second - b.second;
                distances.push_back(down * down + across * across);
            }
        std::sort(distances.begin(), distances.end());
    }
    return shapes;
}

const Board FULL = {"B", "BK", "BKK", "BJKK", "JJJDD", "GJGDDC", "GGGCCCI", "EEEHHIIA",
                    "ELHHHIAAF", "ELLLLIFFFF"};

// Whether the next board of the answer is full; if not, it says that there is no solution.
bool solves(InStream &stream, const Board &given) {
    Board board = {stream.readWord()};
    if (board[0] == "No") {
        if (stream.readWord() != "solution")
            stream.quitf(_wa, "board %d: expected \"No solution\"", number);
        return false;
    }
    while (board.size() < 10) board.push_back(stream.readWord());
    for (int row = 0; row < 10; row++) {
        if ((int)board[row].size() != row + 1)
            stream.quitf(_wa, "board %d: row %d is not as long", number, row + 1);
        for (int column = 0; column <= row; column++)
            if (given[row][column] != '.' && given[row][column] != board[row][column])
                stream.quitf(_wa, "board %d: a piece of row %d has moved", number, row + 1);
    }
    if (shapes(board) != shapes(FULL))
        stream.quitf(_wa, "board %d: pieces are missing or have other shapes", number);
    return true;
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    while (!inf.seekEof()) {
        number++;
        Board given;
        while (given.size() < 10) given.push_back(inf.readWord());
        bool known = solves(ans, given), found = solves(ouf, given);
        if (known && !found) quitf(_wa, "board %d has a solution", number);
        if (found && !known) quitf(_fail, "the judge's answer has missed a solution");
    }
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on after %d boards", number);
    quitf(_ok, "%d boards", number);
}
