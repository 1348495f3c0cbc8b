//! The checksums of the shipped data.

use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

#[test]
fn each_checksum_of_the_shipped_data_is_that_of_its_file() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let table = fs::read_to_string(data.join("SOURCES.md")).expect("the table of sources");
    let mut checked = 0;
    for row in table.lines() {
        // Cells in backquotes: the file comes first, its checksum last.
        let mut quoted = row.split('`').skip(1).step_by(2);
        let (Some(file), Some(sum)) = (quoted.next(), quoted.last()) else { continue };
        if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            continue;
        }
        let bytes = fs::read(data.join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        let found: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{file}");
        checked += 1;
    }
    assert!(checked >= 30, "{checked}");
}
