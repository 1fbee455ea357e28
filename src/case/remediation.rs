//! Which remediations ended an incident and which were tried in vain.

use super::record::Case;
use super::text::{Lang, Text};

/// English for "this did not help", in lower case.
const EN_IN_VAIN: [&str; 13] = [
    "which did not",
    "but did not",
    "but it did not",
    "but this did not",
    "did not help",
    "which didn't",
    "but didn't",
    "had no effect",
    "without effect",
    "without success",
    "to no avail",
    "made no difference",
    "made it worse",
];

/// Korean for "but": what follows tells how an attempt went.
const KO_BUT: [&str; 3] = ["지만", "으나", "는데도"];

/// Korean for an attempt that went wrong, where it follows [`KO_BUT`].
const KO_IN_VAIN: [&str; 6] = ["않았", "않는다", "못했", "없었", "실패", "여전"];

/// Korean that says so by itself.
const KO_NO_USE: [&str; 4] = ["소용없", "소용이 없", "효과가 없", "도움이 되지 않"];

/// Whether the text says, in either language, that the remediation did not help. The fallible
/// reading of a sentence: where nothing is said, it is taken to have helped.
pub fn was_in_vain(remediation: &Text) -> bool {
    let in_english = remediation.get(Lang::En).is_some_and(|text| {
        let text = text.to_lowercase();
        EN_IN_VAIN.iter().any(|phrase| text.contains(phrase))
    });
    let in_korean = remediation.get(Lang::Ko).is_some_and(|text| {
        let outcome = KO_BUT
            .iter()
            .filter_map(|but| Some(text.split_once(but)?.1))
            .any(|outcome| KO_IN_VAIN.iter().any(|phrase| outcome.contains(phrase)));
        outcome || KO_NO_USE.iter().any(|phrase| text.contains(phrase))
    });
    in_english || in_korean
}

impl Case {
    /// The remediation to show where there is room for one: the last that was not in vain.
    pub fn what_ended_it(&self) -> Option<&Text> {
        self.remediation
            .iter()
            .rfind(|remediation| !was_in_vain(remediation))
    }
}
