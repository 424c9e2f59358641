# Takes or leaves one row after the other.
import sys

sys.setrecursionlimit(10000)
words = sys.stdin.read().split()
rows, columns = int(words[0]), int(words[1])
bits = [int("".join(words[2 + k * columns : 2 + (k + 1) * columns]), 2) for k in range(rows)]
full = (1 << columns) - 1


def search(row, taken):
    if taken == full:
        return []
    if row == rows:
        return None
    if bits[row] and not bits[row] & taken:
        rest = search(row + 1, taken | bits[row])
        if rest is not None:
            return [row + 1] + rest
    return search(row + 1, taken)


found = search(0, 0)
print(*found if found else ["No Solution!"])
