# The same grid each time.
import sys

words = sys.stdin.read().split()
at, number = 0, 1
while words[at] != "0":
    at += 1 + 4 * int(words[at]) + 9
    print(f"Puzzle {number}")
    number += 1
    for row in range(9):
        print(*[(row * 3 + row // 3 + column) % 9 + 1 for column in range(9)], sep="")
