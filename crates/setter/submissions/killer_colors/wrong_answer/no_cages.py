# A sudoku that pays no regard to the cages: the validator has to look at them.
for row in range(9):
    print(*[(row * 3 + row // 3 + column) % 9 + 1 for column in range(9)], sep="")
