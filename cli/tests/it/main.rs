//! The built program, run as people and scripts run it: every promise of its help, and what bad input gets.

mod ask;
mod bad_input;
mod convert;
mod fuzz;
mod games;
mod external_engines;
mod manual;
mod matches;
mod perfect;
mod protocol;
mod run;
mod verdicts;
