//! Any bytes as an audit.toml: they are read, or said to be wrong at a place in them.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf_audit::cli::settings::{At, Settings, Text};

fuzz_target!(|bytes: &[u8]| {
    let text = Text::new(bytes);
    let (said, wrongs) = text.settings();
    assert!(wrongs.len() <= 21);
    for (byte, what) in wrongs {
        let At { line, column } = text.at(byte);
        assert!(byte <= bytes.len() && line > 0 && column > 0 && !what.is_empty());
    }
    let mut of_data = said.clone().or(Settings::default());
    of_data.keep_word_of_data();
    assert!(of_data.shown().len() == said.shown().len());
});
