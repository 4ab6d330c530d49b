"""Makes the table of EACC, the East Asian set of MARC-8, of the code tables of the Library of Congress as pymarc has them:

python xtask/tables/eacc.py > crates/utf8kit-encodings/src/stateful/eacc_bits.rs

Codes ascend, and for each there are two numbers: how many codes are between the one before and it, and how far its character is from
that of the one before, with the sign in the lowest bit. A number is written as an exponential Golomb code of order 0 or 4: as many
zeros as it has bits, with 1 or 16 added to it, beyond 1 or 5, and these bits.
"""

from pymarc.marc8_mapping import CODESETS

EACC = 0x31
# The ideographic space has a byte that no other code has.
SPACE = 0x212320


def place(code):
    first, second, third = code.to_bytes(3, "big")
    return ((first - 0x21) * 94 + (second - 0x21)) * 94 + (third - 0x21)


def golomb(number, order):
    bits = f"{number + (1 << order):b}"
    return "0" * (len(bits) - order - 1) + bits


def main():
    codes = sorted((place(code), number) for code, (number, _) in CODESETS[EACC].items() if code != SPACE)
    bits = ""
    last_place, last_number = -1, 0
    for code, number in codes:
        difference = number - last_number
        bits += golomb(code - last_place - 1, 0)
        bits += golomb(2 * difference if difference >= 0 else -2 * difference - 1, 4)
        last_place, last_number = code, number
    bits += "0" * (-len(bits) % 64)
    words = [f"0x{int(bits[at : at + 64], 2):016X}" for at in range(0, len(bits), 64)]
    print("//! The characters of EACC. Made by `xtask/tables/eacc.py`, which says how they are written.\n")
    print(f"/// The number of characters.\npub(super) const COUNT: usize = {len(codes)};\n")
    print(f"#[rustfmt::skip]\npub(super) static BITS: [u64; {len(words)}] = [")
    for at in range(0, len(words), 5):
        print("    " + ", ".join(words[at : at + 5]) + ",")
    print("];")


main()
