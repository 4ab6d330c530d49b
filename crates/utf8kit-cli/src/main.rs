//! The command `utf8`.

fn main() {}
