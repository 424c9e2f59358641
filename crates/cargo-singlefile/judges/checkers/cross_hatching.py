#!/usr/bin/env python3
"""Output validator of cross_hatching, in Kattis' form: cross_hatching.py INPUT ANSWER FEEDBACK_FOLDER < OUTPUT.

It works the rule out by itself, digit after digit, and wants the answer to the byte (exit code 42, or 43 with a message).
"""
import sys
from pathlib import Path


def houses():
    for k in range(9):
        yield [(k, i) for i in range(9)]
        yield [(i, k) for i in range(9)]
        yield box(k)


def box(k):
    return [(k // 3 * 3 + i // 3, k % 3 * 3 + i % 3) for i in range(9)]


def solve(grid):
    """The grid after cross-hatching, or None if it breaks the rules or leaves a digit without a cell."""
    for house in houses():
        digits = [grid[row][column] for row, column in house if grid[row][column] != "."]
        if len(set(digits)) != len(digits):
            return None
    moved = True
    while moved:
        moved = False
        for digit in "123456789":
            for cells in map(box, range(9)):
                if any(grid[row][column] == digit for row, column in cells):
                    continue
                free = [
                    (row, column)
                    for row, column in cells
                    if grid[row][column] == "." and digit not in grid[row] and all(digit != line[column] for line in grid)
                ]
                if not free:
                    return None
                if len(free) == 1:
                    grid[free[0][0]][free[0][1]] = digit
                    moved = True
    return grid


def main():
    words = Path(sys.argv[1]).read_text().split()
    symbols = "".join(words)
    separator = "" if len(words) == 9 else " "
    solved = solve([list(symbols[k : k + 9]) for k in range(0, 81, 9)])
    expected = "".join(separator.join(row) + "\n" for row in solved) if solved else "ERROR\n"
    right = sys.stdin.buffer.read() == expected.encode()
    if not right:
        Path(sys.argv[3], "judgemessage.txt").write_text("expected\n" + expected)
    sys.exit(42 if right else 43)


if __name__ == "__main__":
    main()
