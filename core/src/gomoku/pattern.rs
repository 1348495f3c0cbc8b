//! Incremental line patterns for the engine.
