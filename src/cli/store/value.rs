//! Rows as a store keeps them: packed JSON behind a checksum.

use crate::digest::{Digest, Key};
use crate::report::Row;
use crate::report::row::Carried;
use std::cell::RefCell;
use zstd::bulk::Compressor;

/// Speed counts more than size.
const PACKING: i32 = -3;

/// Bytes of a checksum.
const SUM: usize = 16;

thread_local! {
    /// What packs on a thread: its tables are large to make.
    static PACKER: RefCell<Option<Compressor<'static>>> = RefCell::new(Compressor::new(PACKING).ok());
}

/// Rows as they are kept: a checksum, and packed JSON.
pub fn pack(key: &Key, rows: &[Row]) -> Vec<u8> {
    let rows: Vec<(&Row, &Carried)> = rows.iter().map(|row| (row, &row.carried)).collect();
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
    let rows: Vec<(Row, Carried)> = serde_json::from_slice(&json).ok()?;
    let whole = |(row, carried)| Row { carried, ..row };
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
    use crate::finding::Code;
    use crate::judge::{Cause, Confidence};
    use crate::report::row::{Agreement, RowReferee};
    use std::collections::{BTreeMap, BTreeSet};

    /// No field has its default, so that one that is lost is missed.
    #[test]
    fn all_that_a_row_carries_is_kept() {
        let key = [7; 32];
        let game = b"(;SZ[5];B[aa];W[ea];B[ab];W[eb];B[ac];W[ec];B[ad];W[ed];B[ae];W[ee])";
        let [row] = &crate::audit_bytes("a.sgf", game, &crate::Options::default())[..] else {
            panic!("one game");
        };
        assert!(row.carried.trace.is_some());
        let carried = Carried {
            other_margins: vec![-7.5],
            margin_rests_on: Some(Confidence::Read),
            recorded_in_zi: true,
            komi_is_doubtful: true,
            agreement: Some(Agreement::ByConvention),
            trace: row.carried.trace,
            referees: vec![RowReferee {
                margin: Some(-0.5),
                ..RowReferee::default()
            }],
            ignored: BTreeMap::from([(Code::NoGame, 2)]),
        };
        let row = Row {
            carried,
            ..row.clone()
        };
        let value = pack(&key, std::slice::from_ref(&row));
        assert_eq!(unpack(&key, &value), Some(vec![row]));
    }

    /// What a row shows is kept as JSON, which leaves out two fields: what it carries, kept beside it, and what a run's
    /// baseline adds after that.
    #[test]
    fn json_leaves_out_no_other_field() {
        let row = Row {
            // Left out where they are empty.
            finish_moves: Some(String::new()),
            possible_causes: vec![Cause::WinnerFlipped],
            ..Row::default()
        };
        let json = serde_json::to_value(&row).unwrap();
        let debug = format!("{row:#?}");
        let fields = debug.lines().filter_map(|line| line.strip_prefix("    "));
        let fields = fields.filter(|line| line.starts_with(char::is_alphabetic));
        let fields = fields.filter_map(|line| Some(line.split_once(':')?.0));
        let left_out: BTreeSet<&str> = fields.filter(|&name| json.get(name).is_none()).collect();
        assert_eq!(left_out, BTreeSet::from(["carried", "new_findings"]));
    }

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
