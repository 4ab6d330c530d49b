//! What people run while developing: `cargo xtask test`, `bench`, `setup`, ….

fn main() {}
