//! A panic of a built-in engine ends one search, never the program.

use std::panic::{AssertUnwindSafe, catch_unwind};

use duiyi_core::engine::Engines;

/// Runs `think` and catches its panic.
///
/// # Errors
/// The message of the panic. The engines drop their memory then, because the panic may have left it inconsistent.
pub(crate) fn guarded<T>(engines: &mut Engines, think: impl FnOnce(&mut Engines) -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(|| think(engines))).map_err(|panic| {
        engines.discard();
        let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_words_and_the_engines_go_on() {
        let engines = &mut Engines::new(1);
        assert_eq!(guarded(engines, |_| panic!("no king")), Err::<(), _>("no king".to_owned()));
        assert_eq!(guarded(engines, |_| panic!("{} kings", 3)), Err::<(), _>("3 kings".to_owned()));
        assert_eq!(guarded(engines, |_| 7), Ok(7));
    }
}
