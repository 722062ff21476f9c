//! Any text as an audit.toml: it is read, or said to be wrong at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf_audit::cli::settings::{Settings, at, read};

fuzz_target!(|text: &str| {
    match read(text) {
        Err(wrongs) => {
            assert!((1..=21).contains(&wrongs.len()));
            for (byte, what) in wrongs {
                let (line, column) = at(text, byte);
                assert!(byte <= text.len() && line > 0 && column > 0 && !what.is_empty());
            }
        }
        Ok(said) => {
            let of_data = said.settings.of_data().or(Settings::default());
            assert!(of_data.shown().iter().all(|it| it.table != "run" || !it.given));
        }
    }
});
