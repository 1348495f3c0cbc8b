use std::io::Write as _;

use zip::write::{FullFileOptions, SimpleFileOptions, ZipWriter};

use super::*;

const LIMIT: u64 = 8 << 20;

/// Packs files; a name that ends in `/` is a folder.
pub(crate) fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        if let Some(folder) = name.strip_suffix('/') {
            zip.add_directory(folder, SimpleFileOptions::default()).unwrap();
        } else {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

/// Packs files whose names are bytes of the same length as those that the library writes.
fn pack_named(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let plain = ('A'..).zip(files).map(|(letter, (name, _))| letter.to_string().repeat(name.len()));
    let plain: Vec<String> = plain.collect();
    let mut packed = pack(&plain.iter().zip(files).map(|(name, file)| (name.as_str(), file.1)).collect::<Vec<_>>());
    for (name, (wanted, _)) in plain.iter().zip(files) {
        while let Some(at) = packed.windows(name.len()).position(|window| window == name.as_bytes()) {
            packed[at..at + name.len()].copy_from_slice(wanted);
        }
    }
    packed
}

/// Lists the files of an archive: content, or the code of the fault.
fn list(packed: &[u8]) -> Vec<(String, String)> {
    let files = match PackedFiles::open(Path::new("a.zip"), ArchiveContent::Bytes(packed.into()), LIMIT) {
        Ok(files) => files,
        Err(why) => return vec![("a.zip".to_owned(), why.code().to_owned())],
    };
    let told = |file: PackedFile| {
        let place = file.place.display().to_string().replace('\\', "/");
        if let Ok(bytes) = &file.bytes {
            let again = read_again(&file.place, &ArchiveContent::Bytes(packed.into()), &file.route, LIMIT);
            assert_eq!(again.as_ref().ok(), Some(bytes), "{place} is read again");
        }
        let what = file.bytes.map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned());
        (place, what.unwrap_or_else(|why| why.code().to_owned()))
    };
    files.map(told).collect()
}

