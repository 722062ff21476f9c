//! Estimated statuses, for chains that neither proof nor reading settles.

pub(super) mod by_network;
pub(super) mod fights;
pub(super) mod hidden;
pub(super) mod nakade;
pub(super) mod owners;
pub(super) mod playout;
mod policy;
mod random;
pub(super) mod recognised_sekis;
pub(super) mod seki_in_playouts;
pub(super) mod taken_for_dead;
mod uct;
pub(super) mod under_the_stones;
