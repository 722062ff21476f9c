//! Any bytes as an archive of any kind: no defect, and no more bytes than the limits allow.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf_audit::Limits;
use sgf_audit::discover::{Discovery, Files, Links, Request, WINDOW};
use sgf_audit::finding::Code;

const ENDINGS: [&str; 8] = [
    "zip", "tar", "tar.gz", "tar.bz2", "tar.zst", "sgf.gz", "sgf.bz2", "sgf.zst",
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, bytes)) = bytes.split_first() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let ending = ENDINGS[usize::from(kind) % ENDINGS.len()];
    let path = folder.path().join(format!("a.{ending}"));
    std::fs::write(&path, bytes).expect("a temporary file");
    let limits = Limits::default();
    let most = limits.expansion * bytes.len() as u64 + (1 << 20);
    let request = Request {
        roots: vec![path],
        files: Files::All,
        links: Links::Skip,
        limits: limits.clone(),
        only: None,
        window: WINDOW,
        stop: std::sync::Arc::default(),
    };
    let mut read = 0;
    for found in Discovery::new(request) {
        let loaded = found.content.read(&limits);
        read += loaded.bytes.len() as u64;
        assert!(loaded.trouble.is_none_or(|finding| finding.code != Code::InternalError));
    }
    assert!(read <= most, "{read} bytes from {}", bytes.len());
});
