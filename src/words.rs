//! Enums whose values are words: in reports, in settings and on the command line.

/// Declares such an enum, each value beside its word, with `ALL` and `name`.
macro_rules! enum_of_words {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $($(#[$says:meta])* $value:ident = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        pub enum $name { $($(#[$says])* $value,)* }

        impl $name {
            /// Every value, in the order in which they are listed.
            pub const ALL: &'static [$name] = &[$($name::$value,)*];

            /// The word for it.
            pub fn name(self) -> &'static str {
                match self { $($name::$value => $word,)* }
            }
        }
    };
}
