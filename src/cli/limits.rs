//! Limits of the operating system at which the program would end without a word.

use super::Failure;

/// Lets a write beyond the limit of `ulimit -f` fail as any other write may, instead of ending the
/// process.
#[cfg(unix)]
pub(super) fn survive_large_files() {
    let ignored = std::sync::Arc::default();
    // Where it cannot be caught it ends the process as before, and the last good index stays.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, ignored);
}

/// Refuses to write an index where an allocation would fail in the middle, which ends the process,
/// or a thread could open no file, of which little can be said afterwards.
#[cfg(unix)]
pub(super) fn check_limits() -> Result<(), Failure> {
    use indicatif::HumanBytes;
    use rustix::process::{Resource, getrlimit};
    /// What the buffers, stacks and heaps of all threads reserve on a few cores, in bytes.
    const ADDRESS_SPACE: u64 = 1 << 30;
    /// The files of the segments that are written and merged at the same time.
    const OPEN_FILES: u64 = 64;
    let text = match (
        getrlimit(Resource::As).current,
        getrlimit(Resource::Nofile).current,
    ) {
        (Some(limit), _) if limit < ADDRESS_SPACE => format!(
            "the address space is limited to {} and writing an index takes {}; raise the limit \
             with ulimit -v",
            HumanBytes(limit),
            HumanBytes(ADDRESS_SPACE),
        ),
        (_, Some(limit)) if limit < OPEN_FILES => format!(
            "open files are limited to {limit} and writing an index takes {OPEN_FILES}; raise the \
             limit with ulimit -n"
        ),
        _ => return Ok(()),
    };
    Err(Failure::Message(text))
}

#[cfg(not(unix))]
pub(super) fn survive_large_files() {}

#[cfg(not(unix))]
pub(super) fn check_limits() -> Result<(), Failure> {
    Ok(())
}
