//! Times of a library of records: import with its index, each kind of search, and a review of many games.
//!
//! ```text
//! DUIYI_RECORDS=FOLDER cargo test --release -p duiyi-host --lib batch::measure -- --ignored --nocapture
//! ```
//!
//! `DUIYI_REVIEWS` sets the number of reviewed games, 200 by default, of two seconds each. Every time of a search is the
//! median of nine.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Instant;

use tempfile::TempDir;

use super::BatchReviewer;
use crate::desk::Desk;
use crate::desk::import::ImportSource;
use crate::library::{PartKind, PartOfPosition, Query};
use crate::testing::timing::{median, tell};

#[test]
#[ignore = "needs a folder of records"]
fn a_library_of_records() {
    let records = PathBuf::from(std::env::var("DUIYI_RECORDS").expect("a folder of records"));
    let folder = TempDir::new().expect("a test has a folder");
    let (desk, _) = Desk::open(Some(folder.path().to_owned()), |_| {});
    let begun = Instant::now();
    let imported = desk.import(ImportSource::Paths(vec![records]), &mut |_| {}).expect("the library can be written");
    println!(
        "{} games, {} duplicates, {} skipped: {:.1?} with their index",
        imported.games,
        imported.duplicates,
        imported.skipped.len() + imported.unlisted,
        begun.elapsed()
    );
    let size = |name: &str| fs::metadata(folder.path().join(name)).map_or(0, |file| file.len()) >> 10;
    println!("library.db {} KiB, library.index {} KiB", size("library.db"), size("library.index"));
    let total = |query: &Query| desk.list(query).expect("the library can be read").total;
    tell("all", median(|| total(&Query { facts: true, ..Query::default() })));
    let words = |text: &str| Query { text: text.to_owned(), ..Query::default() };
    for text in
        ["适情雅趣", "弃马", "result:red", "event:橘中秘", "moves:炮二平五", "material:R+H/CC", "year:1999..2020"]
    {
        tell(text, median(|| total(&words(text))));
    }
    for (placement, kind) in [
        ("3k5/9/9/9/9/9/9/9/9/9", PartKind::Pieces),
        ("9/9/2n3n2/9/9/9/9/4C4/9/9", PartKind::Pieces),
        ("4k4/9/9/9/9/9/9/9/4R4/3K5", PartKind::Material),
    ] {
        let part = PartOfPosition { game: "xiangqi".to_owned(), placement: placement.to_owned(), kind };
        let begun = Instant::now();
        let found = total(&Query { part: Some(part), ..Query::default() });
        // Asked once: a second answer is kept.
        println!("{:<40} {:>8.1} ms   {found}", format!("{kind:?}: {placement}"), begun.elapsed().as_secs_f64() * 1e3);
    }
    tell("duplicates", median(|| total(&Query { duplicates: true, ..Query::default() })));
    tell(
        "facets",
        median(|| {
            desk.facets(&Query { facts: true, ..Query::default() }).expect("the library can be read").event.len() as u32
        }),
    );
    tell("page of a player", median(|| desk.player(None, None).expect("the library can be read").sides.first.wins));
    review(&desk, folder);
}

fn review(desk: &Desk, folder: TempDir) {
    let count = std::env::var("DUIYI_REVIEWS").map_or(200, |text| text.parse().expect("a number"));
    let all = desk.list(&Query { limit: count, ..Query::default() }).expect("the library can be read").rows;
    let ids: Vec<i64> = all.iter().map(|row| row.id).collect();
    let (told, heard) = channel();
    let (mut reviewer, _) = BatchReviewer::open(Some(folder.path().to_owned()), move |state, _| drop(told.send(state)));
    let begun = Instant::now();
    reviewer.add(desk, &ids, 2).expect("it begins");
    let ended = heard.iter().find(|state| !state.running).expect("the review ends");
    println!("{} games reviewed, {} skipped, two seconds each: {:.1?}", ended.reviewed, ended.skipped, begun.elapsed());
}
