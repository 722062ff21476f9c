//! Enums whose values are words: in reports, in settings and on the command line.

/// Declares such an enum, each value beside its word, with `ALL`, `name` and `says`.
macro_rules! enum_of_words {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[doc = $says:literal])+ $(#[default] $default:vis)? $value:ident = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        pub enum $name { $($(#[doc = $says])+ $(#[default] $default)? $value,)* }

        impl $name {
            /// Every value, in the order in which they are listed.
            pub const ALL: &'static [$name] = &[$($name::$value,)*];

            /// The word for it.
            pub fn name(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }

            /// What it means, in a sentence.
            #[allow(dead_code, reason = "not every vocabulary is explained")]
            pub fn says(self) -> &'static str {
                match self { $($name::$value => concat!($($says),+).trim_ascii_start(),)* }
            }
        }
    };
}
