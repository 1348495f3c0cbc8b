//! A shell process that outlives this program briefly and ends its external engines.
//!
//! It waits for the end of a pipe that only this program holds open. In every case it then kills the engine's process
//! group. On Linux it also kills children of the engine in other sessions, by a mark in their environment. Elsewhere
//! such children survive, as do children that clear their environment.
//!
//! A parent-death signal exists on Linux only, and reaches only the child itself.

use std::process::Stdio;

use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};

/// The environment variable that marks an external engine and its descendants.
pub(super) const MARK: &str = "DUIYI_ENGINE";

/// Each round finds processes that were started during the previous one.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
read -r _ || kill -KILL "$1" "-$1"
for round in 1 2 3 4 5 6 7 8; do
    left=$(grep -lszxF "$2" /proc/[0-9]*/environ)
    [ -n "$left" ] || exit 0
    for place in $left; do
        place=${place#/proc/}
        kill -KILL "${place%/environ}"
    done
done
"#;

/// The watchman process of one engine.
#[derive(Debug)]
pub(super) struct Watchman(Child);

impl Watchman {
    /// Starts a watchman for the group `leader` and the processes with `mark`. Without a shell there is none; the
    /// engine then has only the end of its input.
    pub(super) fn set(leader: u32, mark: &str) -> Option<Watchman> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "duiyi-watchman", &leader.to_string(), &format!("{MARK}={mark}")]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Our Ctrl-C must not reach it.
        command.process_group(0);
        command.spawn().ok().map(Watchman)
    }

    /// Ends the marked processes, after the kill of the group, and ends the watchman.
    pub(super) async fn dismiss(mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            // A watchman that has ended needs no command.
            let _ = pipe.write_all(b"done\n").await;
        }
        let _ = self.0.wait().await;
    }
}
