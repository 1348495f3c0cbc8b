//! A child process that is spoken to in lines, from its start to its certain end.
//!
//! One thread reads its output into a queue of bounded length, so a guest that floods while nobody listens is held up
//! by the pipe; one keeps the end of its error output; one writes, so that a guest that never reads holds nobody up.
//! The process leads a group of its own, and the whole group is killed with it: a guest that is a shell script or that
//! starts helpers leaves nothing running.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::console::{Console, Direction};
use super::fault::{FaultKind, GuestFault};
use super::spec::GuestSpec;
use crate::lines::Lines;

/// The longest line that is kept, in bytes; a line of play with its scores has a few hundred.
const LINE_MAX: usize = 64 << 10;
/// Lines of output that wait to be read before the guest has to.
const QUEUE: usize = 1024;
/// Lines of ours that a guest may leave unread.
const UNREAD_MAX: usize = 4096;
/// More lines than this in a second are a flood: engines that tell hundreds of lines of play at each depth stay below.
const LINES_PER_SECOND: u32 = 10_000;
/// How many first lines are kept for whoever has to find out what a guest is.
const FIRST_KEPT: usize = 10;
/// How many last lines of the error output are kept.
const ERRORS_KEPT: usize = 20;
/// How long a process whose output has ended is given to end by itself, so that its own status is seen.
const LAST_BREATH: Duration = Duration::from_millis(20);

/// A running guest's process. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: SyncSender<String>,
    output: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    console: Console,
    first: Vec<String>,
    second: Instant,
    lines: u32,
    ended: bool,
}

impl Process {
    /// Starts the program of `spec`.
    ///
    /// # Errors
    /// [`FaultKind::Missing`] if the system does not find it or may not run it.
    pub fn spawn(spec: &GuestSpec, console: &Console) -> Result<Process, FaultKind> {
        let missing = |error: io::Error| FaultKind::Missing {
            program: spec.program.clone(),
            why: match error.kind() {
                io::ErrorKind::NotFound => "there is no such program".to_owned(),
                io::ErrorKind::PermissionDenied => "the system does not allow to run it".to_owned(),
                _ => error.to_string(),
            },
        };
        let mut command = Command::new(&spec.program);
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        apart(&mut command);
        let mut child = command.spawn().map_err(missing)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let process = Process {
            input: write_on_a_thread(stdin.expect("the input is piped")),
            output: read_on_a_thread(stdout.expect("the output is piped")),
            errors: Arc::clone(&errors),
            console: console.clone(),
            first: Vec::new(),
            second: Instant::now(),
            lines: 0,
            ended: false,
            child,
        };
        drain_on_a_thread(stderr.expect("the error output is piped"), errors, console.clone());
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`FaultKind::Died`] if the process has ended or reads nothing; it is killed then.
    pub fn send(&mut self, line: &str) -> Result<(), FaultKind> {
        self.console.push(Direction::Sent, line);
        if self.ended || self.input.try_send(format!("{line}\n")).is_err() {
            return Err(self.died());
        }
        Ok(())
    }

    /// Waits for a line until `until`; `None` if none came.
    ///
    /// # Errors
    /// [`FaultKind::Died`] or [`FaultKind::Flooded`]; the process is killed then.
    pub fn hear(&mut self, until: Instant) -> Result<Option<String>, FaultKind> {
        let line = match self.output.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
        };
        if self.second.elapsed() >= Duration::from_secs(1) {
            (self.second, self.lines) = (Instant::now(), 0);
        }
        self.lines += 1;
        if self.lines > LINES_PER_SECOND {
            self.kill();
            return Err(FaultKind::Flooded { lines: LINES_PER_SECOND });
        }
        self.console.push(Direction::Heard, &line);
        if self.first.len() < FIRST_KEPT {
            self.first.push(line.clone());
        }
        Ok(Some(line))
    }

    /// Reads away what was said and not heard.
    ///
    /// # Errors
    /// As [`Process::hear`].
    pub fn hear_leftovers(&mut self) -> Result<(), FaultKind> {
        while self.hear(Instant::now())?.is_some() {}
        Ok(())
    }

    /// Returns `kind` with what the guest said.
    #[must_use]
    pub fn fault(&self, kind: FaultKind) -> GuestFault {
        GuestFault { kind, heard: self.first.clone(), errors: self.errors.lock().iter().cloned().collect() }
    }

    /// Returns the process's number.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns whether the process has neither ended nor been killed, as far as anybody has noticed.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        !self.ended
    }

    /// Says `goodbye` and gives the process `patience` to end by itself before it is killed.
    pub fn quit(&mut self, goodbye: &str, patience: Duration) {
        let until = Instant::now() + patience;
        if self.send(goodbye).is_ok() {
            while matches!(self.hear(until), Ok(Some(_))) {}
        }
        self.kill();
    }

    /// Kills the process and everything it started, and waits for its end.
    pub fn kill(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            self.ended = true;
            kill_group(&mut self.child);
        }
        // Our own child can always be waited for; if not, there is nothing left to wait for.
        self.child.wait().ok()
    }

    fn died(&mut self) -> FaultKind {
        thread::sleep(LAST_BREATH);
        let status = self.kill().map_or_else(|| "it left no status".to_owned(), |status| status.to_string());
        FaultKind::Died { status }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_on_a_thread(mut pipe: impl Write + Send + 'static) -> SyncSender<String> {
    let (send, lines) = mpsc::sync_channel::<String>(UNREAD_MAX);
    thread::spawn(move || {
        // A pipe that breaks is noticed at the other end: the output ends.
        while let Ok(line) = lines.recv() {
            if pipe.write_all(line.as_bytes()).and_then(|()| pipe.flush()).is_err() {
                return;
            }
        }
    });
    send
}

fn read_on_a_thread(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (send, output) = mpsc::sync_channel(QUEUE);
    thread::spawn(move || {
        let mut lines = Lines::up_to(BufReader::new(pipe), LINE_MAX);
        while let Some(line) = lines.next() {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    output
}

fn drain_on_a_thread(pipe: impl Read + Send + 'static, errors: Arc<Mutex<VecDeque<String>>>, console: Console) {
    thread::spawn(move || {
        let mut lines = Lines::up_to(BufReader::new(pipe), LINE_MAX);
        while let Some(line) = lines.next() {
            console.push(Direction::Error, &line);
            let mut errors = errors.lock();
            if errors.len() == ERRORS_KEPT {
                errors.pop_front();
            }
            errors.push_back(line);
        }
    });
}

/// Puts the child into a group of its own, out of reach of a Ctrl-C that is meant for us.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Gives the child no window of its own.
#[cfg(windows)]
fn apart(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP` of the Windows API.
    const FLAGS: u32 = 0x0800_0000 | 0x0000_0200;
    command.creation_flags(FLAGS);
}

#[cfg(not(any(unix, windows)))]
fn apart(_: &mut Command) {}

/// Kills the child's whole group. The child has not been waited for, so its number cannot be somebody else's. The
/// shell's own `kill` is asked because the standard library kills only single processes.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("kill -KILL -{}", child.id())]);
    // Without it only the child itself is killed, below; and a group that has ended already cannot be killed.
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let _ = child.kill();
}

#[cfg(windows)]
fn kill_group(child: &mut Child) {
    let number = child.id().to_string();
    let mut command = Command::new("taskkill");
    command.args(["/T", "/F", "/PID", &number]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    apart(&mut command);
    // Without it only the child itself is killed, below.
    let _ = command.status();
    let _ = child.kill();
}

#[cfg(not(any(unix, windows)))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}
