#!/usr/bin/env python3
"""speedup.py FILE WORKERS [--units N] [--least N] [--tasks N]: how much sooner so many workers are done with a count, if a node
takes the same time everywhere. It splits FILE, plans for so many tasks (one a worker unless --tasks says more) and runs all
rounds here. A worker takes the next task of the plan when it is idle, and a round begins when the one before is over. $X is
the program; other options go to "split". Beside the speed-up it prints how far each round came and what "status" then
estimated, as a part of what came out in the end; and the same for a second job in which each task ends after a quarter of its
fair share."""
import argparse
import concurrent.futures
import glob
import heapq
import json
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("file")
parser.add_argument("workers", type=int)
parser.add_argument("--least", default="1000000")
parser.add_argument("--tasks", type=int)
args, split = parser.parse_known_args()
program, tasks = os.environ.get("X", "exactcover"), args.tasks or args.workers


def ask(*command, codes=(0,)):
    done = subprocess.run([program, *map(str, command)], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def nodes(folder):
    """What a task has searched."""
    last = {}
    for path in glob.glob(f"{folder}/*"):
        for line in open(path):
            record = json.loads(line.rsplit("\t", 1)[0])
            if "unit" in record:
                unit = tuple(record["unit"])
                last[unit] = max(last.get(unit, 0), record["nodes"])
    return sum(last.values())


def search(job, least, *more):
    """A round: the units that were open, and what its tasks have searched."""
    number, count, units = ask("plan", job, "--tasks", tasks, "--least", least, *more).split()
    list(pool.map(lambda task: ask("run", job, "--plan", number, "--task", task), range(int(count))))
    return units, [nodes(f"{job}/records/{number}/{task}") for task in range(int(count))]


def show(state, total):
    low, found, high = (float(state[name]) / total for name in ("nodes_low", "nodes_estimated", "nodes_high"))
    print(f"done {state['nodes'] / total:.3f}, estimate {found:.3f} ({low:.3f} to {high:.3f})")


with tempfile.TemporaryDirectory() as place, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    job = f"{place}/job"
    print(ask("split", args.file, "-o", job, *split), end="")
    rounds, time = [], 0
    while True:
        units, taken = search(job, args.least)
        if not taken:
            break
        idle = [0] * args.workers
        for task in taken:
            heapq.heappush(idle, heapq.heappop(idle) + task)
        time += max(idle)
        rounds.append((units, taken, json.loads(ask("status", job, "--json", codes=(0, 3)))))
    merged = json.loads(ask("merge", job, "--json"))
    total = merged["nodes"]
    for units, taken, state in rounds:
        print(f"{units} units; a task {max(taken)} nodes at most, {sum(taken) / len(taken):.0f} in the mean; ", end="")
        show(state, total)
    print(f"{args.workers} workers: {total / time:.1f} in {len(rounds)} rounds; {merged['solutions']} solutions, {total} nodes")
    ask("split", args.file, "-o", f"{place}/quarter", *split)
    quarter = total // (4 * tasks)
    search(f"{place}/quarter", quarter, "--most", quarter)
    print("a quarter: ", end="")
    show(json.loads(ask("status", f"{place}/quarter", "--json", codes=(0, 3))), total)
