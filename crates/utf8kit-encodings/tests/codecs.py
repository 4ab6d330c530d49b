"""Encodes and decodes with Python's codecs.

Each input line is `e`, the name of a codec and UTF-32 to encode, or `d`, the name and bytes to decode, in hexadecimal. The
output line is the result in hexadecimal, or `!` on error.
"""

import sys

for line in sys.stdin:
    command, codec, operand = (line.rstrip("\n") + " ").split(" ")[:3]
    try:
        if command == "e":
            answer = bytes.fromhex(operand).decode("utf-32-be").encode(codec)
        else:
            answer = bytes.fromhex(operand).decode(codec).encode("utf-32-be")
        print(answer.hex())
    except UnicodeDecodeError:
        print("!")
