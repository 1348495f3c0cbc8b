//! Runs one program to its end and records its status, output, time and memory.

use duiyi_host::panics::REPORT;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The memory limit of the program besides the transposition table of its engine, in MiB.
pub const MEMORY_MIB: u64 = 256;
/// The default table, in MiB; the program has one for each engine.
const HASH_MIB: u64 = 64;
/// The limit of kept output, in bytes.
const KEPT: usize = 8 << 20;
/// Marks every process of a round, so that left-over ones can be found.
#[cfg(target_os = "linux")]
pub const MARK: &str = "DUIYI_TORTURE";

/// The result of a run.
pub struct Ended {
    /// The exit status; `None` if the program was still running at the time limit.
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
    /// The greatest memory, in KiB.
    pub memory_kib: u64,
}

/// The meaning of the time limit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Late {
    /// The program hangs, which is a fault.
    Hangs,
    /// The program has much work.
    Works,
}

/// The program of this build, or the one that `DUIYI_PROGRAM` names.
pub fn duiyi() -> Command {
    let program = std::env::var("DUIYI_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_duiyi").to_owned());
    Command::new(program)
}

/// Runs `command` with `input` for at most `limit`.
///
/// # Errors
/// A panic, an abort, a hang, or too much memory.
pub fn run(command: &mut Command, input: Vec<u8>, limit: Duration, late: Late) -> Result<Ended, String> {
    let shown = shown(command);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| format!("{shown} does not start: {why}"))?;
    let mut stdin = child.stdin.take().expect("the input is piped");
    // A program that ends early may leave a broken pipe.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let out = Gathered::of(child.stdout.take().expect("the output is piped"));
    let err = Gathered::of(child.stderr.take().expect("the output is piped"));
    let (status, memory_kib) = watch(&mut child, limit);
    let status = status.ok();
    if status.is_none() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let _ = writer.join();
    let (out, err) = (out.text(), err.text());
    let fault = |why: String| Err(format!("{shown}: {why}; it wrote: {}", tail(&err, 600)));
    if [&err, &out].iter().any(|text| text.contains("panicked at") || text.contains(REPORT)) {
        return fault("a panic".to_owned());
    }
    if memory_kib / 1024 > MEMORY_MIB + HASH_MIB {
        return fault(format!("{} MiB of memory", memory_kib / 1024));
    }
    match status {
        None if late == Late::Hangs => fault(format!("no end after {limit:?}, last words '{}'", tail(&out, 200))),
        None => Ok(Ended { status: None, out, err, memory_kib }),
        Some(status) => match status.code() {
            // Windows reports a crash as a negative number.
            Some(code @ (101 | 134 | 139 | ..0)) => fault(format!("status {code}")),
            None => fault(format!("ended by a signal: {status}")),
            code => Ok(Ended { status: code, out, err, memory_kib }),
        },
    }
}

/// Waits for a program's end and records its greatest memory.
fn watch(child: &mut Child, limit: Duration) -> (Result<std::process::ExitStatus, ()>, u64) {
    let (begun, mut most) = (Instant::now(), 0);
    loop {
        most = most.max(memory_kib(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => return (Ok(status), most),
            _ if begun.elapsed() >= limit => return (Err(()), most),
            _ => thread::sleep(Duration::from_millis(3)),
        }
    }
}

/// Returns the greatest memory of a running process so far, in KiB; 0 where there is no `/proc`.
pub fn memory_kib(id: u32) -> u64 {
    // A process that has not replaced this program yet has its memory, and its command line.
    let command = |process: &str| std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    if command(&id.to_string()) == command("self") {
        return 0;
    }
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Lists the processes with `mark`, except zombies.
#[cfg(target_os = "linux")]
pub fn marked(mark: &str) -> Vec<u32> {
    let wanted = format!("{MARK}={mark}");
    let processes = std::fs::read_dir("/proc").expect("Linux has this folder").flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| {
        let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    })
    .collect()
}

/// Returns a command as a person would type it, shortened.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<String> = words.map(|word| format!("{word:?}")).collect();
    words.join(" ").chars().take(400).collect()
}

/// Returns the last characters of a text.
fn tail(text: &str, count: usize) -> String {
    let skip = text.chars().count().saturating_sub(count);
    text.chars().skip(skip).collect()
}

/// The output of a program, read at once so that the program never blocks.
struct Gathered {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: thread::JoinHandle<()>,
}

impl Gathered {
    fn of(mut from: impl Read + Send + 'static) -> Gathered {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let into = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                let mut bytes = into.lock().expect("no reader panics");
                let room = KEPT.saturating_sub(bytes.len());
                bytes.extend_from_slice(&buffer[..count.min(room)]);
            }
        });
        Gathered { bytes, reader }
    }

    /// Returns the output. Another process may have inherited the pipe and keep it open, so the wait is short.
    fn text(self) -> String {
        let begun = Instant::now();
        while !self.reader.is_finished() && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(1));
        }
        String::from_utf8_lossy(&self.bytes.lock().expect("no reader panics")).into_owned()
    }
}
