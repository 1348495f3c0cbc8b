//! The Latin typefaces, cut from the fonts of the npm packages `@fontsource-variable/source-sans-3` and
//! `@fontsource/source-serif-4`: a sans for the interface, a serif for titles and for the letters in pictures. Their
//! licence reserves the name "Source", so ours differ.

use crate::font::Font;
use crate::glyphs::outlines;
use crate::{Outcome, write};
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = "ui/src/fonts";
const SANS: &str = "source-sans-3";
const SERIF: &str = "source-serif-4";
const CREDIT: &str = "Source Serif 4, Copyright 2014-2021 Adobe Systems Incorporated, with Reserved Font Name 'Source'";

/// The fonts of the page: the package, the file in it, and our name.
const FONTS: [(&str, &str, &str); 9] = [
    (SANS, "latin-wght", "sans-latin"),
    (SANS, "vietnamese-wght", "sans-vietnamese"),
    (SANS, "latin-ext-wght", "sans-extended"),
    (SERIF, "latin-400", "serif-latin-regular"),
    (SERIF, "latin-600", "serif-latin-bold"),
    (SERIF, "vietnamese-400", "serif-vietnamese-regular"),
    (SERIF, "vietnamese-600", "serif-vietnamese-bold"),
    (SERIF, "latin-ext-400", "serif-extended-regular"),
    (SERIF, "latin-ext-600", "serif-extended-bold"),
];

/// The printable characters of ASCII: the letters in pictures.
const LETTERS: std::ops::RangeInclusive<char> = '!'..='~';

/// Cuts the page's fonts, and writes the outlines of the letters in pictures.
///
/// # Errors
/// A sentence, if `pyftsubset` is missing or refuses, or a file cannot be read or written.
pub fn generate(top: &Path, packages: &Path) -> Outcome {
    for (package, file, ours) in FONTS {
        let flavour = ["--flavor=woff2", "--unicodes=*", "--layout-features=kern,tnum,lnum,ccmp,locl"];
        let bytes = subset(&source(packages, package, file)?, &flavour)?;
        write(top, &format!("{FOLDER}/duiyi-{ours}.woff2"), &bytes)?;
    }
    for (weight, ours) in [("latin-400", "regular"), ("latin-700", "bold")] {
        let text: String = LETTERS.collect();
        let plain = subset(&source(packages, SERIF, weight)?, &[&format!("--text={text}"), "--layout-features=lnum"])?;
        let text = outlines("latin", CREDIT, &Font::parse(plain)?, LETTERS)?;
        write(top, &format!("data/board/serif-{ours}.txt"), text.as_bytes())?;
    }
    let licence = include_bytes!("../licences/OFL-1.1-Source.txt");
    write(top, &format!("{FOLDER}/OFL-1.1-Source.txt"), licence)
}

/// Finds a font of a package, in a folder named after it.
fn source(packages: &Path, package: &str, file: &str) -> Result<PathBuf, String> {
    let name = format!("{package}-{file}-normal.woff2");
    let folders =
        std::fs::read_dir(packages).map_err(|error| format!("{} is not there: {error}", packages.display()))?;
    let place = folders.flatten().map(|folder| folder.path().join("files").join(&name)).find(|path| path.exists());
    place.ok_or_else(|| {
        format!("no folder of {} has files/{name}; unpack the packages of npm there", packages.display())
    })
}

fn subset(font: &Path, options: &[&str]) -> Result<Vec<u8>, String> {
    let cut = std::env::temp_dir().join(format!("duiyi-latin-{}", std::process::id()));
    let ran = Command::new("pyftsubset")
        .arg(font)
        .arg(format!("--output-file={}", cut.display()))
        // No hints, because screens have enough pixels; of the names only copyright and licence.
        .args(["--no-hinting", "--name-IDs=0,13,14"])
        .args(options)
        .status()
        .map_err(|error| format!("pyftsubset could not be run ({error}); install fonttools with brotli"))?;
    if !ran.success() {
        return Err(format!("pyftsubset could not cut {}", font.display()));
    }
    let bytes = std::fs::read(&cut).map_err(|error| format!("{} could not be read: {error}", cut.display()));
    let _ = std::fs::remove_file(&cut);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The limit of the sans that an interface without other letters loads, in bytes.
    const SANS_BYTES_MAX: u64 = 40_000;

    fn bytes(ours: &str) -> u64 {
        let path = crate::top().join(FOLDER).join(format!("duiyi-{ours}.woff2"));
        std::fs::metadata(path).expect("the font is checked in").len()
    }

    #[test]
    fn the_sans_of_the_interface_is_small() {
        let loaded = bytes("sans-latin") + bytes("sans-vietnamese");
        assert!(loaded <= SANS_BYTES_MAX, "{loaded} bytes");
        assert!(FONTS.iter().all(|(.., ours)| bytes(ours) < 60_000));
    }

    #[test]
    fn every_letter_of_pictures_has_an_outline() {
        for weight in ["regular", "bold"] {
            let path = crate::top().join(format!("data/board/serif-{weight}.txt"));
            let text = std::fs::read_to_string(path).expect("the generated file is checked in");
            let drawn: String =
                text.lines().filter(|line| !line.starts_with("// ")).filter_map(|l| l.chars().next()).collect();
            assert_eq!(drawn, LETTERS.collect::<String>());
        }
    }
}
