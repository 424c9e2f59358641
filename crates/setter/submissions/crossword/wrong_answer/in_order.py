# Writes each word into the first place that has its length and no word yet, whatever it crosses.
import sys

words = sys.stdin.read().split()
rows, columns = int(words[0]), int(words[1])
grid = [list(row) for row in words[2 : 2 + rows]]
free = lambda r, c: r < rows and c < columns and grid[r][c] != "#"
places = []
for down, across in ((0, 1), (1, 0)):
    for r in range(rows):
        for c in range(columns):
            if free(r, c) and not (r >= down and c >= across and free(r - down, c - across)):
                place = [(r, c)]
                while free(place[-1][0] + down, place[-1][1] + across):
                    place.append((place[-1][0] + down, place[-1][1] + across))
                if len(place) > 1:
                    places.append(place)
for word in words[3 + rows :]:
    place = next(place for place in places if len(place) == len(word))
    places.remove(place)
    for (r, c), letter in zip(place, word):
        grid[r][c] = letter
for row in grid:
    print("".join(row))
