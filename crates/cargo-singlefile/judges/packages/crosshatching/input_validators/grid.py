#!/usr/bin/env python3
"""Accepts the input of cross_hatching and nothing else, down to the blanks (exit code 42)."""
import re
import sys

text = sys.stdin.buffer.read().decode(errors="replace")
assert re.fullmatch(r"([1-9.]{9}\n){9}|([1-9.]( [1-9.]){8}\n){9}", text)
sys.exit(42)
