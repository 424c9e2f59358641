"""Solves killer sudokus by cages with OR-Tools CP-SAT, and prints for each file its name, grids (+ more there may be, - out of time), branches, microseconds of CPU time from the
parsed cages to the answer."""

import argparse
import os
import threading
import time

from ortools.sat.python import cp_model


def read(path):
    with open(path) as lines:
        rows = [[int(word) for word in line.split()] for line in lines if line.strip()]
    return [
        (row[0], [(r - 1) * 9 + c - 1 for r, c in zip(row[2::2], row[3::2])]) for row in rows
    ]


def solve_until(solver, model, deadline):
    """Solves until this much CPU time of the process is used. CP-SAT's own limits are on the wall
    clock, which runs fast on a busy machine."""
    done = threading.Event()

    def watch():
        while not done.wait(0.01):
            if time.process_time() >= deadline:
                solver.stop_search()

    watcher = threading.Thread(target=watch)
    watcher.start()
    status = solver.solve(model)
    done.set()
    watcher.join()
    return status


def solve(cages, most, seconds):
    """The number of grids up to `most`, whether that is the answer, and the branches."""
    deadline = time.process_time() + seconds
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, 9, "") for _ in range(81)]
    for i in range(9):
        model.add_all_different(cells[9 * i : 9 * i + 9])
        model.add_all_different(cells[i::9])
        corner = i // 3 * 27 + i % 3 * 3
        model.add_all_different([cells[corner + 9 * (k // 3) + k % 3] for k in range(9)])
    for total, inside in cages:
        model.add_all_different([cells[cell] for cell in inside])
        model.add(sum(cells[cell] for cell in inside) == total)

    grids = branches = 0
    while grids < most:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solve_until(solver, model, deadline)
        branches += solver.num_branches
        if status == cp_model.INFEASIBLE:
            return grids, True, branches
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return grids, False, branches
        grids += 1
        # A second grid differs somewhere.
        digits = [solver.value(cell) for cell in cells]
        if grids < most:
            others = []
            for cell, digit in zip(cells, digits):
                other = model.new_bool_var("")
                model.add(cell != digit).only_enforce_if(other)
                others.append(other)
            model.add_bool_or(others)
    return grids, True, branches


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unique", action="store_true")
    parser.add_argument("--limit-time", type=float, default=1e6)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    most = 2 if options.unique else 1
    for path in options.files:
        cages = read(path)
        fastest = None
        for _ in range(options.repeat):
            start = time.process_time()
            grids, finished, branches = solve(cages, most, options.limit_time)
            us = (time.process_time() - start) * 1e6
            if fastest is None or us < fastest:
                fastest = us
            if not finished:
                break
        mark = "-" if not finished else "+" if grids == most else ""
        print(os.path.basename(path), f"{grids}{mark}", branches, f"{fastest:.1f}", flush=True)


if __name__ == "__main__":
    main()
