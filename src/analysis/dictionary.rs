//! The Korean dictionary, mecab-ko-dic, which the binary carries within itself.
//!
//! `build.rs` makes it. Nothing is copied or unpacked at start: words and costs
//! are read where the operating system has mapped the binary, so that a process
//! only pays for the pages it looks at.

use lindera::mode::Mode;
use lindera::segmenter::Segmenter;

/// Gives a segmenter for text without spaces, in about a millisecond.
///
/// It is cheap to clone and can be shared between threads.
///
/// # Panics
///
/// Never in practice: the build script has loaded the same bytes with the same
/// version of lindera.
pub fn segmenter() -> Segmenter {
    let dictionary = embedded::load().expect("the build script has loaded this dictionary");
    let user_dictionary = None;
    Segmenter::new(Mode::Normal, dictionary, user_dictionary)
}

/// lindera's macro finds the files by `LINDERA_WORKDIR`, which the build script
/// sets.
mod embedded {
    lindera_dictionary::embedded_dictionary!("", KoDicLoader);
}
