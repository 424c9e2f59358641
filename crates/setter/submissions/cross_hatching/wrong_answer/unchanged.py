# The input as it is: right only where there is nothing to write.
import sys

print(sys.stdin.read(), end="")
