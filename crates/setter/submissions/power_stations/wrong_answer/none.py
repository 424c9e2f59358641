# Finds nothing.
import sys

words = list(map(int, sys.stdin.read().split()))
at = 0
while at < len(words):
    at += 3 + 2 * words[at + 1] + 2 * words[at]
    print("No solution\n")
