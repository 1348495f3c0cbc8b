//! The opening books as they cross.

use duiyi_host::books::ListedBook;

use super::*;

dto_struct! {
    /// The opening books.
    pub struct ListedBooks {
        /// In their order of priority.
        pub books: Vec<ListedBook>,
        /// The changes of this session that can be undone.
        pub undoable: usize,
    }
}
