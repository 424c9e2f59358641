# Takes each row that fits those before it.
import sys

words = sys.stdin.read().split()
rows, columns = int(words[0]), int(words[1])
taken, chosen = set(), []
for row in range(rows):
    ones = {k for k in range(columns) if words[2 + row * columns + k] == "1"}
    if ones and not ones & taken:
        taken |= ones
        chosen.append(row + 1)
print(*chosen if len(taken) == columns else ["No Solution!"])
