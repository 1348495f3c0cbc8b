//! Generates the files that are checked in beside their generator: `cargo xtask gen glyphs|kai|latin|sounds|icon`, `cargo xtask notices`.
//! Checks a release and writes its papers: `cargo xtask release|manifests|sbom`.

mod font;
mod glyphs;
mod icon;
mod kai;
mod latin;
mod lockfiles;
mod manifests;
mod notices;
mod release;
mod sbom;
mod sounds;

use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The result of a task; an error is one sentence with the remedy.
type Outcome = Result<(), String>;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The project's own tools")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Generate drawings and sounds
    #[command(subcommand)]
    Gen(Generated),
    /// Write NOTICES.md: every shipped package with its licence
    Notices {
        /// Fail when NOTICES.md is out of date, and write nothing
        #[arg(long)]
        check: bool,
    },
    /// Check whether a release can be cut
    Release {
        /// The tag that was made for it; without one it must be possible to make it
        #[arg(long)]
        tag: Option<String>,
    },
    /// Fill the manifests of packaging/ for a release, into target/packaging
    Manifests(manifests::Release),
    /// Write the bill of materials of the programs, in CycloneDX
    Sbom {
        /// The file, below the top folder
        #[arg(default_value = "target/duiyi.cdx.json")]
        file: String,
    },
}

#[derive(Subcommand)]
enum Generated {
    /// data/board/kai-bold.txt and kai-numerals.txt from LXGW WenKai Bold
    Glyphs {
        /// The font's file; by default where Debian's fonts-lxgw-wenkai puts it
        #[arg(default_value = font::DEBIAN_PATH)]
        font: PathBuf,
    },
    /// ui/src/fonts/duiyi-kai-*.woff2 from LXGW WenKai
    Kai {
        /// The folder of the font's files; by default where Debian's fonts-lxgw-wenkai puts them
        #[arg(default_value = font::DEBIAN_FOLDER)]
        fonts: PathBuf,
    },
    /// ui/src/fonts/duiyi-{sans,serif}-*.woff2 and data/board/serif-*.txt from Source Sans 3 and Source Serif 4
    Latin {
        /// The folder with the unpacked npm packages @fontsource-variable/source-sans-3 and @fontsource/source-serif-4
        packages: PathBuf,
    },
    /// src-tauri/sounds/*.wav
    Sounds,
    /// src-tauri/icons/* from LXGW WenKai Bold
    Icon {
        /// The font's file; by default where Debian's fonts-lxgw-wenkai puts it
        #[arg(default_value = font::DEBIAN_PATH)]
        font: PathBuf,
    },
}

fn main() -> ExitCode {
    let top = top();
    let outcome = match Arguments::parse().task {
        Task::Gen(Generated::Glyphs { font }) => glyphs::generate(&top, &font),
        Task::Gen(Generated::Kai { fonts }) => kai::generate(&top, &fonts),
        Task::Gen(Generated::Latin { packages }) => latin::generate(&top, &packages),
        Task::Gen(Generated::Sounds) => sounds::generate(&top),
        Task::Gen(Generated::Icon { font }) => icon::generate(&top, &font),
        Task::Notices { check } => notices::run(&top, check),
        Task::Release { tag } => release::run(&top, tag.as_deref()),
        Task::Manifests(release) => manifests::run(&top, &release),
        Task::Sbom { file } => sbom::run(&top, &file),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("xtask: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace's manifest.
fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands one folder below the top").to_path_buf()
}

/// Reads a text file of ours.
fn read(top: &Path, name: &str) -> Result<String, String> {
    std::fs::read_to_string(top.join(name)).map_err(|error| format!("{name} could not be read: {error}"))
}

/// Reads a JSON file of ours.
fn read_json(top: &Path, name: &str) -> Result<serde_json::Value, String> {
    serde_json::from_str(&read(top, name)?).map_err(|error| format!("{name}: {error}"))
}

/// Writes `bytes` under the top folder and prints the name and size.
fn write(top: &Path, name: &str, bytes: &[u8]) -> Outcome {
    let path = top.join(name);
    let folder = path.parent().expect("a file in a folder of ours");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, bytes))
        .map_err(|error| format!("{name} could not be written: {error}"))?;
    println!("{name} {} bytes", bytes.len());
    Ok(())
}
