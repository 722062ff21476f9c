//! Configuration: what is in force, and where each value came from.

mod choices;
mod in_force;
mod place;
mod print;

pub use in_force::InForce;
pub use print::page;
