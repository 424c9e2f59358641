#!/usr/bin/env python3
"""Output validator of exact_cover, in Kattis' form: exact_cover.py INPUT ANSWER FEEDBACK_FOLDER < OUTPUT.

That there is no cover is believed where the answer of the judge says so (exit code 42, or 43 with a message).
"""
import sys
from pathlib import Path

NONE = "No Solution!\n"


def fault(text, output, expected):
    rows, columns, *digits = text.split()
    digits = "".join(digits)
    if output == NONE:
        return None if expected == NONE else "there is a cover"
    left = set(range(int(columns)))
    for word in output.split():
        if not word.isdigit() or not 1 <= int(word) <= int(rows):
            return f"{word} is no row"
        start = (int(word) - 1) * int(columns)
        ones = {k for k in range(int(columns)) if digits[start + k] == "1"}
        if not ones <= left:
            return f"row {word} has a column that is taken"
        left -= ones
    return f"{len(left)} columns are left" if left else None


def main():
    answer = Path(sys.argv[2])
    expected = answer.read_text() if answer.is_file() else None
    why = fault(Path(sys.argv[1]).read_text(), sys.stdin.read(), expected)
    if why:
        Path(sys.argv[3], "judgemessage.txt").write_text(why + "\n")
    sys.exit(43 if why else 42)


if __name__ == "__main__":
    main()
