//! The character set of one game: what CA says where that is right, else what the bytes say.
//!
//! UTF-8 checks itself, so valid UTF-8 is believed before CA (many programs write UTF-8 under any
//! CA); a legacy set is believed where its text decodes without an error and no value runs on
//! into the next property. Only then does chardetng guess, from the beginning of the source first and
//! from the game alone after that.

use super::chars::{Chars, ESCAPE};
use super::place::Width;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{self as sets, Encoding};
use std::cell::OnceCell;

/// How the text of a game is to be decoded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Charset {
    /// The character set; `None` for plain ASCII.
    pub encoding: Option<&'static Encoding>,
    /// Why this one.
    pub reason: CharsetReason,
}

/// Why a character set was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharsetReason {
    /// Nothing needs it, or CA or a byte-order mark names it.
    Stated,
    /// There is no CA.
    Unstated,
    /// CA names another, in which the bytes make no sense.
    Contradicted,
    /// CA names none that is read.
    Unknown,
}

impl Charset {
    /// Plain ASCII.
    pub(super) const ASCII: Charset = Charset {
        encoding: None,
        reason: CharsetReason::Stated,
    };

    /// Which bytes belong together.
    pub(super) fn chars(self) -> Chars {
        self.encoding.map_or(Chars::Plain, chars_of)
    }

    /// How columns are counted in bytes.
    pub(super) fn width(self) -> Width {
        match self.encoding {
            None => Width::Utf8,
            Some(e) if e == sets::UTF_8 => Width::Utf8,
            Some(e) if e == sets::EUC_KR || e == sets::EUC_JP => Width::Grouped(Chars::DoubleByte),
            Some(e) if e.is_single_byte() => Width::Byte,
            Some(_) => Width::Grouped(self.chars()),
        }
    }
}

/// Which bytes of a text in this set belong together.
fn chars_of(encoding: &'static Encoding) -> Chars {
    match encoding {
        e if e == sets::SHIFT_JIS => Chars::ShiftJis,
        e if e == sets::GBK || e == sets::GB18030 || e == sets::BIG5 => Chars::DoubleByte,
        e if e == sets::ISO_2022_JP => Chars::Iso2022,
        _ => Chars::Plain,
    }
}

/// Whether every byte is one ASCII character that stands for itself.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    Encoding::ascii_valid_up_to(bytes) == bytes.len() && !bytes.contains(&ESCAPE)
}

/// The bytes at the beginning of a source that say what it looks like. The first part of a source that
/// is read in parts has them, so that its games are read as those of the whole.
const BEGINNING: usize = 1 << 20;

/// What a source looks like: a character set, where its beginning is not UTF-8.
pub(super) type Look = Option<&'static Encoding>;

/// What a source looks like, found out when it is first asked for.
pub(super) struct Context<'a> {
    bytes: &'a [u8],
    look: OnceCell<Look>,
}

impl<'a> Context<'a> {
    /// Of a source of these bytes, or that begins with them.
    pub(super) fn of(bytes: &'a [u8]) -> Context<'a> {
        Context {
            bytes: &bytes[..bytes.len().min(BEGINNING)],
            look: OnceCell::new(),
        }
    }

    /// Of a source that looks like this.
    pub(super) fn known(look: Look) -> Context<'static> {
        Context {
            bytes: &[],
            look: OnceCell::from(look),
        }
    }

    /// What the source looks like.
    pub(super) fn look(&self) -> Look {
        *self.look.get_or_init(|| {
            let is_utf8 = Encoding::utf8_valid_up_to(self.bytes) == self.bytes.len();
            (!is_utf8).then(|| guess(self.bytes))
        })
    }
}

/// The character set of a game. `stated` is the text of CA.
pub(super) fn choose(game: &[u8], stated: Option<&str>, context: &Context) -> Charset {
    if is_plain(game) {
        let is_read = stated.is_none_or(|label| by_label(label).is_some());
        return match is_read || !has_shift(game) {
            true => Charset::ASCII,
            false => Charset {
                reason: CharsetReason::Unknown,
                ..Charset::ASCII
            },
        };
    }
    let named = stated.and_then(by_label);
    let because = |encoding: &'static Encoding| Charset {
        encoding: Some(encoding),
        reason: match (stated, named) {
            (None, _) => CharsetReason::Unstated,
            (Some(_), None) => CharsetReason::Unknown,
            (Some(_), Some(named)) if same_family(named, encoding) => CharsetReason::Stated,
            (Some(_), Some(_)) => CharsetReason::Contradicted,
        },
    };
    if Encoding::utf8_valid_up_to(game) == game.len() {
        return because(of_valid_utf8(game, named));
    }
    if let Some(named) = named.filter(|named| is_borne_out(named, game)) {
        return because(named);
    }
    let damage = Utf8Damage::of(game);
    if damage.is_light() {
        return because(sets::UTF_8);
    }
    let detected = detect(game, context);
    // A name that a program spoilt by putting `?` for half of its bytes looks Western.
    if damage.is_unlike_western() && detected.is_none_or(Encoding::is_single_byte) {
        return because(sets::UTF_8);
    }
    let named = named.filter(|named| *named != sets::UTF_8);
    because(detected.or(named).unwrap_or_else(|| guess(game)))
}

