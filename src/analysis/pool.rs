//! Analyzers that wait for their next text: what they remember of words spares the work of taking
//! them apart again.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Analyzer, Dictionary};

/// Analyzers of one dictionary. Shared by all threads; there are as many as are used at once.
pub(crate) struct Pool {
    dictionary: Arc<Dictionary>,
    idle: Mutex<Vec<Analyzer>>,
}

impl Pool {
    pub(crate) fn new(dictionary: Arc<Dictionary>) -> Self {
        Self {
            dictionary,
            idle: Mutex::default(),
        }
    }

    /// An analyzer, which goes back when it is dropped.
    pub(crate) fn take(&self) -> Pooled<'_> {
        let idle = self.idle().pop();
        Pooled {
            pool: self,
            analyzer: idle.unwrap_or_else(|| Analyzer::new(Arc::clone(&self.dictionary))),
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Analyzer>> {
        // Nothing that can panic is done while it is held.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An analyzer of a [`Pool`].
pub(crate) struct Pooled<'p> {
    pool: &'p Pool,
    analyzer: Analyzer,
}

impl Deref for Pooled<'_> {
    type Target = Analyzer;

    fn deref(&self) -> &Analyzer {
        &self.analyzer
    }
}

impl DerefMut for Pooled<'_> {
    fn deref_mut(&mut self) -> &mut Analyzer {
        &mut self.analyzer
    }
}

impl Drop for Pooled<'_> {
    fn drop(&mut self) {
        // One that panicked in the middle of a text is not used again.
        if !std::thread::panicking() {
            let analyzer = std::mem::take(&mut self.analyzer);
            self.pool.idle().push(analyzer);
        }
    }
}
