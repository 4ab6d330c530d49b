#!/usr/bin/env bash
# Installs the command `utf8` in FOLDER/bin:
#
#     .github/install-utf8.sh FOLDER REF
#
# If REF is a release (v0, v0.1, v0.1.0), this is the released binary for this machine, after a check of its checksum. Where there
# is none, or REF is another one, Cargo builds it from this checkout.
set -euo pipefail
folder=$1
ref=${2:-}
source=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/Cargo.toml" | head -n 1)

program=utf8
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64) target=aarch64-unknown-linux-musl ;;
  Darwin-arm64) target=aarch64-apple-darwin ;;
  Darwin-x86_64) target=x86_64-apple-darwin ;;
  MINGW*-x86_64 | MSYS*-x86_64) target=x86_64-pc-windows-msvc program=utf8.exe ;;
  *) target= ;;
esac

sha256() {
  if command -v sha256sum > /dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# Succeeds if the released binary is installed. A checksum that differs ends the script.
download() {
  local name=utf8-$version-$target
  local url=${UTF8_RELEASES:-https://github.com/utf8kit/utf8kit/releases/download}/v$version/$name.tar.gz
  local archive=$folder/$name.tar.gz
  curl --fail --silent --show-error --location --retry 3 --output "$archive" "$url" || return 1
  curl --fail --silent --show-error --location --retry 3 --output "$archive.sha256" "$url.sha256" || return 1
  if [ "$(sha256 "$archive")" != "$(cut -d ' ' -f 1 "$archive.sha256")" ]; then
    echo "$url does not have the checksum that is beside it" >&2
    exit 1
  fi
  tar -xzf "$archive" -C "$folder" || return 1
  mkdir -p "$folder/bin"
  cp "$folder/$name/$program" "$folder/bin/"
}

mkdir -p "$folder"
case "v$version." in
  "$ref".*) [ -n "$ref" ] && [ -n "$target" ] && download && exit 0 ;;
esac
echo "no released binary of '$ref' for this machine: Cargo builds it" >&2
cargo install --quiet --locked --path "$source/crates/utf8kit-cli" --root "$folder"
