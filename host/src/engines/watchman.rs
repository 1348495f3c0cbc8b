//! A shell that outlives this program by a moment and ends the external engines that are left.
//!
//! It waits for the end of a pipe that nobody but this program holds open. However we end, it then kills the engine's
//! group; and on Linux, by the mark in their environment, the engine's children that have left the group for a session
//! of their own, or have lost their parent. Elsewhere such a child is out of reach, as is one that forgets its
//! environment.
//!
//! Linux alone could kill a child when its parent dies, and only the child.

use std::process::Stdio;

use tokio::io::AsyncWriteExt as _;
use tokio::process::{Child, Command};

/// The name of the mark in the environment of an external engine, which its children inherit.
pub(super) const MARK: &str = "DUIYI_GUEST";

/// Each round finds those that were started while the one before went on.
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

/// The watchman of one engine.
#[derive(Debug)]
pub(super) struct Watchman(Child);

impl Watchman {
    /// Sets a watchman over the group `leader` and whatever bears `mark`; without a shell there is none, and the engine
    /// has the end of its input to go by.
    pub(super) fn set(leader: u32, mark: &str) -> Option<Watchman> {
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "duiyi-watchman", &leader.to_string(), &format!("{MARK}={mark}")]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C is not meant for it.
        command.process_group(0);
        command.spawn().ok().map(Watchman)
    }

    /// Ends what bears the mark, once the group has been killed, and sends the watchman home.
    pub(super) async fn dismiss(mut self) {
        if let Some(mut pipe) = self.0.stdin.take() {
            // One that is gone has nothing left to do.
            let _ = pipe.write_all(b"done\n").await;
        }
        let _ = self.0.wait().await;
    }
}
