// Checker of killer_colors: any grid that has the digits of all rows, columns and boxes, and whose
// cages hold different digits with the right sums.
#include "testlib.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

std::vector<std::string> grid;

void different(const char *name, const std::vector<std::pair<int, int>> &cells) {
    std::set<char> digits;
    for (auto cell : cells)
        if (!digits.insert(grid[cell.first][cell.second]).second)
            quitf(_wa, "a %s has a digit twice", name);
}

void cage(int sum, const std::vector<std::pair<int, int>> &cells) {
    different("cage", cells);
    int found = 0;
    for (auto cell : cells) found += grid[cell.first][cell.second] - '0';
    if (found != sum) quitf(_wa, "a cage has the sum %d, not %d", found, sum);
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
        different("row", row);
        different("column", column);
        different("box", box);
    }
    std::vector<std::string> colors;
    for (int row = 0; row < 9; row++) colors.push_back(inf.readWord());
    while (!inf.seekEof()) {
        char color = inf.readWord()[0];
        std::vector<std::pair<int, int>> cells;
        for (int k = 0; k < 81; k++)
            if (colors[k / 9][k % 9] == color) cells.push_back({k / 9, k % 9});
        cage(inf.readInt(), cells);
    }
    quitf(_ok, "a grid");
}
