//! The functions of the WebAssembly modules of the npm package `utf8kit`.
//!
//! The features select what a module exports. `npm/` has the JavaScript that calls these functions and the types that users
//! see. `cargo xtask web` builds both.
//!
//! A function takes pointers to memory of the module, which JavaScript [allocates](memory::allocate) and fills. It returns a
//! number. Further numbers are in [`numbers`](memory::numbers), and text is in [`output`](memory::output), both until the next
//! call. Structured results are JSON. An array whose length has no limit goes out in pages, which the module gives to its only import
//! ([`memory`]).
//!
//! Where there is no memory, a function that JavaScript allocates with returns null. Any other stops the instance, and says that it
//! was for lack of memory ([`memory::is_out_of_memory`]); JavaScript makes a new instance then.

#[cfg(feature = "codecs")]
pub mod codecs;
#[cfg(feature = "decoders")]
pub mod decoders;
#[cfg(feature = "inspect")]
pub mod inspect;
#[cfg(any(feature = "decoders", feature = "inspect", feature = "names"))]
mod json;
#[cfg(feature = "text")]
pub mod map;
pub mod memory;
#[cfg(feature = "names")]
pub mod names;
#[cfg(feature = "text")]
pub mod text;
