//! Acceptance tests through the public APIs.

mod xiangqi_rules;
