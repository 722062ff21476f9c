//! The rules of Go and nothing else: no files, no records, no printing.
//!
//! [`Point`] and [`Size`] name places, [`Board`] holds stones and plays moves, [`Position`] is a
//! board that is fit to be analysed, [`Rules`] is the set of choices that rule sets make
//! differently, and [`diagram`] is the one notation in which boards are written down.

mod bits;
pub mod board;
pub mod by_color;
pub mod color;
pub mod diagram;
pub mod ending;
mod open_region;
pub mod play_counts;
pub mod point;
pub mod point_set;
pub mod position;
mod pseudo_liberties;
pub mod rules;
pub mod symmetry;

pub(crate) use bits::{Bits, flood, is_one_place, parts};
pub use board::{Board, Played};
pub use by_color::ByColor;
pub use color::{Cell, Color};
pub use ending::{Ending, FinalPasses};
pub(crate) use open_region::OpenRegion;
pub use play_counts::PlayCounts;
pub use point::{GRID, MAX_SIDE, Point, STRIDE, Size};
pub use point_set::PointSet;
pub use position::{Position, PositionError};
pub use rules::{Compensation, Counting, DeadStones, KoRule, Rules, SuicideRule, Tax, Territory};
pub use symmetry::Symmetry;
