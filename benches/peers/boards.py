"""Boards for `run`: read, made from seeds, written for the programs, and checked.

The same seed makes the same boards, with every version of Python from 3.11 on.
"""

import math
from dataclasses import dataclass
from random import Random

SIGNS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class Board:
    """A square board: sets of cells that have each digit once, and the digits given in cells.

    Houses come by rows, columns, and others. `rules` are those others as lines of a sheet of
    `sudoku`.
    """

    side: int
    houses: list[list[int]]
    givens: dict[int, str]
    rules: list[str]

    def digits(self):
        return SIGNS[: self.side]

    def cover(self):
        """An exact cover problem in Knuth's format, with what the givens leave.

        An option begins with its cell; the last sign of its other items is the digit.
        """
        of_cell = [[] for _ in range(self.side**2)]
        for number, house in enumerate(self.houses):
            for cell in house:
                of_cell[cell].append(number)
        items = lambda cell, digit: [f"h{number}_{digit}" for number in of_cell[cell]]
        covered = {item for cell, digit in self.givens.items() for item in items(cell, digit)}
        options = [
            [f"x{cell}", *items(cell, digit)]
            for cell in range(self.side**2)
            if cell not in self.givens
            for digit in self.digits()
            if covered.isdisjoint(items(cell, digit))
        ]
        # What no option has is an item all the same: it says that there is no solution.
        cells = [f"x{cell}" for cell in range(self.side**2) if cell not in self.givens]
        house_items = [f"h{k}_{digit}" for k in range(len(self.houses)) for digit in self.digits()]
        names = dict.fromkeys(item for option in options for item in option)
        names |= dict.fromkeys(item for item in [*cells, *house_items] if item not in covered)
        return "".join(" ".join(line) + "\n" for line in [names, *options])

    def sheet(self):
        """The board as a sheet of `sudoku`."""
        signs = [self.givens.get(cell, ".") for cell in range(self.side**2)]
        return "\n".join(
            [f"board {self.side}x{self.side}", *self.rules, f"givens {by_rows(signs, self.side)}", ""]
        )

    def is_grid(self, digits):
        """Whether the digits of all cells keep the rules and the givens."""
        return (
            len(digits) == self.side**2
            and all(digits[cell] == digit for cell, digit in self.givens.items())
            and all({digits[cell] for cell in house} == set(self.digits()) for house in self.houses)
        )


def by_rows(signs, side):
    return " ".join("".join(signs[start : start + side]) for start in range(0, side**2, side))


def lines(side):
    rows = [list(range(row * side, row * side + side)) for row in range(side)]
    return rows + [list(column) for column in zip(*rows)]


def box_of(cell, side):
    box = math.isqrt(side)
    row, column = divmod(cell, side)
    return row // box * box + column // box


def plain(puzzle):
    """A sudoku from its cells in one line."""
    side = math.isqrt(len(puzzle))
    return regions([box_of(cell, side) for cell in range(side**2)], side, puzzle, [])


def regions(region, side, puzzle, rules):
    houses = [[cell for cell in range(side**2) if region[cell] == k] for k in range(side)]
    givens = {cell: digit for cell, digit in enumerate(puzzle) if digit in SIGNS}
    return Board(side, lines(side) + houses, givens, rules)


def jigsaw(side, swaps, seed):
    """An empty board of boxes, of which pairs of random cells of two boxes have changed sides."""
    random = Random(seed)
    region = [box_of(cell, side) for cell in range(side**2)]
    for _ in range(swaps):
        one = other = 0
        while region[one] == region[other]:
            one, other = random.sample(range(side**2), 2)
        region[one], region[other] = region[other], region[one]
    signs = ["0" if number == 0 else SIGNS[number - 1] for number in region]
    return regions(region, side, "", [f"jigsaw {by_rows(signs, side)}"])


def windoku(side, diagonals):
    """The empty board with windows, and perhaps with both diagonals."""
    board, box = plain("." * side**2), math.isqrt(side)
    starts = range(1, side, box + 1)
    for row in starts:
        for column in starts:
            board.houses.append([(row + k // box) * side + column + k % box for k in range(side)])
    board.rules.append("windoku")
    if diagonals:
        board.houses.append([k * (side + 1) for k in range(side)])
        board.houses.append([(k + 1) * (side - 1) for k in range(side)])
        board.rules.append("diagonals")
    return board


def latin(side, puzzle):
    givens = {cell: digit for cell, digit in enumerate(puzzle) if digit in SIGNS}
    return Board(side, lines(side), givens, ["no-boxes"])


def pigeonholes(side, rows, free, seed):
    """A Latin square whose upper rows are given but for some columns, without one of the digits.

    That digit has `rows` rows to be in and `free` columns for them: fewer, so there is no grid. The
    other digits fit.
    """
    random = Random(seed)
    digits = random.sample(SIGNS[:side], side - 1)
    order = random.sample(range(rows), rows)
    columns = random.sample(range(side), side - free)
    puzzle = ["."] * side**2
    for row in range(rows):
        for number, column in enumerate(columns):
            puzzle[row * side + column] = digits[(order[row] + number) % len(digits)]
    return latin(side, puzzle)


def quasigroup(side, holes, seed):
    """A Latin square with holes.

    The cyclic one is mixed by changes along cycles of two rows, of columns and digits as well.
    """
    random = Random(seed)
    square = [[(row + column) % side for column in range(side)] for row in range(side)]
    for turn in range(30 * side):
        one, other = (square[row] for row in random.sample(range(side), 2))
        column_of = {digit: column for column, digit in enumerate(one)}
        cycle = [random.randrange(side)]
        while (column := column_of[other[cycle[-1]]]) != cycle[0]:
            cycle.append(column)
        for column in cycle:
            one[column], other[column] = other[column], one[column]
        if turn % 2:
            square = [list(column) for column in zip(*square)]
        else:
            # Digits and columns change places.
            square = [[row.index(digit) for digit in range(side)] for row in square]
    cells = "".join(SIGNS[digit] for row in square for digit in row)
    return latin(side, less(cells, holes, seed))


def isomorph(puzzle, seed):
    """The same sudoku with rows, columns, their bands and stacks, and digits in another order."""
    random = Random(seed)
    side = math.isqrt(len(puzzle))
    box = math.isqrt(side)

    def order():
        bands = random.sample(range(box), box)
        return [band * box + k for band in bands for k in random.sample(range(box), box)]

    digits = dict(zip(SIGNS[:side], random.sample(SIGNS[:side], side)))
    rows, columns = order(), order()
    return "".join(digits.get(puzzle[row * side + column], ".") for row in rows for column in columns)


def less(puzzle, clues, seed):
    """The puzzle without some of its clues."""
    cells = list(puzzle)
    for cell in Random(seed).sample([cell for cell, sign in enumerate(cells) if sign in SIGNS], clues):
        cells[cell] = "."
    return "".join(cells)
