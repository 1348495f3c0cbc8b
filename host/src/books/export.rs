//! Writing a book in the form of another program.

use std::path::Path;

use duiyi_core::book::obk::{self, ObkKeys};
use duiyi_core::game::Game;
use rusqlite::params;
use rusqlite::types::Value;

use super::OpeningBook;
use super::entry::{BookMove, MoveSign};
use super::error::BookFileError;
use super::foreign::{ForeignForm, key_as_double};
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
        let key = written_key(keys.key(played.position(), false).cast_signed(), form);
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

/// Returns a key as the programs of a form ask for it. An `.obk` has a key with its top bit set as a floating-point number with
/// the same bytes. No program finds a NaN; other readers find such a key as an integer.
fn written_key(key: i64, form: ForeignForm) -> Value {
    match form {
        ForeignForm::Obk if key < 0 => key_as_double(key).map_or(Value::Integer(key), Value::Real),
        ForeignForm::Obk | ForeignForm::PfBook => Value::Integer(key),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    /// The column turns a floating-point number that is an integer into one.
    #[test]
    fn the_programs_of_each_form_find_the_written_keys() {
        let connection = Connection::open_in_memory().expect("a database");
        connection.execute_batch("CREATE TABLE bhobk (vkey INTEGER)").expect("a table");
        let exponents = (0..0x800_u64).map(|exponent| (1 << 63 | exponent << 52 | 0xa_5000_0000_0001).cast_signed());
        let whole = [0xc340_0000_0000_0000, 0xfff0_0000_0000_0000, 0xfff8_0000_0000_0000_u64].map(u64::cast_signed);
        for key in exponents.chain(whole).chain([i64::MIN, -1, 0, 1, i64::MAX]) {
            for form in ForeignForm::ALL {
                connection.execute("DELETE FROM bhobk", []).expect("a change");
                connection.execute("INSERT INTO bhobk VALUES (?1)", [written_key(key, form)]).expect("a row");
                let double = (form == ForeignForm::Obk && key < 0).then(|| key_as_double(key)).flatten();
                let (sql, asked) = match double {
                    Some(double) => ("cast(vkey AS double)", Value::Real(double)),
                    None => ("cast(vkey AS integer)", Value::Integer(key)),
                };
                let sql = format!("SELECT count(*) FROM bhobk WHERE {sql} = ?1");
                let found = connection.query_row(&sql, [asked], |row| row.get::<_, i64>(0)).expect("a count");
                assert_eq!(found, 1, "{key:x} {form:?}");
            }
        }
    }
}
