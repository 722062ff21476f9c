//! Stages 2 and 3: bytes to game records.

#[path = "../common/mod.rs"]
mod common;

mod any_bytes;
mod charsets;
mod describe;
mod large;
mod ordinary;
mod table;
