//! Acceptance tests through the public APIs.
