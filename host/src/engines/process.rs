//! A child process with line-based input and output.
//!
//! Tasks of the [`Reactor`] serve its pipes. The output goes into a bounded queue: a pipe that is full blocks an engine
//! that floods an absent reader. The end of the error output is kept. The input has a queue, too, so an engine that
//! never reads blocks no caller.
//!
//! The process leads its own process group, on Windows a job. A kill ends the whole group, so a shell script or an
//! engine with helpers leaves no process behind. The same holds if this program dies in any way: Windows ends the job,
//! and on Unix each engine has a [`Watchman`].

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use duiyi_core::search::Stop;
use parking_lot::Mutex;
use process_wrap::tokio::{ChildWrapper, CommandWrap, KillOnDrop};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{sleep_until, timeout};

use super::command::EngineCommand;
use super::console::{Console, ConsoleDirection};
use super::fault::{EngineFault, FaultKind};
#[cfg(unix)]
use super::watchman::{self, Watchman};
use crate::app_image;
use crate::lines::Lines;
use crate::machine;
use crate::reactor::Reactor;

/// The limit of a line, in bytes; a PV line with scores has a few hundred.
const LINE_MAX: usize = 64 << 10;
/// The capacity of the output queue, in lines.
const QUEUE: usize = 1024;
/// The limit of unread input lines.
const UNREAD_MAX: usize = 4096;
/// The limit of output lines a second; hundreds of PV lines at each depth stay below it.
const LINES_PER_SECOND: u32 = 10_000;
/// The number of first lines kept for the diagnosis.
const FIRST_KEPT: usize = 10;
/// The number of last lines of the error output kept.
const ERRORS_KEPT: usize = 20;
/// The time from the end of the output to the kill, in which the process can report its exit status.
const LAST_BREATH: Duration = Duration::from_millis(20);

/// The time from the end of the process to the fault while another process holds its output open. A busy machine may
/// read the last lines that late.
const HELD_OPEN: Duration = Duration::from_millis(500);

/// The interval at which a wait checks its stop.
pub(super) const STOP_STEP: Duration = Duration::from_millis(4);

/// A running process. Dropping it kills it.
#[derive(Debug)]
pub struct Process {
    reactor: Reactor,
    /// `Some` until the drop.
    child: Option<Box<dyn ChildWrapper>>,
    id: u32,
    input: Sender<String>,
    output: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Closed at the end of the error output.
    drained: Receiver<()>,
    console: Console,
    first: Vec<String>,
    second: Instant,
    lines: u32,
    /// Whether it has been killed.
    ended: bool,
    /// The moment at which its end was seen while it was waited for.
    exited: Option<Instant>,
    /// Ends the waits outside of searches.
    stop: Stop,
    #[cfg(unix)]
    watchman: Option<Watchman>,
}

