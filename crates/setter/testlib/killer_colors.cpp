// Checker of killer_colors: any grid that has the digits of all rows, columns and boxes, and whose
// cages hold different digits with the right sums.
#include "testlib.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

std::vector<std::string> grid;

void different(std::string name, const std::vector<std::pair<int, int>> &cells) {
    std::set<char> digits;
    for (auto cell : cells) {
        char digit = grid[cell.first][cell.second];
        if (!digits.insert(digit).second) quitf(_wa, "%s has %c twice", name.c_str(), digit);
    }
}

void cage(std::string name, int sum, const std::vector<std::pair<int, int>> &cells) {
    different(name, cells);
    int found = 0;
    for (auto cell : cells) found += grid[cell.first][cell.second] - '0';
    if (found != sum) quitf(_wa, "%s has the sum %d, not %d", name.c_str(), found, sum);
}

int main(int argc, char *argv[]) {
    registerTestlibCmd(argc, argv);
    for (int row = 0; row < 9; row++) {
        grid.push_back(ouf.readWord("[1-9]{9}", "a row"));
    }
    if (!ouf.seekEof()) quitf(_wa, "the answer goes on after nine rows");
    for (int k = 0; k < 9; k++) {
        std::vector<std::pair<int, int>> row, column, box;
        for (int i = 0; i < 9; i++) {
            row.push_back({k, i});
            column.push_back({i, k});
            box.push_back({k / 3 * 3 + i / 3, k % 3 * 3 + i % 3});
        }
        different("row " + std::to_string(k + 1), row);
        different("column " + std::to_string(k + 1), column);
        different("box " + std::to_string(k + 1), box);
    }
    std::vector<std::string> colors;
    for (int row = 0; row < 9; row++) colors.push_back(inf.readWord());
    while (!inf.seekEof()) {
        char color = inf.readWord()[0];
        std::vector<std::pair<int, int>> cells;
        for (int k = 0; k < 81; k++)
            if (colors[k / 9][k % 9] == color) cells.push_back({k / 9, k % 9});
        cage(std::string("color ") + color, inf.readInt(), cells);
    }
    quitf(_ok, "a grid");
}