/// The character set of a game whose bytes are UTF-8; they may be something else besides.
fn of_valid_utf8(game: &[u8], named: Option<&'static Encoding>) -> &'static Encoding {
    let is_named = |named: &&'static Encoding| {
        is_double_byte(named) && !has_long_utf8(game) && is_clean(named, game)
    };
    match has_japanese_escape(game) {
        true => sets::ISO_2022_JP,
        false => named.filter(is_named).unwrap_or(sets::UTF_8),
    }
}

/// Whether the bytes may be of the set that is named.
fn is_borne_out(named: &'static Encoding, game: &[u8]) -> bool {
    let is_doubtful = is_latin(named) && looks_double_byte(game)
        || is_cyrillic(named) && is_other_cyrillic(guess(game), named);
    named != sets::UTF_8 && !is_doubtful && fits(named, game)
}

/// What a game looks like that is neither UTF-8 nor of the set that is named, if its bytes fit anything.
fn detect(game: &[u8], context: &Context) -> Option<&'static Encoding> {
    let in_pairs = looks_double_byte(game);
    let fits = |encoding: &&'static Encoding| {
        *encoding != sets::UTF_8
            && !(in_pairs && is_latin(encoding))
            && (encoding.is_single_byte() || has_pair(encoding, game))
            && fits(encoding, game)
    };
    let usual = [
        sets::GB18030,
        sets::SHIFT_JIS,
        sets::BIG5,
        sets::EUC_KR,
        sets::WINDOWS_1252,
    ];
    let look = context.look().filter(fits);
    let own = || Some(guess(game)).filter(fits);
    // Whatever is no pair of bytes looks Latin, of a source that says little.
    let detected = match look {
        Some(look) if is_latin(look) => own().filter(|own| !is_latin(own)).or(Some(look)),
        look => look.or_else(own),
    };
    detected.or_else(|| usual.into_iter().find(fits))
}

/// What a text that is not UTF-8 looks like: what chardetng says of the parts beyond ASCII.
///
/// A semicolon is no part of a longer character in any set, so the nodes that are plain ASCII,
/// nearly all of a game, can be left out.
fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let mut fed = 0;
    for part in bytes.split_inclusive(|&b| b == b';') {
        if fed > GUESS_BYTES {
            break;
        }
        if !is_plain(part) {
            let part = &part[..part.len().min(GUESS_BYTES)];
            detector.feed(part, false);
            fed += part.len();
        }
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The number of bytes after which a guess does not become better.
const GUESS_BYTES: usize = 1 << 15;

/// The character set that CA names, where it is one that eight-bit text can be in.
pub(super) fn by_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim();
    let alias = match label.to_ascii_lowercase().as_str() {
        "cp936" | "ms936" | "euc-cn" | "euc_cn" | "euccn" | "gb" => "gbk",
        "cp932" | "ms932" | "s-jis" => "shift_jis",
        "euc_jp" | "eucjp" | "ujis" | "cp51932" => "euc-jp",
        "cp949" | "ms949" | "uhc" | "cp51949" | "euc_kr" | "euckr" | "x-windows-949" => "euc-kr",
        "cp950" | "ms950" | "big-5" => "big5",
        "utf_8" | "utf-8n" | "utf 8" => "utf-8",
        "cp65001" => "utf-8",
        "macroman" | "mac-roman" => "macintosh",
        "iso8859_1" | "latin-1" | "iso latin 1" => "iso-8859-1",
        "jis" | "iso2022jp" => "iso-2022-jp",
        _ => label,
    };
    Encoding::for_label_no_replacement(alias.as_bytes())
        .filter(|&e| e != sets::UTF_16LE && e != sets::UTF_16BE)
}

/// The text of bytes in this set, and whether any of it is lost. Half a character before a bracket leaves the bracket.
pub(super) fn text_in(encoding: &'static Encoding, bytes: &[u8]) -> (String, bool) {
    let mended = chars_of(encoding).mended(bytes);
    let (text, is_lossy) = encoding.decode_without_bom_handling(&mended);
    (text.into_owned(), is_lossy)
}

/// Whether the text decodes without an error and without control characters nobody writes. Half a
/// character before a closing bracket is no error: programs cut names by bytes.
fn is_clean(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let (text, errors) = text_in(encoding, bytes);
    let mut after_errors = text.split(char::REPLACEMENT_CHARACTER).skip(1);
    let bearable =
        !errors || !encoding.is_single_byte() && after_errors.all(|rest| rest.starts_with(']'));
    bearable && !text.chars().any(|c| ('\u{80}'..='\u{9f}').contains(&c))
}

