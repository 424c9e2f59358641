# Tries all digits in the first empty cell.
import sys

sys.setrecursionlimit(10000)
SYMBOLS, SIDE, WIDTH, EMPTY = "123456789", 9, 3, "."


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


for line in sys.stdin.read().split()[:-1]:
    board = list(line)
    solve(board)
    print("".join(board))
