//! The best of many cases.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use tantivy::{DocAddress, Score};

/// The best cases so far, as a heap whose top is the worst of them.
pub(super) struct Best {
    limit: usize,
    heap: BinaryHeap<Reverse<(Ordered, DocAddress)>>,
}

impl Best {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            heap: BinaryHeap::new(),
        }
    }

    /// Whether there are as many as are wanted.
    pub(super) fn is_full(&self) -> bool {
        self.heap.len() >= self.limit
    }

    /// Scores at or below this are of no use any more.
    pub(super) fn threshold(&self) -> Score {
        match self.heap.peek() {
            Some(Reverse((Ordered(score), _))) if self.is_full() => *score,
            _ => Score::MIN,
        }
    }

    pub(super) fn push(&mut self, score: Score, case: DocAddress) {
        self.heap.push(Reverse((Ordered(score), case)));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
    }

    /// Best first.
    pub(super) fn into_sorted(self) -> Vec<DocAddress> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted.map(|Reverse((_, case))| case).collect()
    }
}

/// A score that can be ordered; none is NaN.
#[derive(PartialEq)]
struct Ordered(Score);

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
