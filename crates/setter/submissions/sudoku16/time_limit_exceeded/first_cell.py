# Tries all letters in the first empty cell.
import sys

sys.setrecursionlimit(10000)
SYMBOLS, SIDE, WIDTH, EMPTY = "ABCDEFGHIJKLMNOP", 16, 4, "-"


def fits(grid, cell, symbol):
    row, column = divmod(cell, SIDE)
    top, left = row // WIDTH * WIDTH, column // WIDTH * WIDTH
    return all(
        grid[row * SIDE + k] != symbol
        and grid[k * SIDE + column] != symbol
        and grid[(top + k // WIDTH) * SIDE + left + k % WIDTH] != symbol
        for k in range(SIDE)
    )


def solve(grid):
    if EMPTY not in grid:
        return True
    cell = grid.index(EMPTY)
    for symbol in SYMBOLS:
        if fits(grid, cell, symbol):
            grid[cell] = symbol
            if solve(grid):
                return True
    grid[cell] = EMPTY
    return False


lines = [line for line in sys.stdin.read().split() if len(line) == 16]
for first in range(0, len(lines), 16):
    board = list("".join(lines[first : first + 16]))
    solve(board)
    if first > 0:
        print()
    for row in range(0, 256, 16):
        print("".join(board[row : row + 16]))