/// Whether a text in a set of longer characters has two bytes for one: where each byte beyond ASCII stands alone before
/// a bracket, such as the half of Latin-1 in a result, it is half of any, or katakana of half width.
fn has_pair(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let is_half = |c: char| ('\u{ff61}'..='\u{ff9f}').contains(&c);
    let is_pair = |c: char| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER && !is_half(c);
    let is_long = |run: &[u8]| run.len() >= 2;
    bytes.split(u8::is_ascii).any(is_long) || text_in(encoding, bytes).0.chars().any(is_pair)
}

/// Whether the text is clean, and no value runs on.
fn fits(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    is_clean(encoding, bytes) && !chars_of(encoding).runs_on(bytes)
}

fn same_family(a: &'static Encoding, b: &'static Encoding) -> bool {
    let chinese = |e| e == sets::GBK || e == sets::GB18030;
    a == b || chinese(a) && chinese(b)
}

fn is_double_byte(encoding: &'static Encoding) -> bool {
    !encoding.is_single_byte() && encoding != sets::UTF_8
}

/// Whether valid UTF-8 has a character of three bytes or more: double-byte text does not come to
/// that by chance.
fn has_long_utf8(bytes: &[u8]) -> bool {
    bytes.iter().any(|&b| b >= 0xe0)
}

fn is_latin(encoding: &'static Encoding) -> bool {
    [
        sets::WINDOWS_1252,
        sets::WINDOWS_1250,
        sets::WINDOWS_1254,
        sets::WINDOWS_1257,
        sets::ISO_8859_2,
        sets::ISO_8859_4,
        sets::ISO_8859_10,
        sets::ISO_8859_13,
        sets::ISO_8859_14,
        sets::ISO_8859_15,
        sets::ISO_8859_16,
        sets::MACINTOSH,
    ]
    .contains(&encoding)
}

fn is_cyrillic(encoding: &'static Encoding) -> bool {
    [
        sets::WINDOWS_1251,
        sets::KOI8_R,
        sets::KOI8_U,
        sets::ISO_8859_5,
        sets::IBM866,
        sets::X_MAC_CYRILLIC,
    ]
    .contains(&encoding)
}

/// Cyrillic letters lie elsewhere in each of these sets: taking one for another gives letters
/// too, but no words, which the guess tells apart by their frequency.
fn is_other_cyrillic(guess: &'static Encoding, named: &'static Encoding) -> bool {
    let ukrainian = |e| if e == sets::KOI8_U { sets::KOI8_R } else { e };
    is_cyrillic(guess) && ukrainian(guess) != ukrainian(named)
}

/// Whether a value shifts to Japanese. A bracket within such text may be the half of a character, so the first shift of
/// a value tells.
fn has_japanese_escape(bytes: &[u8]) -> bool {
    let mut in_value = false;
    bytes.iter().enumerate().any(|(at, &byte)| {
        match byte {
            b'[' => in_value = true,
            b']' => in_value = false,
            _ => {}
        }
        let shifts = || matches!(bytes[at..], [ESCAPE, b'$', b'@' | b'B', ..]);
        in_value && byte == ESCAPE && shifts()
    })
}

/// Whether ASCII may stand for other text: what shifts to Chinese in HZ, to Korean or Chinese in ISO-2022-KR and
/// ISO-2022-CN. None of these is read.
fn has_shift(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == b"~{") || bytes.contains(&0x0e)
}

/// Whether the bytes above ASCII come in pairs, as in Chinese text and hardly in Western.
fn looks_double_byte(bytes: &[u8]) -> bool {
    let mut runs = bytes
        .split(u8::is_ascii)
        .map(<[u8]>::len)
        .filter(|&len| len > 0);
    let mut longest = 0;
    runs.all(|len| {
        longest = longest.max(len);
        len % 2 == 0
    }) && longest >= 4
}

/// How far a text is UTF-8 in spite of errors, such as a name cut in the middle of a letter.
struct Utf8Damage {
    /// Characters of two bytes or more that are whole.
    whole: usize,
    /// Of these, characters of three bytes or more.
    long: usize,
    /// Places that are no UTF-8.
    broken: usize,
}

impl Utf8Damage {
    fn of(bytes: &[u8]) -> Utf8Damage {
        let mut damage = Utf8Damage {
            whole: 0,
            long: 0,
            broken: 0,
        };
        for chunk in bytes.utf8_chunks() {
            let leads = |low: u8| chunk.valid().bytes().filter(|&b| b >= low).count();
            damage.whole += leads(0xc0);
            damage.long += leads(0xe0);
            damage.broken += usize::from(!chunk.invalid().is_empty());
        }
        damage
    }

    fn is_light(&self) -> bool {
        self.whole >= 3 * self.broken.max(1)
    }

    /// Three fitting bytes above ASCII come up in Western text next to never.
    fn is_unlike_western(&self) -> bool {
        self.long > 0 && 2 * self.whole >= self.broken
    }
}
