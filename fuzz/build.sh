#!/bin/sh -eu
# Builds the fuzz targets as OSS-Fuzz calls it: a program for each in $OUT, with its first inputs in a zip archive beside it.
cd "$(dirname "$0")/.."
cargo xtask fuzz --out "$OUT"
cd "$OUT"
for inputs in *_seed_corpus; do
    zip -q -r -j "$inputs.zip" "$inputs"
    rm -r "$inputs"
done
