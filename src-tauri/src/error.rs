//! The error of every rejected command: the page switches on its `code`, never on the sentence.

pub use duiyi_core::game::Refusal as ApiError;