impl Process {
    /// Starts the program of `spec`, in its own folder if it is named by its whole path.
    ///
    /// # Errors
    /// [`FaultKind::Missing`] if the program does not exist or is not executable, [`FaultKind::Sandboxed`] if that is
    /// so in a Flatpak.
    pub fn spawn(reactor: &Reactor, spec: &EngineCommand, console: &Console) -> Result<Process, FaultKind> {
        #[cfg(unix)]
        let mark = format!("{}-{:x}", std::process::id(), crate::clock::seed());
        let mut command = CommandWrap::with_new(&spec.program, |command| {
            command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            app_image::leave(command.as_std_mut());
            if let Some(folder) = own_folder(spec) {
                command.current_dir(folder);
            }
            #[cfg(unix)]
            command.env(watchman::MARK, &mark);
        });
        command.wrap(KillOnDrop);
        apart(&mut command);
        let inside = reactor.enter();
        let mut child = command.spawn().map_err(|error| not_started(&spec.program, &error, machine::is_flatpak()))?;
        let id = child.id().expect("nobody has waited for it yet");
        #[cfg(unix)]
        let watchman = Watchman::set(id, &mark);
        drop(inside);
        let (input, unread) = mpsc::channel(UNREAD_MAX);
        let (said, output) = mpsc::channel(QUEUE);
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        reactor.spawn(write(child.stdin().take().expect("the input is piped"), unread));
        reactor.spawn(read(child.stdout().take().expect("the output is piped"), said));
        let pipe = child.stderr().take().expect("the error output is piped");
        let (until_drained, drained) = mpsc::channel(1);
        reactor.spawn(drain(pipe, Arc::clone(&errors), console.clone(), until_drained));
        Ok(Process {
            reactor: reactor.clone(),
            child: Some(child),
            id,
            input,
            output,
            errors,
            drained,
            console: console.clone(),
            first: Vec::new(),
            second: Instant::now(),
            lines: 0,
            ended: false,
            exited: None,
            stop: Stop::new(),
            #[cfg(unix)]
            watchman,
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// [`FaultKind::Died`] if the process has ended or does not read; it is then killed.
    pub fn send(&mut self, line: &str) -> Result<(), FaultKind> {
        if self.say(line) { Ok(()) } else { Err(self.reactor.clone().block_on(self.died())) }
    }

    /// Sends a line without waiting; returns whether the process still reads.
    pub(crate) fn say(&self, line: &str) -> bool {
        self.console.push(ConsoleDirection::Sent, line);
        !self.ended && self.input.try_send(format!("{line}\n")).is_ok()
    }

    /// Returns the next line, or `None` if none arrives until `until`.
    ///
    /// # Errors
    /// [`FaultKind::Died`] or [`FaultKind::Flooded`]; the process is then killed.
    pub fn hear(&mut self, until: Instant) -> Result<Option<String>, FaultKind> {
        self.reactor.clone().block_until(until, self.heard()).transpose()
    }

    /// Returns the next line of an engine that does not search, or `None` if none arrives until `until` or the stop.
    ///
    /// # Errors
    /// As [`Process::hear`].
    pub fn hear_ready(&mut self, until: Instant) -> Result<Option<String>, FaultKind> {
        loop {
            let line = self.hear(until.min(Instant::now() + STOP_STEP))?;
            if line.is_some() || self.stop.is_asked() || Instant::now() >= until {
                return Ok(line);
            }
        }
    }

    /// Waits for a line. Dropping the future loses no output.
    ///
    /// # Errors
    /// As [`Process::hear`].
    pub(crate) async fn heard(&mut self) -> Result<String, FaultKind> {
        let child = self.child.as_mut().expect("it is taken by the drop alone");
        // The output has no end while a child of the engine holds it. The wrapped child waits for its process alone, not for
        // the group.
        let held_open = async {
            let _ = child.inner_mut().wait().await;
            sleep_until((*self.exited.get_or_insert_with(Instant::now) + HELD_OPEN).into()).await;
        };
        let line = tokio::select! {
            biased;
            line = self.output.recv() => line,
            () = held_open => None,
        };
        let Some(line) = line else { return Err(self.died().await) };
        if self.second.elapsed() >= Duration::from_secs(1) {
            (self.second, self.lines) = (Instant::now(), 0);
        }
        self.lines += 1;
        if self.lines > LINES_PER_SECOND {
            self.end().await;
            return Err(FaultKind::Flooded { lines: LINES_PER_SECOND });
        }
        self.console.push(ConsoleDirection::Heard, &line);
        if self.first.len() < FIRST_KEPT {
            self.first.push(line.clone());
        }
        Ok(line)
    }

    /// Drops the unread output.
    ///
    /// # Errors
    /// As [`Process::hear`].
    pub fn hear_leftovers(&mut self) -> Result<(), FaultKind> {
        while self.hear(Instant::now())?.is_some() {}
        Ok(())
    }

    /// Returns a fault of `kind` with the engine's output.
    #[must_use]
    pub fn fault(&self, kind: FaultKind) -> EngineFault {
        EngineFault { kind, heard: self.first.clone(), errors: self.errors.lock().iter().cloned().collect() }
    }

    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Returns whether the process runs, as far as known.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        !self.ended
    }

    /// Sets the stop after which [`Process::hear_ready`] waits no longer.
    pub fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
    }

    /// Returns whether the stop is asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Sends `command` and waits for the end of the process up to `patience`; then kills it.
    pub fn quit(&mut self, command: &str, patience: Duration) {
        let until = Instant::now() + patience;
        if self.send(command).is_ok() {
            while matches!(self.hear(until), Ok(Some(_))) {}
        }
        self.kill();
    }

    /// Kills the process group and waits for its end.
    pub fn kill(&mut self) {
        self.reactor.clone().block_on(self.end());
    }

    /// Kills the process group; returns the exit status of its leader.
    async fn end(&mut self) -> Option<ExitStatus> {
        let child = self.child.as_mut()?;
        if !self.ended {
            self.ended = true;
            // A group that has ended cannot be killed.
            let _ = child.start_kill();
        }
        // If our own child cannot be waited for, it does not exist.
        let status = child.wait().await.ok();
        #[cfg(unix)]
        if let Some(watchman) = self.watchman.take() {
            watchman.dismiss().await;
        }
        status
    }

    async fn died(&mut self) -> FaultKind {
        if let Some(child) = self.child.as_mut().filter(|_| !self.ended) {
            // A process that is still running is killed below.
            let _ = timeout(LAST_BREATH, child.wait()).await;
        }
        let status = self.end().await.map_or_else(|| "it left no status".to_owned(), |status| status.to_string());
        // Its last words may still be in the pipe, which a child of it may hold open.
        let _ = timeout(LAST_BREATH, self.drained.recv()).await;
        FaultKind::Died { status }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take().filter(|_| !self.ended) {
            let _ = child.start_kill();
            #[cfg(unix)]
            let watchman = self.watchman.take();
            self.reactor.spawn(async move {
                drop(child.wait().await);
                #[cfg(unix)]
                if let Some(watchman) = watchman {
                    watchman.dismiss().await;
                }
            });
        }
    }
}

/// Returns the folder of a program that is named by its whole path: engines look for nets and settings in the working
/// folder. `None` if an argument or an option names something in the present folder, as a person at a terminal does.
fn own_folder(spec: &EngineCommand) -> Option<PathBuf> {
    let program = Path::new(&spec.program);
    let folder = program.parent().filter(|folder| program.is_absolute() && folder.is_dir())?;
    let is_here = |text: &str| !text.is_empty() && Path::new(text).is_relative() && Path::new(text).exists();
    // `--net=x.nnue` names a file, too.
    let names_present = |text: &String| is_here(text) || text.split_once('=').is_some_and(|(_, value)| is_here(value));
    let mut texts = spec.args.iter().chain(spec.options.iter().map(|(_, value)| value));
    (!texts.any(names_present)).then(|| folder.to_owned())
}

fn not_started(program: &str, error: &io::Error, is_flatpak: bool) -> FaultKind {
    let program = program.to_owned();
    let why = match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied if is_flatpak => {
            return FaultKind::Sandboxed { program };
        }
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "the system does not allow to run it".to_owned(),
        _ => error.to_string(),
    };
    FaultKind::Missing { program, why }
}

