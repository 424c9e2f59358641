"""Finds a first solution of an exact cover problem in Knuth's format with CaDiCaL, by python-sat.

    first.py FILE SEED [LIMIT]

Prints how many options it has and the CPU seconds of the search alone, and then the options, a line
each; or "none" and the seconds. Every item is a clause of its options, and two options of an item
exclude each other. The seed puts the variables in another order, and 0 leaves them. A search of more
than LIMIT whole CPU seconds is killed.
"""

import math
import random
import resource
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
    if sys.argv[2] != "0":
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
        if len(sys.argv) > 3:
            limit = math.ceil(start + float(sys.argv[3]))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        found = solver.solve()
        seconds = time.process_time() - start
        chosen = {name for name in solver.get_model() if name > 0} if found else set()
    if not found:
        print("none", f"{seconds:.6f}")
        return
    solution = [option for name, option in zip(names, options, strict=True) if name in chosen]
    items = [item for option in solution for item in option]
    if len(set(items)) != len(items) or not set(primary) <= set(items):
        sys.exit("a wrong solution")
    print(len(chosen), f"{seconds:.6f}")
    for option in solution:
        print(*option)


main()
