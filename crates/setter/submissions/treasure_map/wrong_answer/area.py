# Looks at areas alone.
import sys

words = iter(map(int, sys.stdin.read().split()))
for _ in range(next(words)):
    width, height, count = next(words), next(words), next(words)
    area = width * height
    fewest = [0] + [area + 1] * area
    for _ in range(count):
        left, bottom, right, top = (next(words) for _ in range(4))
        size = (right - left) * (top - bottom)
        for have in range(area, size - 1, -1):
            fewest[have] = min(fewest[have], fewest[have - size] + 1)
    print(fewest[area] if fewest[area] <= area else -1)
