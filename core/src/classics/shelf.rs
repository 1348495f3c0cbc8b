//! The built-in manuals.

use super::packed::{self, PackedClassicsError};
use super::{ClassicsFile, Composition, XiangqiManual};

/// The manuals with their compositions; `data/SOURCES.md` has their origin.
#[derive(Debug)]
pub struct ClassicsShelf {
    file: ClassicsFile,
}

impl ClassicsShelf {
    /// Reads the built-in manuals, in some tenths of a second.
    ///
    /// # Panics
    /// Never: a test reads the built-in file.
    #[must_use]
    pub fn built_in() -> ClassicsShelf {
        ClassicsShelf::from_bytes(include_bytes!("../../../data/classics/xiangqi.classics"))
            .expect("a test has read these bytes")
    }

    /// Reads a packed file.
    ///
    /// # Errors
    /// [`PackedClassicsError`] of the first damaged composition.
    pub fn from_bytes(bytes: &[u8]) -> Result<ClassicsShelf, PackedClassicsError> {
        Ok(ClassicsShelf { file: packed::read(bytes)? })
    }

    /// Returns the version and the nodes of the engine that judged; empty if none did.
    #[must_use]
    pub fn judged_by(&self) -> &str {
        &self.file.judged_by
    }

    #[must_use]
    pub fn manuals(&self) -> &[XiangqiManual] {
        &self.file.manuals
    }

    /// Lists the compositions, manual by manual, in the order of the sources.
    #[must_use]
    pub fn compositions(&self) -> &[Composition] {
        &self.file.compositions
    }
}
