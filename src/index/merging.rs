//! When segments are merged into one. Deleted cases still count for how rare a term is, until their
//! segment is merged.

use tantivy::index::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// Cases that a segment may have to be written anew for a single one that was deleted: that takes
/// some hundredths of a second. Among more cases a deleted one hardly shows in any score.
const SMALL: u32 = 1000;

/// Four segments of about the same size are one soon, since each term of a query is looked up in
/// every segment. Small ones are merged as soon as a case in one of them is deleted, large ones once
/// a tenth is.
#[derive(Debug)]
pub(super) struct Merging(LogMergePolicy);

impl Default for Merging {
    fn default() -> Self {
        const ALIKE: usize = 4;
        const DELETED: f32 = 0.1;
        let mut policy = LogMergePolicy::default();
        policy.set_min_num_segments(ALIKE);
        policy.set_del_docs_ratio_before_merge(DELETED);
        Self(policy)
    }
}

impl MergePolicy for Merging {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let is_small = |segment: &&SegmentMeta| segment.max_doc() <= SMALL;
        let small: Vec<&SegmentMeta> = segments.iter().filter(is_small).collect();
        if small.iter().any(|segment| segment.has_deletes()) {
            let ids = small.iter().map(|segment| segment.id()).collect();
            return vec![MergeCandidate(ids)];
        }
        self.0.compute_merge_candidates(segments)
    }
}
