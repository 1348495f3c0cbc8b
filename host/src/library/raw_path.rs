//! Paths in statements of SQL.

use std::path::PathBuf;

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

/// A path in a statement, which need not be Unicode.
pub(super) struct RawPath(pub(super) PathBuf);

impl ToSql for RawPath {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        #[cfg(unix)]
        let text = ValueRef::Text(std::os::unix::ffi::OsStrExt::as_bytes(self.0.as_os_str()));
        #[cfg(not(unix))]
        let text = ValueRef::Text(self.0.as_os_str().as_encoded_bytes());
        Ok(ToSqlOutput::Borrowed(text))
    }
}
