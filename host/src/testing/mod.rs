//! Helpers of several tests: folders without permissions, programs that are killed, and times.

pub mod scripted_engine;
pub mod timing;

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::engines::EngineCommand;
use crate::files::DataDir;

/// The test that is the scripted engine.
const ENGINE: &str = "testing::scripted_engine::tests::run";

/// Returns the command of an external engine that follows a script ([`scripted_engine`]).
pub fn scripted(script: &str) -> EngineCommand {
    let program = std::env::current_exe().unwrap();
    let arguments = scripted_engine::arguments(ENGINE, script);
    EngineCommand { args: arguments.into(), ..EngineCommand::new(program.to_str().unwrap(), &[]) }
}

/// Returns [`scripted`] as a person writes it.
pub fn scripted_line(script: &str) -> String {
    scripted(script).command_line()
}

/// Returns whether a process of this number runs.
pub fn is_process(id: u32) -> bool {
    use sysinfo::{Pid, ProcessStatus, ProcessesToUpdate, System};
    let (mut system, id) = (System::new().expect("a system that sysinfo knows"), Pid::from_u32(id));
    system.refresh_processes(ProcessesToUpdate::Some(&[id]), true);
    // A dead process may wait for its parent.
    system.process(id).is_some_and(|process| process.status() != ProcessStatus::Zombie)
}

/// Marks the second process of a test; its value is the folder to work in.
pub const CHILD: &str = "DUIYI_TEST_FOLDER";

/// Returns an empty data folder, which lasts as long as the first value.
pub fn data_dir() -> (TempDir, DataDir) {
    let temp = tempfile::tempdir().unwrap();
    let dir = DataDir::open(temp.path()).unwrap();
    (temp, dir)
}

/// Returns the names in a folder, sorted.
pub fn names_in(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().expect("the tests write only such names"))
        .collect();
    names.sort();
    names
}

/// Returns the command that runs one test of this program in a second process, in `folder`.
pub fn again(test: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD, folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `check` on a read-only folder, in a process without root: permissions do not bind root.
pub fn as_nobody(test: &str, check: impl FnOnce(&Path)) {
    as_nobody_after(test, |_| {}, check);
}

/// As [`as_nobody`]; `prepare` fills the folder while it is writable.
#[cfg(unix)]
pub fn as_nobody_after(test: &str, prepare: impl FnOnce(&Path), check: impl FnOnce(&Path)) {
    use std::fs::{Permissions, copy, set_permissions};
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;

    if let Some(folder) = std::env::var_os(CHILD) {
        return check(Path::new(&folder));
    }
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    prepare(&folder);
    // The test program may lie in a folder that only its owner can read.
    let program = temp.path().join("test");
    copy(std::env::current_exe().unwrap(), &program).unwrap();
    set_permissions(temp.path(), Permissions::from_mode(0o755)).unwrap();
    set_permissions(&folder, Permissions::from_mode(0o555)).unwrap();

    let mut command = Command::new(&program);
    command.args(["--exact", test]).env(CHILD, &folder).current_dir(temp.path());
    if std::fs::write(folder.join("probe"), b"").is_ok() {
        std::fs::remove_file(folder.join("probe")).unwrap();
        const NOBODY: u32 = 65534;
        command.uid(NOBODY).gid(NOBODY);
    }
    // A concurrently started child may briefly hold the fresh copy open.
    let output = loop {
        match command.output() {
            Err(error) if error.kind() == std::io::ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            output => break output.unwrap(),
        }
    };
    set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("1 passed"), "no test is called {test}: {text}");
}

/// Other systems have no such permissions.
#[cfg(not(unix))]
pub fn as_nobody_after(_: &str, _: impl FnOnce(&Path), _: impl FnOnce(&Path)) {
    println!("skipped: this system has no folder permissions of this kind");
}

/// Returns a line of random moves from `start`, in which some moves are common.
pub(crate) fn likely_line(
    start: &duiyi_core::game::Game,
    plies: usize,
    rng: &mut duiyi_core::base::Rng,
) -> Vec<String> {
    let mut game = start.clone();
    (0..plies)
        .map_while(|_| {
            let moves = game.legal_moves();
            // The smallest of three numbers.
            let index = (0..3).map(|_| rng.below(moves.len().max(1))).min()?;
            let mv = moves.get(index)?.clone();
            game.advance(&mv).ok()?;
            Some(mv)
        })
        .collect()
}
