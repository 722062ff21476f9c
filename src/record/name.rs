//! Names of properties.

/// The name of a property: its capital letters, where there are one or two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name([u8; 2]);

impl Name {
    /// A name of one or two capital letters; any longer one is [`Name::OTHER`].
    pub(super) const fn new(letters: &[u8]) -> Name {
        match letters {
            [a] => Name([*a, 0]),
            [a, b] => Name([*a, *b]),
            _ => Name::OTHER,
        }
    }

    /// A name that SGF does not define.
    pub(super) const OTHER: Name = Name([0, 0]);

    /// Of the name as it stands: lower-case letters do not count (FF\[1\] to FF\[3\]).
    pub(super) fn read(text: &[u8]) -> Name {
        let mut name = [0; 2];
        let mut count = 0;
        for &b in text {
            if b.is_ascii_uppercase() {
                if count == 2 {
                    return Name::OTHER;
                }
                name[count] = b;
                count += 1;
            } else if !b.is_ascii_lowercase() {
                return Name::OTHER;
            }
        }
        Name(name)
    }

    /// The name as text.
    pub(super) fn as_str(&self) -> &str {
        let len = self.0.iter().take_while(|&&b| b != 0).count();
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }

    /// Whether only a root node has this property, so that it tells where a game begins.
    pub(super) fn is_of_root(self) -> bool {
        matches!(&self.0, b"GM" | b"FF" | b"SZ" | b"CA" | b"AP" | b"ST")
    }

    /// Whether a game states it once on a path at most, so that a variation which states it again is another game.
    pub(super) fn is_of_game(self) -> bool {
        self.is_of_root() || matches!(&self.0, b"PB" | b"PW")
    }

    /// Whether values are points and nothing else.
    pub(super) fn has_points(self) -> bool {
        matches!(
            &self.0,
            b"B\0" | b"W\0" | b"AB" | b"AW" | b"AE" | b"TB" | b"TW"
        )
    }

    /// Whether it tells what is on the board, or who plays there.
    pub(super) fn is_of_board(self) -> bool {
        self.has_points() || self == PL
    }

    /// Whether values may go over several lines.
    pub(super) fn has_lines(self) -> bool {
        matches!(&self.0, b"C\0" | b"GC" | b"\0\0")
    }

    /// Whether the audit uses this property.
    pub(super) fn is_used(self) -> bool {
        USED.contains(&self)
    }

    /// Whether it puts stones on the board, or takes them off.
    pub(super) fn is_of_play(self) -> bool {
        [B, W, AB, AW, AE].contains(&self)
    }
}

macro_rules! names {
    ($($name:ident)*) => {
        $(pub(super) const $name: Name = Name::new(stringify!($name).as_bytes());)*
        const USED: &[Name] = &[$($name),*];
    };
}

// Those that come most often first.
names! { B W AB AW AE PL TB TW RE KM HA RU SZ GM FF PB PW DT GC AP PC CA EV KO }

/// The comment, of which the first and the last on the main line are used.
pub(super) const C: Name = Name::new(b"C");

/// The name of a node, which the audit does not use.
pub(super) const N: Name = Name::new(b"N");
