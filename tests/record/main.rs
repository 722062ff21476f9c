//! Stages 2 and 3: bytes to game records.

mod any_bytes;
mod charsets;
mod describe;
mod large;
mod table;
