"""Finds a first solution of an exact cover problem in Knuth's format with CaDiCaL, by python-sat.

    first.py FILE SEED

Prints how many options it has and the CPU seconds of the search alone. Every item is a clause of its
options, and two options of an item exclude each other. The seed puts the variables in another order.
"""

import random
import sys
import time
from itertools import combinations

from pysat.solvers import Cadical195


def read(file):
    """The items of each option. Items from `|` on are secondary; colors are not for this."""
    with open(file) as lines:
        head, *options = [line.split() for line in lines if line.strip() and not line.startswith("|")]
    primary = head[: head.index("|")] if "|" in head else head
    return primary, options


def main():
    primary, options = read(sys.argv[1])
    names = list(range(1, len(options) + 1))
    random.Random(int(sys.argv[2])).shuffle(names)
    having = {}
    for name, items in zip(names, options, strict=True):
        for item in items:
            having.setdefault(item, []).append(name)
    with Cadical195() as solver:
        for item in primary:
            solver.add_clause(sorted(having.get(item, [])))
        excluded = {pair for names in having.values() for pair in combinations(sorted(names), 2)}
        for a, b in sorted(excluded):
            solver.add_clause([-a, -b])
        start = time.process_time()
        found = solver.solve()
        seconds = time.process_time() - start
        chosen = {name for name in solver.get_model() if name > 0} if found else set()
    items = [item for name, items in zip(names, options, strict=True) if name in chosen for item in items]
    if not found or len(set(items)) != len(items) or not set(primary) <= set(items):
        sys.exit("no solution, or a wrong one")
    print(len(chosen), f"{seconds:.6f}")


main()
