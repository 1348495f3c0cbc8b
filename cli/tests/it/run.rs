//! Running the program.

use std::io::Write;
use std::process::{Command, Stdio};

use duiyi_core::engine::xiangqi::net::INPUTS;
use duiyi_core::engine::xiangqi::net::network::{Architecture, BUCKETS, Base, Network, Parameters};
use duiyi_host::engines::{EngineCommand, EngineProtocol};
use tempfile::NamedTempFile;

/// The result of a run.
pub struct Ended {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// The last line of the output; empty if there is none.
    pub fn last(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }
}

/// Runs `duiyi` with `args` and `input` on its standard input.
pub fn duiyi(args: &[&str], input: &str) -> Ended {
    duiyi_of_bytes(args, input.as_bytes())
}

/// Runs `duiyi` as [`duiyi`] does; `input` need not be text.
pub fn duiyi_of_bytes(args: &[&str], input: &[u8]) -> Ended {
    let mut child = Command::new(env!("CARGO_BIN_EXE_duiyi"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    let input = input.to_owned();
    // A program that ends early may leave a broken pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ended { status: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Returns an external engine that follows a script (see `scripted_engine.rs`), as the command line of a match takes it.
pub fn scripted(script: &str) -> String {
    let program = std::env::current_exe().expect("this program has a path");
    let arguments = crate::scripted_engine::arguments("scripted_engine::tests::run", script);
    let command =
        EngineCommand::new(program.to_str().expect("a plain path"), &arguments.each_ref().map(String::as_str));
    command.with_protocol(EngineProtocol::Uci).to_string()
}

/// Writes a small Xiangqi net that counts pieces only.
pub fn net() -> NamedTempFile {
    let architecture = Architecture { width: 32, scale: 400, base: Base::HandCrafted };
    let parameters = Parameters {
        weights: vec![0; INPUTS * architecture.width],
        biases: vec![0; architecture.width],
        outputs: vec![0; BUCKETS * 2 * architecture.width],
        offsets: std::array::from_fn(|bucket| 2_000 * bucket as i32),
    };
    let net = Network::new(architecture, parameters).expect("a net");
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(&net.to_bytes()).expect("there is room");
    file
}

/// Returns a Gomoku net that differs from the built-in one: it has another scale.
pub fn gomoku_net() -> Vec<u8> {
    use duiyi_core::base::Side::{First, Second};
    use duiyi_core::engine::gomoku::net::Network;
    use duiyi_core::gomoku::Rule::{Freestyle, Renju, Standard};
    let built_in = Network::built_in();
    let kinds = [(Freestyle, First), (Standard, First), (Renju, First), (Renju, Second)];
    let kinds = kinds.map(|(rule, side)| built_in.parameters(rule, side).clone());
    Network::new(built_in.scale() / 2, built_in.shared().clone(), kinds.to_vec())
        .expect("a net within its bounds")
        .to_bytes()
}

/// Runs `duiyi` without input; it must succeed with an empty error output.
#[track_caller]
pub fn ok(args: &[&str]) -> String {
    let ended = duiyi(args, "");
    assert_eq!((ended.status, ended.err.as_str()), (0, ""), "{args:?}");
    ended.out
}

/// Runs `duiyi` without input; it must refuse with exit status 2 and one sentence, which is returned.
#[track_caller]
pub fn refused(args: &[&str]) -> String {
    let ended = duiyi(args, "");
    assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{args:?}: {}", ended.err);
    assert_eq!(ended.err.lines().count(), 1, "{args:?}: {}", ended.err);
    ended.err.trim_end().to_owned()
}
