//! Acceptance tests through the public APIs.

mod gomoku_rules;
mod xiangqi_rules;
