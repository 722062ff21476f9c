//! Estimates: what is told where neither proof nor reading reaches.

pub(super) mod fights;
pub(super) mod network;
pub(super) mod playout;
mod policy;
pub(super) mod seki_in_playouts;
pub(super) mod settle;
mod uct;
