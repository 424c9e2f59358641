#!/usr/bin/env python3
"""instances.py queens N | pent6x10: larger problems than those of testdata/dlx, as text for the program exactcover."""
import pathlib
import sys

if sys.argv[1] == "queens":
    n = int(sys.argv[2])
    # Rows and columns from the middle out: among equals, the search takes the first.
    order = sorted(range(n), key=lambda k: abs(2 * k - n + 1))
    diagonals = range(1, 2 * n - 2)
    print(*(x for k in order for x in (f"r{k}", f"c{k}")), "|", *(f"a{k}" for k in diagonals), *(f"b{k}" for k in diagonals))
    for r in range(n):
        for c in range(n):
            both = (("a", r + c), ("b", n - 1 - r + c))
            print(f"r{r}", f"c{c}", *(f"{name}{k}" for name, k in both if k in diagonals))
else:
    # That of testdata has one of each four solutions, as it keeps the X in a quarter of the board.
    text = pathlib.Path(__file__).parents[2].joinpath("testdata/dlx/pent6x10s.dlx").read_text()
    lines = [line for line in text.splitlines() if not line.startswith(("|", "X "))]
    for r in range(1, 5):
        for c in range(1, 9):
            lines.append(f"X {r - 1}{c} {r}{c - 1} {r}{c} {r}{c + 1} {r + 1}{c}")
    print("\n".join(lines))
