"""Python's UTF-7 codec, a line at a time.

`e` and UTF-32 in hex, or `d` and bytes in hex; the answer is in hex, or `!`.
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
