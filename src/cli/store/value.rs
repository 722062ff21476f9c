//! Rows as a store keeps them: packed JSON behind a checksum.

use crate::digest::{Digest, Key};
use crate::duplicates::Trace;
use crate::finding::Code;
use crate::judge::Confidence;
use crate::report::Row;
use crate::report::row::{Agreement, RowReferee};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use zstd::bulk::Compressor;

/// Speed counts more than size.
const PACKING: i32 = -3;

/// Bytes of a checksum.
const SUM: usize = 16;

/// What a row has besides what a report shows of it.
#[derive(Serialize)]
struct Keeps<'a> {
    row: &'a Row,
    other_margins: &'a [f64],
    margin_rests_on: Option<Confidence>,
    recorded_in_zi: bool,
    agreement: Option<Agreement>,
    trace: Option<Trace>,
    referees: &'a [RowReferee],
    ignored: &'a BTreeMap<Code, u32>,
}

/// The same, as it comes back.
#[derive(Deserialize)]
struct Kept {
    row: Row,
    other_margins: Vec<f64>,
    margin_rests_on: Option<Confidence>,
    recorded_in_zi: bool,
    agreement: Option<Agreement>,
    trace: Option<Trace>,
    referees: Vec<RowReferee>,
    ignored: BTreeMap<Code, u32>,
}

thread_local! {
    /// What packs on a thread: its tables are large to make.
    static PACKER: RefCell<Option<Compressor<'static>>> = RefCell::new(Compressor::new(PACKING).ok());
}

/// Rows as they are kept: a checksum, and packed JSON.
pub fn pack(key: &Key, rows: &[Row]) -> Vec<u8> {
    let rows: Vec<Keeps> = rows
        .iter()
        .map(|row| Keeps {
            row,
            other_margins: &row.other_margins,
            margin_rests_on: row.margin_rests_on,
            recorded_in_zi: row.recorded_in_zi,
            agreement: row.agreement,
            trace: row.trace,
            referees: &row.referees,
            ignored: &row.ignored,
        })
        .collect();
    // Memory does not fail, and what is missing is noticed when it is read.
    let json = serde_json::to_vec(&rows).unwrap_or_default();
    let packed = PACKER.with_borrow_mut(|packer| packer.as_mut()?.compress(&json).ok());
    let packed = packed.unwrap_or_default();
    let mut value = checksum(key, &packed).to_vec();
    value.extend(packed);
    value
}

/// Rows as they were before they were kept; nothing where that cannot be told.
pub fn unpack(key: &Key, value: &[u8]) -> Option<Vec<Row>> {
    let (sum, packed) = value.split_at_checked(SUM)?;
    if checksum(key, packed) != sum {
        return None;
    }
    let json = zstd::decode_all(packed).ok()?;
    let rows: Vec<Kept> = serde_json::from_slice(&json).ok()?;
    let whole = |kept: Kept| Row {
        other_margins: kept.other_margins,
        margin_rests_on: kept.margin_rests_on,
        recorded_in_zi: kept.recorded_in_zi,
        agreement: kept.agreement,
        trace: kept.trace,
        referees: kept.referees,
        ignored: kept.ignored,
        ..kept.row
    };
    Some(rows.into_iter().map(whole).collect())
}

fn checksum(key: &Key, packed: &[u8]) -> [u8; SUM] {
    let mut digest = Digest::keyed(key);
    digest.add(packed);
    let mut sum = [0; SUM];
    sum.copy_from_slice(&digest.key()[..SUM]);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoilt_byte_is_noticed() {
        let key = [7; 32];
        let rows = crate::audit_bytes("a.sgf", b"(;B[aa])", &crate::Options::default());
        let value = pack(&key, &rows);
        assert_eq!(unpack(&key, &value), Some(rows));
        assert_eq!(unpack(&[8; 32], &value), None);
        for at in 0..value.len() {
            let mut spoilt = value.clone();
            spoilt[at] ^= 1;
            assert_eq!(unpack(&key, &spoilt), None, "byte {at}");
        }
    }
}
