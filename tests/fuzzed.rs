//! What fuzzing begins with and what it found, through the same checks.

pub(crate) mod targets;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use targets::TARGETS;

#[test]
fn kept_inputs_hold() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/fuzzed");
    let mut failed = Vec::new();
    for target in TARGETS {
        let inputs = fs::read_dir(kept.join(target.name)).expect("a folder of inputs");
        for input in inputs {
            let path = input.expect("an input").path();
            let bytes = fs::read(&path).expect("an input");
            if catch_unwind(|| (target.check)(&bytes)).is_err() {
                failed.push(path);
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
