# A sudoku that pays no regard to the cages.
for row in range(9):
    print(*[(row * 3 + row // 3 + column) % 9 + 1 for column in range(9)])
