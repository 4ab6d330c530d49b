"""Encodes and decodes UTF-7 with Python's codec.

Each input line is `e` and UTF-32 to encode, or `d` and bytes to decode, in hexadecimal. The output line is the
result in hexadecimal, or `!` on error.
"""

import sys

for line in sys.stdin:
    command, _, operand = line.rstrip("\n").partition(" ")
    try:
        if command == "e":
            answer = bytes.fromhex(operand).decode("utf-32-be").encode("utf-7")
        else:
            answer = bytes.fromhex(operand).decode("utf-7").encode("utf-32-be", "surrogatepass")
        print(answer.hex())
    except UnicodeDecodeError:
        print("!")
