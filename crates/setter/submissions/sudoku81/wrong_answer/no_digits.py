# The same grid each time.
import sys

for board in sys.stdin.read().split()[:-1]:
    print(*[(k // 9 * 3 + k // 27 + k % 9) % 9 + 1 for k in range(81)], sep="")