async fn write(mut pipe: impl AsyncWrite + Unpin, mut lines: Receiver<String>) {
    while let Some(line) = lines.recv().await {
        // A broken pipe shows as the end of the output.
        if pipe.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(pipe: impl AsyncRead + Unpin, said: Sender<String>) {
    let mut lines = Lines::up_to(BufReader::new(pipe), LINE_MAX);
    while let Some(line) = lines.heard().await {
        if said.send(line).await.is_err() {
            return;
        }
    }
}

async fn drain(
    pipe: impl AsyncRead + Unpin,
    errors: Arc<Mutex<VecDeque<String>>>,
    console: Console,
    _until_drained: Sender<()>,
) {
    let mut lines = Lines::up_to(BufReader::new(pipe), LINE_MAX);
    while let Some(line) = lines.heard().await {
        console.push(ConsoleDirection::Error, &line);
        let mut errors = errors.lock();
        if errors.len() == ERRORS_KEPT {
            errors.pop_front();
        }
        errors.push_back(line);
    }
}

/// Puts the child into its own process group, so that our Ctrl-C does not reach it.
#[cfg(unix)]
fn apart(command: &mut CommandWrap) {
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
}

/// Puts the child into its own job, without a window.
#[cfg(windows)]
fn apart(command: &mut CommandWrap) {
    /// `CREATE_NO_WINDOW | CREATE_NEW_PROCESS_GROUP` of the Windows API.
    const FLAGS: u32 = 0x0800_0000 | 0x0000_0200;
    let mut flags = process_wrap::tokio::CreationFlags(Default::default());
    flags.0.0 = FLAGS;
    command.wrap(flags).wrap(process_wrap::tokio::JobObject);
}

#[cfg(not(any(unix, windows)))]
fn apart(_: &mut CommandWrap) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_a_whole_path_starts_in_its_folder() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("engine");
        let program = path.to_str().expect("its name is a text");
        let folder_of = |program: &str, args: &[&str], option: Option<&str>| {
            let options = option.map(|value| ("EvalFile".to_owned(), value.to_owned())).into_iter().collect();
            own_folder(&EngineCommand { options, ..EngineCommand::new(program, args) })
        };
        let own = Some(temp.path().to_owned());
        assert_eq!(folder_of(program, &[], None), own);
        assert_eq!(folder_of(program, &["uci", "--net", "no-such.nnue", ""], Some("64")), own);
        assert_eq!(folder_of(program, &[program], Some(program)), own);
        // The tests run in the folder of the crate.
        for here in ["Cargo.toml", "src/lib.rs", "--net=Cargo.toml"] {
            assert_eq!(folder_of(program, &["--net", here], None), None, "{here}");
        }
        assert_eq!(folder_of(program, &[], Some("Cargo.toml")), None);
        let nowhere = temp.path().join("no-such-folder/engine");
        for name in ["engine", "./engine", "engines/engine", nowhere.to_str().expect("a text")] {
            assert_eq!(folder_of(name, &[], None), None, "{name}");
        }
    }

    #[test]
    fn a_flatpak_says_why_it_finds_no_program() {
        let code = |kind: io::ErrorKind, is_flatpak| not_started("x", &kind.into(), is_flatpak).code();
        assert_eq!(code(io::ErrorKind::NotFound, true), "engine-sandboxed");
        assert_eq!(code(io::ErrorKind::PermissionDenied, true), "engine-sandboxed");
        assert_eq!(code(io::ErrorKind::OutOfMemory, true), "engine-missing");
        assert_eq!(code(io::ErrorKind::NotFound, false), "engine-missing");
    }
}
