# Takes every board for one with several grids.
for number in range(int(input())):
    print(f"Case {number + 1}:\nMultiple Solutions")
