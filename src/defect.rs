//! Defects of the program, caught, and locks that outlive them.

use crate::finding::{Code, Finding};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A defect of the program costs the game on which it shows, not the batch.
///
/// # Errors
/// The defect as a finding, where the work panics.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Finding> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        Finding::new(
            Code::InternalError,
            format!("a defect of this program: {}", message(&*panic)),
        )
    })
}

/// A lock that a panic elsewhere does not poison: for what is whole at every step.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "no message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_is_a_finding() {
        let caught: Result<(), Finding> = caught(|| panic!("at move {}", 7));
        let finding = caught.unwrap_err();
        assert_eq!(finding.code, Code::InternalError);
        assert!(
            finding.message.ends_with("at move 7"),
            "{}",
            finding.message
        );
    }
}