#[track_caller]
fn check(packed: &[u8], expected: &[(&str, &str)]) {
    let found = list(packed);
    let found: Vec<(&str, &str)> = found.iter().map(|(name, what)| (name.as_str(), what.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn files_are_read_in_order_and_what_folders_hide_is_left_out() {
    let files: [(&str, &[u8]); 7] = [
        ("games/", b""),
        ("games/b.pgn", b"b"),
        ("games/a.pgn", b"a"),
        ("__MACOSX/a.pgn", b"x"),
        (".DS_Store", b"x"),
        ("../../etc/passwd", b"p"),
        ("win\\c.sgf", b"c"),
    ];
    check(
        &pack(&files),
        &[("a.zip/games/b.pgn", "b"), ("a.zip/games/a.pgn", "a"), ("a.zip/etc/passwd", "p"), ("a.zip/win/c.sgf", "c")],
    );
    check(&pack(&[]), &[]);
}

#[test]
fn names_are_read_as_utf_8_or_in_the_encoding_that_they_share() {
    let gbk: &[u8] = b"\xCF\xF3\xC6\xE5\xC6\xD7\xBC\xAF/\xD6\xD0\xC5\xDA\xB6\xD4\xC6\xC1\xB7\xE7\xC2\xED.pgn";
    let packed = pack_named(&[(gbk, b"1"), ("大师对局/胡荣华.pgn".as_bytes(), b"2")]);
    check(&packed, &[("a.zip/象棋谱集/中炮对屏风马.pgn", "1"), ("a.zip/大师对局/胡荣华.pgn", "2")]);
    let packed = pack_named(&[(b"line\nbreak.pgn", b"1")]);
    check(&packed, &[("a.zip/line\u{FFFD}break.pgn", "1")]);
}

/// In Big5 and GBK the second byte of a character may be that of a backslash.
#[test]
fn a_backslash_inside_a_character_parts_no_name() {
    let big5: &[u8] = b"\xB6H\xB4\xD1/\xB3\\\xBB\xC8\xA4t\xB9\xEF\xA7f\xB4\xDC.pgn";
    let folder_like: &[u8] = b"\xB6H\xB4\xD1/\xA6\xA8\xA5\\";
    check(
        &pack_named(&[(big5, b"1"), (folder_like, b"2")]),
        &[("a.zip/象棋/許銀川對呂欽.pgn", "1"), ("a.zip/象棋/成功", "2")],
    );
    let gbk: &[u8] = b"\xCF\xF3\xC6\xE5\\\xD5\\\xD0\xC5\xB1\xAD\xB5\xDA\xD2\xBB\xBE\xD6.pgn";
    check(&pack_named(&[(gbk, b"1")]), &[("a.zip/象棋/誠信杯第一局.pgn", "1")]);
}

/// WinRAR and Info-ZIP put the whole name into a field of its own, beside one in the code page of the machine.
#[test]
fn the_name_in_unicode_outranks_the_other() {
    let plain = b"??????-???.pgn";
    let mut field = vec![1];
    field.extend(crc32fast::hash(plain).to_le_bytes());
    field.extend("Nguyễn-李来群.pgn".as_bytes());
    let mut options = FullFileOptions::default();
    options.add_extra_field(0x7075, field, false).unwrap();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file(String::from_utf8_lossy(plain), options).unwrap();
    zip.write_all(b"1").unwrap();
    check(&zip.finish().unwrap().into_inner(), &[("a.zip/Nguyễn-李来群.pgn", "1")]);
}

/// The names of PowerShell before 5, whose folders are empty files.
#[test]
fn folders_with_backslashes_are_folders() {
    let packed = pack_named(&[(b"games\\", b""), (b"games\\2026\\a.pgn", b"a"), (b"C:\\games\\aux.pgn", b"b")]);
    let drive = if cfg!(windows) { "a.zip/games/aux.pgn" } else { "a.zip/C:/games/aux.pgn" };
    check(&packed, &[("a.zip/games/2026/a.pgn", "a"), (drive, "b")]);
}

#[test]
fn an_archive_inside_is_read_and_one_inside_that_is_named() {
    let inmost = pack(&[("deep.pgn", b"deep")]);
    let inner = pack(&[("in.pgn", b"in"), ("inmost.zip", &inmost)]);
    let outer = pack(&[("inner.zip", &inner), ("out.pgn", b"out"), ("broken.zip", &inner[..inner.len() / 2])]);
    check(
        &outer,
        &[
            ("a.zip/inner.zip/in.pgn", "in"),
            ("a.zip/inner.zip/inmost.zip", "archive-nested"),
            ("a.zip/out.pgn", "out"),
            ("a.zip/broken.zip", "archive-damaged"),
        ],
    );
}

/// Returns the places of the two headers of a file: the local one, and that in the list.
fn headers(packed: &[u8]) -> (usize, usize) {
    let find = |mark: &[u8]| packed.windows(4).position(|window| window == mark).unwrap();
    (find(b"PK\x03\x04"), find(b"PK\x01\x02"))
}

#[test]
fn an_encrypted_or_damaged_file_costs_no_other() {
    let whole = pack(&[("a.pgn", "a".repeat(400).as_bytes()), ("b.pgn", b"b")]);
    let (local, listed) = headers(&whole);
    let mut encrypted = whole.clone();
    encrypted[local + 6] |= 1;
    encrypted[listed + 8] |= 1;
    check(&encrypted, &[("a.zip/a.pgn", "archive-encrypted"), ("a.zip/b.pgn", "b")]);
    let mut other_method = whole.clone();
    other_method[local + 8] = 12;
    other_method[listed + 10] = 12;
    check(&other_method, &[("a.zip/a.pgn", "archive-method"), ("a.zip/b.pgn", "b")]);
    let mut damaged = whole.clone();
    damaged[local + 30 + "a.pgn".len() + 3] ^= 0x55;
    check(&damaged, &[("a.zip/a.pgn", "archive-damaged"), ("a.zip/b.pgn", "b")]);
    check(&whole[..whole.len() - 30], &[("a.zip", "archive-damaged")]);
}

#[test]
fn size_and_ratio_are_bounded_by_what_is_unpacked() {
    let noise: Vec<u8> = (0..LIMIT + 1)
        .scan(1_u32, |x, _| {
            *x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some((*x >> 24) as u8)
        })
        .collect();
    let packed = pack(&[("bomb.pgn", &vec![b' '; 4 << 20]), ("large.pgn", &noise), ("small.pgn", &[b' '; 20])]);
    let small = " ".repeat(20);
    let expected =
        [("a.zip/bomb.pgn", "archive-ratio"), ("a.zip/large.pgn", "archive-too-large"), ("a.zip/small.pgn", &small)];
    check(&packed, &expected);
    // A size that lies changes nothing.
    let (local, listed) = headers(&packed);
    let mut lying = packed.clone();
    lying[local + 22..local + 26].copy_from_slice(&1_u32.to_le_bytes());
    lying[listed + 24..listed + 28].copy_from_slice(&1_u32.to_le_bytes());
    assert_ne!(list(&lying)[0].1, " ");
    assert_eq!(list(&lying)[2].1, small);
}

#[test]
fn the_sum_of_all_files_is_bounded() {
    let packed = pack(&[("a", b"12345"), ("b", b"12345"), ("c", b"12345")]);
    let content = ArchiveContent::Bytes(packed.into());
    let mut files = PackedFiles::open(Path::new("a.zip"), content, LIMIT).unwrap();
    files.bytes_left = 7;
    let read: Vec<_> = files.map(|file| file.bytes.map_err(|why| why.code())).collect();
    assert!(matches!(&read[..], [Ok(_), Err("archive-full")]), "{read:?}");
}

#[test]
fn a_list_without_end_is_refused() {
    let names: Vec<String> = (0..3_000).map(|index| format!("{index:0>12000}")).collect();
    let packed = pack(&names.iter().map(|name| (name.as_str(), &b""[..])).collect::<Vec<_>>());
    check(&packed, &[("a.zip", "archive-too-many")]);
}

#[test]
fn no_bytes_panic() {
    let whole = pack(&[("a.pgn", "a".repeat(400).as_bytes()), ("b/c.pgn", b"b")]);
    for at in 0..whole.len() {
        for flip in [1, 0xFF] {
            let mut broken = whole.clone();
            broken[at] ^= flip;
            list(&broken);
        }
        list(&whole[..at]);
    }
}

#[test]
fn an_archive_is_known_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    fs::write(&file, pack(&[("a.pgn", b"a")])).unwrap();
    assert!(is_archive(&fs::read(&file).unwrap()) && !is_archive(b"[Event \"PK\"]"));
    let files = PackedFiles::open(&file, ArchiveContent::File(file.clone()), LIMIT).unwrap();
    assert_eq!(files.known(), 1);
    assert_eq!(files.map(|packed| packed.place).collect::<Vec<_>>(), [file.join("a.pgn")]);
    fs::remove_file(&file).unwrap();
    let gone = PackedFiles::open(&file, ArchiveContent::File(file.clone()), LIMIT).map(|_| ()).unwrap_err();
    assert_eq!(gone.code(), "missing-folder");
}
