# Takes each row that fits those before it.
import sys

words = iter(map(int, sys.stdin.read().split()))
for rows in words:
    columns = next(words)
    taken, chosen = set(), []
    for row in range(rows):
        ones = {next(words) for _ in range(next(words))}
        if not ones & taken:
            taken |= ones
            chosen.append(row + 1)
    print(*[len(chosen), *chosen] if len(taken) == columns else ["NO"])
