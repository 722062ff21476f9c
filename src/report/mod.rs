//! Stage 8: rows to files. One format a file, each a pure function of the rows.

pub mod row;

pub use row::Row;
