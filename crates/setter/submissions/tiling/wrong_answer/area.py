# Looks at areas alone.
import sys

count, height, width, *sides = map(int, sys.stdin.read().split())
sums = {0}
for a, b in zip(sides[::2], sides[1::2]):
    sums |= {before + a * b for before in sums}
print("Yes" if height * width in sums else "No")
