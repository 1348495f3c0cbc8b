//! Writing a book in the form of another program.

use std::path::Path;

use duiyi_core::book::obk::{self, ObkKeys};
use duiyi_core::game::Game;
use rusqlite::params;

use super::OpeningBook;
use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::foreign::ForeignForm;
use super::graph::{CopyReport, walk};
use super::own::BookWriter;
use super::progress::{BookReport, Steps};

/// Writes the positions that `from` reaches from `start` as a book of another program.
///
/// Signs but a forbidden move have no place in it.
///
/// # Errors
/// [`BookFileError`]; a file at `to` is unchanged.
pub fn export(
    from: &OpeningBook,
    start: &Game,
    form: ForeignForm,
    to: &Path,
    report: BookReport,
) -> Result<CopyReport, BookFileError> {
    let positions = from.size()?.0;
    let mut steps = Steps::new(report, positions);
    let writer = BookWriter::begin(to)?;
    let fail = |error: rusqlite::Error| BookFileError::new(to, &error);
    let table = form.table();
    let schema = format!(
        "CREATE TABLE {table} (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER, \
         vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo TEXT, vindex INTEGER); BEGIN;"
    );
    writer.connection().execute_batch(&schema).map_err(fail)?;
    let keys = ObkKeys::built_in();
    let sql = format!(
        "INSERT INTO {table} (vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    );
    let walked = walk(from, start, |game, _, moves| {
        steps.step()?;
        let Game::Xiangqi(played) = game else { unreachable!("a walk stays in its game, which is Xiangqi") };
        let key = keys.key(played.position(), false).cast_signed();
        let mut statement = writer.connection().prepare_cached(&sql).map_err(fail)?;
        for (index, BookMove { mv, weight, wins, draws, losses, sign, remark }) in moves.iter().enumerate() {
            let packed = obk::pack(mv.parse().expect("a move of a book was read"));
            let is_valid = *sign != MoveSign::Forbidden;
            statement
                .execute(params![key, packed, weight, wins, draws, losses, is_valid, remark, index as i64])
                .map_err(fail)?;
        }
        Ok(())
    })?;
    let index = format!("CREATE INDEX {table}_vkey ON {table} (vkey)");
    writer.connection().execute_batch(&index).map_err(fail)?;
    writer.finish()?;
    Ok(walked.of(positions))
}
