# Finds nothing.
print(-1)
