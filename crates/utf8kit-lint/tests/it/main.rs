//! The library from the outside.

mod blocks;
mod certainty;
mod double_encoded;
mod inspect;
mod iso2022;
mod map;
mod messages;
mod misread;
mod neighbors;
mod recognize;
mod repair;
mod rules;
mod runs;
mod seven_bit;
mod zawgyi;
