# Takes each row that fits those before it.
import sys

words = iter(sys.stdin.read().split())
for rows in words:
    rows, columns = int(rows), int(next(words))
    taken = set()
    for row in range(rows):
        ones = {k for k in range(columns) if next(words) == "1"}
        if not ones & taken:
            taken |= ones
    print("Yes, I found it" if len(taken) == columns else "It is impossible")
