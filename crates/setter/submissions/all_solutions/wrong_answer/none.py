# Finds nothing.
print("there are a total of 0 solution(s).")
