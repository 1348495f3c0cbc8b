//! Acceptance tests through the public APIs.

mod circles;
mod dialects;
mod explain;
mod gomoku_engine;
mod gomoku_records;
mod gomoku_rules;
mod layers;
mod levels;
mod make;
mod oracle;
mod record_facts;
mod records;
mod self_play;
mod sources;
mod vocabulary;
mod xiangqi_endgames;
mod xiangqi_mates;
mod xiangqi_repetition;
mod xiangqi_rules;
