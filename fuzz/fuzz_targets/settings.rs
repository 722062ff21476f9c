//! Any text as an audit.toml: it is read, or said to be wrong at a place in it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf_audit::cli::settings::{Settings, at, read};

fuzz_target!(|text: &str| {
    match read(text, |table| table != "run", |flag| flag == "referee") {
        Err(wrongs) => {
            assert!((1..=21).contains(&wrongs.len()));
            for (byte, what) in wrongs {
                let (line, column) = at(text, byte);
                assert!(byte <= text.len() && line > 0 && column > 0 && !what.is_empty());
            }
        }
        Ok(said) => {
            let mut shown = said.settings.or(Settings::default()).shown().into_iter();
            assert!(shown.all(|it| it.table != "run" || !it.given));
        }
    }
});
