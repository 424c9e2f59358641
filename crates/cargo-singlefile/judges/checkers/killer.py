#!/usr/bin/env python3
"""Output validator of both killer problems, in Kattis' form: killer.py INPUT ANSWER FEEDBACK_FOLDER < OUTPUT.

Any board that fits is accepted (exit code 42); for any other output the folder gets a line that says what is wrong (43).
The input is that of killer_colors (9 rows of colors, then their totals) or that of killer_sudoku (cages with their cells).
"""
import sys
from pathlib import Path


def cages_by_color(words):
    cells = {}
    for row, line in enumerate(words[:9]):
        for column, color in enumerate(line):
            cells.setdefault(color, []).append((row, column))
    totals = words[9:]
    return [(int(total), cells[color]) for color, total in zip(totals[::2], totals[1::2])]


def cages_by_cells(lines):
    cages = []
    for line in lines:
        total, size, *places = map(int, line.split())
        assert len(places) == 2 * size
        cages.append((total, [(row - 1, column - 1) for row, column in zip(places[::2], places[1::2])]))
    return cages


def houses():
    for k in range(9):
        yield f"row {k + 1}", [(k, i) for i in range(9)]
        yield f"column {k + 1}", [(i, k) for i in range(9)]
        yield f"box {k + 1}", [(k // 3 * 3 + i // 3, k % 3 * 3 + i % 3) for i in range(9)]


def fault(text, output):
    """What is wrong with the output, or None."""
    lines = text.lstrip("\ufeff").strip().split("\n")
    colored = len(lines[0].split()) == 1
    cages = cages_by_color(text.split()) if colored else cages_by_cells(lines)
    separator = "" if colored else " "
    rows = output.removesuffix("\n").split("\n")
    board = [list(row) if colored else row.split(separator) for row in rows]
    if len(board) != 9 or any(len(row) != 9 or not set(row) <= set("123456789") for row in board):
        return "not 9 rows of 9 digits"
    for name, cells in houses():
        if len({board[row][column] for row, column in cells}) != 9:
            return f"{name} has a digit twice"
    for total, cells in cages:
        digits = [int(board[row][column]) for row, column in cells]
        if sum(digits) != total:
            return f"the cage at {cells[0]} adds up to {sum(digits)}, not {total}"
        if len(set(digits)) != len(digits):
            return f"the cage at {cells[0]} has a digit twice"
    return None


def main():
    found = fault(Path(sys.argv[1]).read_text(), sys.stdin.buffer.read().decode(errors="replace"))
    if found:
        Path(sys.argv[3], "judgemessage.txt").write_text(found + "\n")
    sys.exit(43 if found else 42)


if __name__ == "__main__":
    main()
