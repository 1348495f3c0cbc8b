//! Acceptance tests through the public APIs.

mod xiangqi_mates;
mod xiangqi_rules;
