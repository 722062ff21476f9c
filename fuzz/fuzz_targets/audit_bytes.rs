//! Any bytes give at least one row.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf_audit::{Options, audit_bytes};

fuzz_target!(|bytes: &[u8]| {
    let rows = audit_bytes("fuzz.sgf", bytes, &Options::default());
    assert!(!rows.is_empty());
});
