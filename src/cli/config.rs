//! Configuration: what is in force, and where each value came from.

mod choices;
mod file;
mod in_force;

pub use in_force::InForce;
