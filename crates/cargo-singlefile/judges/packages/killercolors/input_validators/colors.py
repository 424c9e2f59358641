#!/usr/bin/env python3
"""Accepts the input of killer_colors and nothing else, down to the blanks (exit code 42)."""
import re
import sys

text = sys.stdin.buffer.read().decode(errors="replace")
assert re.fullmatch(r"([!-~]{9}\n){9}([!-~] [1-9][0-9]{0,2}\n)+", text)
words = text.split()
named = words[9::2]
assert sorted(named) == sorted(set("".join(words[:9])))
assert sum(map(int, words[10::2])) == 405
sys.exit(42)
