"""Random boards with all rules of sudoku-model, and their grids by OR-Tools CP-SAT."""

from ortools.sat.python import cp_model


class Board:
    """Rules as pairs of a name and numbers, as the program `grids` reads them."""

    def __init__(self, width, height, rules):
        self.width, self.height, self.side, self.rules = width, height, width * height, rules

    def text(self, most):
        lines = [f"board {self.width} {self.height} {most}"]
        lines += [" ".join(map(str, [name, *numbers])) for name, numbers in self.rules]
        return "\n".join(lines + ["end"]) + "\n"


def neighbors(side, cell):
    row, column = divmod(cell, side)
    return [
        r * side + c
        for r, c in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        if 0 <= r < side and 0 <= c < side
    ]


def boxes(width, height):
    side = width * height
    return [r // height * (side // width) + c // width for r in range(side) for c in range(side)]


def diagonals(side):
    return [[k * (side + 1) for k in range(side)], [(k + 1) * (side - 1) for k in range(side)]]


def grids(board, most, random=None):
    """Up to `most` grids, or with `random` one of them."""
    side, model = board.side, cp_model.CpModel()
    cells = [model.new_int_var(1, side, "") for _ in range(side * side)]
    rules = dict(board.rules)
    houses = [range(side * k, side * k + side) for k in range(side)]
    houses += [range(k, side * side, side) for k in range(side)]
    regions = rules.get("jigsaw") or ([] if "without-boxes" in rules else boxes(board.width, board.height))
    houses += [[cell for cell, own in enumerate(regions) if own == region] for region in set(regions)]
    for name, numbers in board.rules:
        if name == "diagonals":
            houses += diagonals(side)
        elif name == "windows":
            houses += [[r * 9 + c for r in range(a, a + 3) for c in range(b, b + 3)] for a in (1, 5) for b in (1, 5)]
        elif name == "region":
            houses.append(numbers)
        elif name == "given":
            model.add(cells[numbers[0]] == numbers[1])
        elif name in ("cage", "sum-cage"):
            model.add(sum(cells[cell] for cell in numbers[1:]) == numbers[0])
            if name == "cage":
                houses.append(numbers[1:])
        elif name == "singles":
            add_dominoes(model, cells, side, numbers, [rule[1] for rule in board.rules if rule[0] == "domino"])
    for house in houses:
        model.add_all_different([cells[cell] for cell in house])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if random:
        # A random grid is one that is good for a random objective.
        model.minimize(sum(random.randint(-9, 9) * cell for cell in random.sample(cells, side)))
        solver.parameters.max_deterministic_time = 0.5
    found = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.add("".join(str(self.value(cell)) for cell in cells))
            if len(found) >= most:
                self.stop_search()

    solver.parameters.enumerate_all_solutions = not random
    status = solver.solve(model, Collect())
    complete = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or len(found) >= most
    assert random or complete, solver.status_name()
    return found


def add_dominoes(model, cells, side, singles, placed):
    """A literal for each place and pair of digits that lie there; every pair lies once, every cell but the singles
    is under one domino."""
    lies, under = {}, {cell: [] for cell in range(side * side)}
    for cell in range(side * side):
        for other in neighbors(side, cell):
            if cell > other or cell in singles or other in singles:
                continue
            for a in range(1, side + 1):
                for b in range(1, side + 1):
                    if a == b:
                        continue
                    literal = model.new_bool_var("")
                    model.add(cells[cell] == a).only_enforce_if(literal)
                    model.add(cells[other] == b).only_enforce_if(literal)
                    lies.setdefault((min(a, b), max(a, b)), []).append(literal)
                    under[cell].append(literal)
                    under[other].append(literal)
                    if [cell, a, other, b] in placed or [other, b, cell, a] in placed:
                        model.add(literal == 1)
    for places in lies.values():
        model.add_exactly_one(places)
    for cell, literals in under.items():
        if cell not in singles:
            model.add_exactly_one(literals)


def killer(random, side_of=None):
    """Cages around a random grid, on any layout."""
    width, height = side_of or random.choice([(2, 2), (2, 3), (3, 2), (3, 2), (3, 3), (3, 3)])
    side, layout = width * height, []
    if random.random() < 0.25:
        layout.append(("diagonals", []))
    if side == 9 and random.random() < 0.25:
        layout.append(("windows", []))
    if random.random() < 0.15:
        layout.append(("without-boxes", []))
    (grid,) = grids(Board(width, height, layout), 1, random)
    digits, rules = [int(digit) for digit in grid], list(layout)
    free = set(range(side * side))
    wanted = random.choice([0, side * side // 2, side * side])
    while len(free) > side * side - wanted:
        cage, most, repeats = [min(free)], random.randint(1, 5), random.random() < 0.2
        while len(cage) < most:
            around = sorted({n for cell in cage for n in neighbors(side, cell)} & free - set(cage))
            if not repeats:
                around = [n for n in around if digits[n] not in [digits[cell] for cell in cage]]
            if not around:
                break
            cage.append(random.choice(around))
        free -= set(cage)
        name = "sum-cage" if repeats else "cage"
        rules.append((name, [sum(digits[cell] for cell in cage), *cage]))
    share = random.uniform(0.05, 0.25) if wanted else random.uniform(0.3, 0.5)
    for cell in random.sample(range(side * side), round(share * side * side)):
        digit = digits[cell] if random.random() < 0.985 else random.randint(1, side)
        rules.append(("given", [cell, digit]))
    return Board(width, height, rules)


def samples(text):
    """The puzzles of the judge: the singles in the order of their digits, and the dominoes placed."""
    cell = lambda name: "ABCDEFGHI".index(name[0]) * 9 + int(name[1]) - 1
    words = iter(text.split())
    while (count := int(next(words))) > 0:
        placed = []
        for _ in range(count):
            a, at_a, b, at_b = (next(words) for _ in range(4))
            placed.append([cell(at_a), int(a), cell(at_b), int(b)])
        yield [cell(next(words)) for _ in range(9)], placed


def dominoes(random, samples):
    """Small boards with random singles and the digits of some cells, or a sample with a part of its dominoes."""
    width, height = random.choice([(2, 2), (2, 2), (3, 2), (3, 3)])
    side = width * height
    if side == 9:
        singles, placed = random.choice(samples)
        placed = [list(domino) for domino in random.sample(placed, random.randint(7, len(placed)))]
        if random.random() < 0.2:
            placed[0][1], placed[0][3] = placed[0][3], placed[0][1]
        rules = [("given", [cell, digit + 1]) for digit, cell in enumerate(singles)]
        rules += [("domino", domino) for domino in placed]
        return Board(width, height, [("singles", singles), *rules])
    while True:
        rules = [("singles", random.sample(range(side * side), side))]
        found = grids(Board(width, height, rules), 1, random)
        if side == 4 or found:
            break
    for grid in found:
        for cell in random.sample(range(side * side), random.randint(0, 2) if side == 4 else random.randint(6, 12)):
            digit = int(grid[cell]) if random.random() < 0.985 else random.randint(1, side)
            rules.append(("given", [cell, digit]))
    return Board(width, height, rules)
