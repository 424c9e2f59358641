# The same grid each time.
import sys

boards = [line for line in sys.stdin.read().split() if len(line) == 16]
for number in range(len(boards) // 16):
    if number > 0:
        print()
    for row in range(16):
        letters = [(row * 4 + row // 4 + column) % 16 for column in range(16)]
        print("".join("ABCDEFGHIJKLMNOP"[letter] for letter in letters))
