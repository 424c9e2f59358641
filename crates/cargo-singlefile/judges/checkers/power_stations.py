#!/usr/bin/env python3
"""Output validator of power_stations, in Kattis' form: power_stations.py INPUT ANSWER FEEDBACK_FOLDER < OUTPUT.

Each town has to be fed once a day; that there is no solution is only believed where it is known (exit code 42, or 43 with a
message).
"""
import sys
from pathlib import Path


def fault(text, output):
    words = map(int, text.split())
    cases = output.split("\n\n")
    if cases.pop() != "":
        return "no empty line after the last case"
    for towns in words:
        cables, days = next(words), next(words)
        feeds = [{town} for town in range(towns)]
        for _ in range(cables):
            a, b = next(words) - 1, next(words) - 1
            feeds[a].add(b)
            feeds[b].add(a)
        spans = [(next(words), next(words)) for _ in range(towns)]
        if not cases:
            return "a case has no answer"
        case = cases.pop(0)
        if case == "No solution":
            continue
        lines = [tuple(map(int, line.split())) for line in case.split("\n")]
        if len(lines) != towns:
            return f"{len(lines)} lines for {towns} stations"
        fed = []
        for town, (start, end) in enumerate(lines):
            if (start, end) == (0, 0):
                continue
            if not spans[town][0] <= start <= end <= spans[town][1]:
                return f"station {town + 1} cannot work on {start} to {end}"
            fed += [(other, day) for other in feeds[town] for day in range(start, end + 1)]
        if sorted(fed) != [(town, day) for town in range(towns) for day in range(1, days + 1)]:
            return "a town is not fed, or fed twice"
    return "more cases than the input has" if cases else None


def main():
    why = fault(Path(sys.argv[1]).read_text(), sys.stdin.read())
    if why:
        Path(sys.argv[3], "judgemessage.txt").write_text(why + "\n")
    sys.exit(43 if why else 42)


if __name__ == "__main__":
    main()
