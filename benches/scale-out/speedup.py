#!/usr/bin/env python3
"""speedup.py DIR WORKERS...: how much sooner so many workers would have been done with a job, if a node took the same time
everywhere. Whoever is idle takes the next unit of the plan; a round begins when the one before is over."""
import glob
import heapq
import json
import sys

rounds, units = {}, []
for path in glob.glob(f"{sys.argv[1]}/records/*/*/*.jsonl"):
    last = {}
    for line in open(path):
        record = json.loads(line.rsplit("\t", 1)[0])
        if "unit" in record:
            last[tuple(record["unit"])] = record["nodes"]
    rounds.setdefault(int(path.split("/")[-3]), []).extend(last.values())
    units += last.values()
total = sum(units)
print(f"{len(units)} units, {len(rounds)} rounds, {total} nodes, largest unit / mean {max(units) * len(units) / total:.1f}")
for workers in map(int, sys.argv[2:]):
    time = 0
    for _, taken in sorted(rounds.items()):
        idle = [0] * workers
        for nodes in taken:
            heapq.heappush(idle, heapq.heappop(idle) + nodes)
        time += max(idle)
    print(f"{workers} workers: {total / time:.1f}")
