//! The typeface of titles and level names: LXGW WenKai, cut to the characters of the window's texts. Its licence
//! reserves its name, so ours differs. `pyftsubset` of fontTools does the cutting.

use crate::{Outcome, write};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The window's texts: a folder of JSON files for each language.
const TEXTS: &str = "ui/src/lib/i18n";
/// Sources with other characters that the window shows: the names of languages and of openings.
const NAMES: [&str; 2] = ["ui/src/lib/i18n/lang.ts", "ui/src/lib/game/opening-names.ts"];
/// The folder of the cut fonts and of the list of their characters.
const FOLDER: &str = "ui/src/fonts";
/// The weights: the font's names of its files, and ours.
const WEIGHTS: [(&str, &str); 2] = [("Regular", "regular"), ("Bold", "bold")];
/// Characters beside those of the texts: names of players and numbers.
const ALWAYS: &str = "０１２３４５６７８９一二三四五六七八九前后後中进退平進車马馬炮砲兵卒相象仕士帅帥将將傌俥";
/// The size limit of one weight, in bytes.
const BYTES_MAX: usize = 400_000;

/// Cuts both weights out of the fonts in `fonts`.
///
/// # Errors
/// A sentence, if `pyftsubset` is missing or refuses, or a file cannot be read or written.
pub fn generate(top: &Path, fonts: &Path) -> Outcome {
    let characters: String = characters(top)?.into_iter().collect();
    for (theirs, ours) in WEIGHTS {
        let source = fonts.join(format!("LXGWWenKai-{theirs}.ttf"));
        let cut = std::env::temp_dir().join(format!("duiyi-kai-{ours}-{}.woff2", std::process::id()));
        let ran = Command::new("pyftsubset")
            .arg(&source)
            .arg(format!("--text={characters}"))
            .arg(format!("--output-file={}", cut.display()))
            // No hints, because screens have enough pixels; of the names only copyright and licence.
            .args(["--flavor=woff2", "--no-hinting", "--layout-features=kern,tnum", "--name-IDs=0,13,14"])
            .status()
            .map_err(|error| format!("pyftsubset could not be run ({error}); install fonttools with brotli"))?;
        if !ran.success() {
            return Err(format!(
                "pyftsubset could not cut {}; install fonts-lxgw-wenkai or name its folder",
                source.display()
            ));
        }
        let bytes = std::fs::read(&cut).map_err(|error| format!("{} could not be read: {error}", cut.display()))?;
        let _ = std::fs::remove_file(&cut);
        if bytes.len() > BYTES_MAX {
            return Err(format!("the {ours} weight would take {} bytes, more than {BYTES_MAX}", bytes.len()));
        }
        write(top, &format!("{FOLDER}/duiyi-kai-{ours}.woff2"), &bytes)?;
    }
    write(top, &format!("{FOLDER}/OFL-1.1.txt"), include_bytes!("../licences/OFL-1.1-LXGW-WenKai.txt"))?;
    write(top, &format!("{FOLDER}/characters.txt"), characters.as_bytes())
}

/// Returns every printable character of the window's texts and of [`ALWAYS`].
fn characters(top: &Path) -> Result<BTreeSet<char>, String> {
    let fail = |error| format!("the texts of the window could not be read: {error}");
    let mut files = NAMES.map(|name| top.join(name)).to_vec();
    for entry in std::fs::read_dir(top.join(TEXTS)).map_err(fail)? {
        let folder = entry.map_err(fail)?.path();
        if folder.is_dir() {
            for file in std::fs::read_dir(folder).map_err(fail)? {
                files.push(file.map_err(fail)?.path());
            }
        }
    }
    let mut found: BTreeSet<char> = (' '..='~').chain(ALWAYS.chars()).collect();
    // The pages of "How to play" are in the typeface of the system.
    for path in files.iter().filter(|path| !path.ends_with("howto.json")) {
        let text = std::fs::read_to_string(path).map_err(fail)?;
        found.extend(text.chars().filter(|character| !character.is_control()));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_the_window_is_in_the_cut_fonts() {
        let top = crate::top();
        let held = std::fs::read_to_string(top.join(FOLDER).join("characters.txt")).expect("the list is checked in");
        let missing: String =
            characters(&top).expect("the sentences are here").into_iter().filter(|&c| !held.contains(c)).collect();
        assert_eq!(missing, "", "run `cargo xtask gen kai` and commit what it writes");
    }

    #[test]
    fn the_checked_in_fonts_are_fonts_of_a_reasonable_size() {
        for (_, ours) in WEIGHTS {
            let path = crate::top().join(FOLDER).join(format!("duiyi-kai-{ours}.woff2"));
            let bytes = std::fs::read(path).expect("the font is checked in");
            assert_eq!(&bytes[..4], b"wOF2");
            assert!((50_000..=BYTES_MAX).contains(&bytes.len()), "{} bytes", bytes.len());
        }
    }
}
