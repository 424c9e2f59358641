# Finds nothing.
for _ in range(int(input())):
    print(0)
