//! The built program, run as people and scripts run it: the promises of its help, and its handling of bad input.

mod ask;
mod bad_input;
mod book;
mod convert;
mod fuzz;
mod games;
mod external_engines;
mod manual;
mod matches;
mod perfect;
mod protocol;
mod run;
#[path = "../../../host/src/testing/scripted_engine.rs"]
mod scripted_engine;
mod class;
mod table;
#[cfg(target_os = "linux")]
mod terminal;
mod tournament;
mod verdicts;
