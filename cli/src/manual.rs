//! `duiyi manual` and `duiyi completions`: the man pages and shell completions, generated from the arguments.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::problem::{Problem, Status};

/// Write what a shell needs to complete arguments
///
/// For example: duiyi completions bash > ~/.local/share/bash-completion/completions/duiyi
#[derive(clap::Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Write the manual pages, one a command
#[derive(clap::Args)]
#[command(hide = true)]
pub struct Manual {
    /// The folder, which is made where it is missing
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn complete(args: &Completions, out: &mut dyn Write) -> Result<Status, Problem> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "duiyi", &mut script);
    out.write_all(&script)?;
    Ok(Status::Done)
}

pub fn write(args: &Manual, out: &mut dyn Write) -> Result<Status, Problem> {
    let failed = |error| Problem::at("--out", error);
    fs::create_dir_all(&args.out).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), &args.out).map_err(failed)?;
    writeln!(out, "{}", args.out.join("duiyi.1").display())?;
    Ok(Status::Done)
}
