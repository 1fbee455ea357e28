//! Completions for what somebody has typed so far.

use incidex::analysis::beginnings;
use incidex::case::{Dimension, Input, Lang};
use incidex::index;
use incidex::query::SuggestionKind::{Facet, Id, Identifier, Term, Title};
use incidex::query::{SuggestRequest, Suggestion};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::cli::{self, PROGRAM, Run};
use crate::search::{build, engine};

fn request(prefix: &str) -> SuggestRequest {
    SuggestRequest {
        prefix: prefix.to_owned(),
        limit: 10,
        lang: None,
    }
}

#[track_caller]
fn suggest(prefix: &str) -> Vec<Suggestion> {
    engine().suggest(&request(prefix)).expect("an answer")
}

fn texts(found: &[Suggestion]) -> Vec<&str> {
    found.iter().map(|found| found.text.as_str()).collect()
}

/// One of the completions of `prefix` is `text`.
#[track_caller]
fn check(prefix: &str, text: &str) -> Suggestion {
    let all = SuggestRequest {
        limit: 40,
        ..request(prefix)
    };
    let found = engine().suggest(&all).expect("an answer");
    let is_offered = |found: &&Suggestion| found.text == text;
    let offered = found.iter().find(is_offered).cloned();
    offered.unwrap_or_else(|| panic!("{prefix:?}: {:?}", texts(&found)))
}

// Korean while a syllable is still being composed

/// The word that is being typed, each key a row: what an input method shows.
#[test]
fn every_state_of_composition_goes_on() {
    for (word, states) in [
        (
            "커넥션",
            &[
                "커ㄴ",
                "컨",
                "커네",
                "커넥",
                "커넥ㅅ",
                "커넧",
                "커넥셔",
                "커넥션",
            ][..],
        ),
        (
            "타임아웃",
            &[
                "타ㅇ",
                "타이",
                "타임",
                "타임ㅇ",
                "타임아",
                "타임앙",
                "타임아ㅇ",
                "타임아우",
                "타임아웃",
            ],
        ),
        (
            "네트워크",
            &[
                "네ㅌ",
                "넽",
                "네트",
                "네틍",
                "네트ㅇ",
                "네트우",
                "네트워",
                "네트웤",
                "네트워ㅋ",
                "네트워크",
            ],
        ),
        (
            "로드밸런서",
            &[
                "로드밸",
                "로드배",
                "로듭",
                "로드밸ㄹ",
                "로드밸러",
                "로드밸런",
                "로드밸런ㅅ",
                "로드밸런서",
            ],
        ),
        (
            "쿠버네티스",
            &[
                "쿱",
                "쿠버",
                "쿠번",
                "쿠버네",
                "쿠버넽",
                "쿠버네ㅌ",
                "쿠버네티",
                "쿠버네팃",
                "쿠버네티스",
            ],
        ),
        (
            "인증서",
            &["인ㅈ", "읹", "인즈", "인증", "인증ㅅ", "인증서"],
        ),
        ("메모리", &["멤", "메모", "메몰", "메모ㄹ", "메모리"]),
    ] {
        for state in states {
            let typed = beginnings(state);
            let begins = typed
                .beginnings
                .iter()
                .any(|beginning| beginning.begins(word));
            assert!(begins, "{state:?} of {word}");
        }
    }
}

#[test]
fn what_is_being_composed_is_found() {
    for (prefix, word) in [
        ("커넥ㅅ", "커넥션"),
        ("커넧", "커넥션"),
        ("커네", "커넥션"),
        ("ㅋㄴㅅ", "커넥션"),
        ("커ㄴㅅ", "커넥션"),
        ("타임아ㅇ", "타임아웃"),
        ("타임앙", "타임아웃"),
        ("네틍", "네트워크"),
        ("네트우", "네트워크"),
        ("ㄴㅌㅇㅋ", "네트워크"),
        ("쿠번", "쿠버네티스"),
        ("인증ㅅ", "인증서"),
        ("읹", "인증서"),
        ("메몰", "메모리"),
    ] {
        check(prefix, word);
        check(&prefix.nfd().collect::<String>(), word);
    }
}

/// The final of the last syllable may stay or go on, and a vowel may grow; nothing else changes.
#[test]
fn what_was_typed_is_not_changed() {
    for (typed, word) in [
        ("커넥", "커널"),
        ("컨", "커서"),
        ("커넥ㅅ", "커넥터"),
        ("커너", "커넥션"),
        ("타임앙", "타임라인"),
        ("ㅋㄴㅅ", "커널"),
        ("네트워", "네트"),
        ("닭", "달라"),
    ] {
        let typed = beginnings(typed);
        let begins = typed
            .beginnings
            .iter()
            .any(|beginning| beginning.begins(word));
        assert!(!begins, "{} of {word}", typed.text);
    }
    // The second half of a compound final goes on.
    for (typed, word) in [
        ("닭", "달구지"),
        ("값", "갑시다"),
        ("일", "읽기"),
        ("오", "왜"),
        ("있", "이쑤시개"),
    ] {
        let typed = beginnings(typed);
        assert!(
            typed
                .beginnings
                .iter()
                .any(|beginning| beginning.begins(word)),
            "{word}"
        );
    }
}

// What is offered

#[test]
fn each_kind_is_offered() {
    for (prefix, text, kind) in [
        ("nf_co", "nf_conntrack", Identifier),
        ("nfco", "nf_conntrack", Identifier),
        ("NF_CO", "nf_conntrack", Identifier),
        ("ｎｆ＿ｃｏ", "nf_conntrack", Identifier),
        ("timeo", "timeout", Term),
        ("타임아", "타임아웃", Term),
        ("hapr", "HAProxy", Facet),
        ("클라우드 로", "클라우드 로드 밸런서", Facet),
        ("클라우드로", "클라우드 로드 밸런서", Facet),
        ("IL-017", "IL-0177", Id),
        ("il-017", "IL-0177", Id),
    ] {
        assert_eq!(check(prefix, text).kind, kind, "{prefix:?}");
    }
    let facet = check("hapr", "HAProxy");
    assert_eq!(facet.facet, Some(Dimension::Component.into()));
    assert_eq!(facet.code.as_deref(), Some("haproxy"));
    assert_eq!(check("IL-0177", "IL-0177").id.as_deref(), Some("IL-0177"));
}

/// Threads store cases in another order each time.
#[test]
fn the_order_of_cases_does_not_change_how_a_word_is_written() {
    let titles = [
        "At noon a time-out",
        "A timeout",
        "TIMEOUT of a job",
        "HTTP Push",
        "Http push",
    ];
    let case = |(n, title)| format!(r#"{{"id": "T-{n}", "title": {{"en": "{title}"}}}}"#);
    let cases: Vec<String> = titles.into_iter().enumerate().map(case).collect();
    let written = |cases: Vec<String>| {
        let engine = build(&[Input::Stdin], &cases.join("\n"));
        let first = |prefix| {
            engine.suggest(&request(prefix)).expect("an answer")[0]
                .text
                .clone()
        };
        ["timeo", "htt", "pus"].map(first)
    };
    let backwards = cases.iter().rev().cloned().collect();
    let forwards = written(cases.clone());
    assert_eq!(forwards[0], "timeout");
    assert_eq!(forwards, written(backwards));
}

#[test]
fn a_title_is_offered() {
    for prefix in ["websocket", "nf_conntrack haproxy"] {
        let found = suggest(prefix);
        let title = found.iter().find(|found| found.kind == Title);
        let title = title.unwrap_or_else(|| panic!("{prefix:?}: {:?}", texts(&found)));
        let (case, _) = engine()
            .case(title.id.as_deref().expect("an id"))
            .expect("a case");
        assert_eq!(case.title.get(Lang::En), Some(title.text.as_str()));
    }
}

#[test]
fn the_words_before_narrow() {
    let found = suggest("haproxy rel");
    let reload = found.iter().find(|found| found.text == "haproxy reload");
    let alone = check("reloa", "reload");
    let reload = reload.unwrap_or_else(|| panic!("{:?}", texts(&found)));
    assert!((1..=alone.cases).contains(&reload.cases), "{reload:?}");
    for found in found.iter().filter(|found| found.kind == Term) {
        assert!(found.text.starts_with("haproxy rel"), "{found:?}");
    }
    check("HAProxy리소", "HAProxy리소스");
}

#[test]
fn what_no_case_has_together_is_offered_where_there_is_nothing_else() {
    let lines = r#"{"id":"A-1","title":{"en":"redis alpha"}}
{"id":"A-2","title":{"en":"nginx alphabet"}}
{"id":"A-3","title":{"en":"kafka alphabet"}}"#;
    let engine = build(&[Input::Stdin], lines);
    for (prefix, expected) in [
        ("redis alp", &["redis alpha"][..]),
        ("qqq alp", &["qqq alphabet", "qqq alpha"]),
        ("redis kaf", &["redis kafka"]),
    ] {
        let found = engine.suggest(&request(prefix)).expect("an answer");
        let found = found.iter().filter(|found| found.kind == Term);
        assert_eq!(found.map(|found| &found.text).collect::<Vec<_>>(), expected);
    }
}

/// Who types the name of a filter wants its values, narrowed by the words before it.
#[test]
fn a_filter_is_completed() {
    let lines = r#"{"id":"A-1","title":{"en":"redis down"},"components":["haproxy"],"date":"2022-01","org":"Big Co"}
{"id":"A-2","title":{"en":"redis slow"},"components":["haproxy","nginx"],"date":"2022-02","org":"Small"}
{"id":"A-3","title":{"en":"kafka slow"},"components":["nginx"],"date":"2021-02","org":"Small"}"#;
    let engine = build(&[Input::Stdin], lines);
    for (prefix, expected) in [
        ("component:ha", &[("component:haproxy", 2)][..]),
        ("Component:HAP", &[("Component:haproxy", 2)]),
        (
            "redis component:",
            &[("redis component:haproxy", 2), ("redis component:nginx", 1)],
        ),
        ("redis -component:ng", &[("redis -component:nginx", 1)]),
        ("org:b", &[("org:\"Big Co\"", 1)]),
        ("year:202", &[("year:2022", 2), ("year:2021", 1)]),
        ("2022", &[("year:2022", 2)]),
        ("komponent:ha", &[]),
    ] {
        let found = engine.suggest(&request(prefix)).expect("an answer");
        let found = found.iter().filter(|found| found.kind == Facet);
        let found: Vec<(&str, u64)> = found.map(|f| (f.text.as_str(), f.cases)).collect();
        assert_eq!(found, expected, "{prefix}");
    }
}

/// The number beside a query is that of the cases with all of its words, without those excluded.
#[test]
fn what_is_counted_is_what_is_offered() {
    let lines = r#"{"id":"PX-1","title":{"en":"redis cannot assume the cluster"}}
{"id":"PX-2","title":{"en":"redis alone"}}
{"id":"PX-3","title":{"en":"we assume a cluster of redis"}}"#;
    let engine = build(&[Input::Stdin], lines);
    for (prefix, text, cases) in [
        ("redis clu", "redis cluster", 2),
        ("redis -clu", "redis -cluster", 1),
        ("-clu", "-cluster", 1),
        ("cannot ass", "cannot assume", 1),
        ("the clu", "the cluster", 1),
        ("qqxyzzy clu", "qqxyzzy cluster", 0),
        ("\u{FEFF}redis\n clu", "redis cluster", 2),
    ] {
        let found = engine.suggest(&request(prefix)).expect("an answer");
        let found = found.iter().find(|found| found.kind == Term);
        let found = found.map(|found| (found.text.as_str(), found.cases));
        assert_eq!(found, Some((text, cases)), "{prefix:?}");
    }
    let ids = engine.suggest(&request("p")).expect("an answer");
    assert!(ids.iter().all(|found| found.kind == Id), "{ids:?}");
}

/// What stands before the word narrows as it does in a search: filters, phrases, exclusions.
#[test]
fn operators_before_the_word_narrow() {
    let all = |text: &str| {
        let request = crate::search::request(text);
        engine().facets(&request, 10).expect("known values").total as u64
    };
    for (prefix, text) in [
        ("component:redis year:2022", "component:redis year:2022"),
        (
            "component:redis component:mem",
            "component:redis component:memcached",
        ),
        ("component:redis -year:2022", "component:redis -year:2022"),
        (
            "year:2022 component:\"cloud l",
            "year:2022 component:cloud-load-balancer",
        ),
        ("-cluste", "-cluster"),
        ("-clien", "-client"),
        ("-redi", "-component:redis"),
        ("-202", "-year:2022"),
    ] {
        assert_eq!(check(prefix, text).cases, all(text), "{text}");
    }
    let since = check("since:2020 tim", "since:2020 time").cases;
    assert!((1..=check("tim", "time").cases).contains(&since), "{since}");
    for (prefix, text) in [
        ("\"table fu", "\"table full\""),
        ("-\"table fu", "-\"table full\""),
    ] {
        assert_eq!(check(prefix, text).cases, all(text), "{text}");
        assert_eq!(suggest(prefix).len(), 1, "{prefix}");
    }
    for prefix in ["-nf_", "component:haproxy -component:haproxy"] {
        assert_eq!(texts(&suggest(prefix)), [""; 0], "{prefix}");
    }
    let phrase = check("\"table full\" config", "\"table full\" config").cases;
    assert_eq!(phrase, all("\"table full\" component:conntrack"));
    let without = check("redis -cluster tim", "redis -cluster time").cases;
    assert!(without > check("redis cluster tim", "redis cluster time").cases);
    for prefix in ["-redis", "-net", "-커넥"] {
        for found in suggest(prefix) {
            assert!(found.text.starts_with('-'), "{prefix}: {}", found.text);
        }
    }
    for found in suggest("year:2022 component:") {
        assert!(found.cases > 0, "{found:?}");
    }
}

#[test]
fn the_chosen_language_is_that_of_the_labels() {
    for (prefix, lang, text) in [
        ("load", Lang::Ko, "클라우드 로드 밸런서"),
        ("로드", Lang::En, "Cloud load balancer"),
        ("k8s", Lang::En, "Kubernetes"),
        ("k8s", Lang::Ko, "쿠버네티스"),
    ] {
        let request = SuggestRequest {
            lang: Some(lang),
            ..request(prefix)
        };
        let found = engine().suggest(&request).expect("an answer");
        assert!(
            texts(&found).contains(&text),
            "{prefix}: {:?}",
            texts(&found)
        );
    }
}

/// Beginnings, then the number of cases, then the alphabet.
#[test]
fn the_order_is_that_of_fit_cases_and_alphabet() {
    let lines = r#"{"id":"A-1","title":{"en":"x"},"summary":{"en":"gamma gable","ko":"가네 간격"}}
{"id":"A-2","title":{"en":"x"},"summary":{"en":"gamma Gate gable","ko":"간격"}}
{"id":"A-3","title":{"en":"x"},"summary":{"en":"gamma Gate"}}"#;
    let engine = build(&[Input::Stdin], lines);
    let found = engine.suggest(&request("ga")).expect("an answer");
    assert_eq!(texts(&found), ["gamma", "gable", "Gate"]);
    assert_eq!(
        found.iter().map(|found| found.cases).collect::<Vec<_>>(),
        [3, 2, 2]
    );
}

#[test]
fn nothing_is_offered_twice() {
    for prefix in [
        "ha",
        "kub",
        "커",
        "load",
        "로드",
        "re",
        "ti",
        "네",
        "dns",
        "haproxy r",
    ] {
        let found = suggest(prefix);
        let mut seen: Vec<(String, Option<index::Facet>)> = Vec::new();
        for found in &found {
            let this = (found.text.to_lowercase(), found.facet);
            assert!(!seen.contains(&this), "{prefix:?}: {:?}", found.text);
            seen.push(this);
        }
        let is_label = |text: &str| {
            found
                .iter()
                .any(|f| f.kind == Facet && f.text.eq_ignore_ascii_case(text))
        };
        for found in found.iter().filter(|found| found.kind != Facet) {
            assert!(!is_label(&found.text), "{prefix:?}: {:?}", found.text);
        }
    }
}

/// Stems of verbs, single syllables and words that say nothing stand in the index too.
#[test]
fn no_piece_is_offered() {
    for prefix in [
        "끊",
        "끊기",
        "느려",
        "커넥션 걸",
        "멈",
        "cach",
        "retri",
        "th",
        "wa",
        "하",
        "있",
        "ㅋㅋ",
        "넥션",
    ] {
        for found in suggest(prefix) {
            let last = found.text.split(' ').next_back().unwrap_or_default();
            let is_whole = ![
                "cach", "retri", "the", "was", "끊기", "끊", "하", "있", "느리", "넥션", "걸리",
                "멈추",
            ]
            .contains(&last);
            assert!(is_whole, "{prefix:?}: {:?}", found.text);
        }
    }
}

#[test]
fn an_empty_prefix_gets_the_most_frequent_facets() {
    for prefix in ["", "  \n"] {
        let found = suggest(prefix);
        assert_eq!(found.len(), 10);
        assert!(found.iter().all(|found| found.kind == Facet));
        assert!(found.is_sorted_by(|a, b| a.cases >= b.cases));
    }
}

#[test]
fn the_language_is_that_of_the_prefix_or_the_one_asked_for() {
    let korean = SuggestRequest {
        lang: Some(Lang::Ko),
        ..request("cloud-load")
    };
    let found = engine().suggest(&korean).expect("an answer");
    assert!(
        found
            .iter()
            .any(|found| found.text == "클라우드 로드 밸런서"
                || found.text.starts_with("Cloud load"))
    );
    let limited = SuggestRequest {
        limit: 3,
        ..request("re")
    };
    assert_eq!(engine().suggest(&limited).expect("an answer").len(), 3);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn any_text_has_completions_or_none(prefix in "\\PC{0,20}|(?s:.{0,20})|[가-힣ㄱ-ㅣa-z _-]{0,8}") {
        let found = suggest(&prefix);
        prop_assert!(found.len() <= 10);
    }

    /// Whoever types a Korean word key by key has it on the list of what may come at every moment.
    #[test]
    fn every_syllable_on_the_way_begins_the_word(word in "[가-힣]{2,5}") {
        use incidex::analysis::jamo::{Syllable, composed, halves};
        let syllables = word.chars().filter_map(Syllable::of);
        let keys: Vec<char> = syllables.flat_map(Syllable::jamo).flat_map(halves).collect();
        for typed in 1..=keys.len() {
            let shown = composed(&keys[..typed]);
            let begins = beginnings(&shown).beginnings.iter().any(|b| b.begins(&word));
            prop_assert!(begins, "{} of {}", shown, word);
        }
    }
}

// The program

#[test]
fn the_program_prints_a_line_for_each() {
    let done = Run::new(&["suggest", "nf_co"]).check(0);
    let first = done.stdout.lines().next().unwrap_or_default();
    let columns: Vec<&str> = first.split_whitespace().collect();
    assert_eq!(columns, ["nf_conntrack", "identifier,", "2", "cases"]);
    Run::new(&["suggest", "haproxy", "rel"])
        .check(0)
        .prints("haproxy reload");
    Run::new(&["suggest", "hapr"])
        .check(0)
        .prints("component, ");
    Run::new(&["suggest"]).check(0);
    let done = Run::new(&["suggest", "qqxyzzy"])
        .check(1)
        .says("nothing: no case has");
    assert_eq!(done.stdout, "");
    Run::new(&["suggest", "-S", "--limit", "2"]).check(0);
}

#[test]
fn json_is_one_object() {
    let answer = Run::new(&["suggest", "hapr", "--json", "--limit", "1"])
        .check(0)
        .json();
    let cases = answer["suggestions"][0]["cases"].clone();
    assert!(cases.as_u64() > Some(1));
    assert_eq!(
        answer,
        serde_json::json!({"prefix": "hapr", "suggestions": [
            {"text": "HAProxy", "kind": "facet", "dimension": "component", "code": "haproxy", "cases": cases},
        ]})
    );
    let none = Run::new(&["suggest", "qqxyzzy", "--json"]).check(1).json();
    assert_eq!(none["suggestions"], Value::Array(Vec::new()));
}

// The manual

/// A page starts with its title and names its command; every macro that roff knows starts a line.
#[track_caller]
fn check_page(page: &str, name: &str) {
    let lines = || page.lines();
    let has_title = lines().any(|line| line.starts_with(&format!(".TH {name} 1")));
    assert!(has_title, "{name}: {page}");
    for section in [".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION"] {
        assert!(
            lines().any(|line| line == section),
            "{name} has no {section}"
        );
    }
    let macros = lines().filter_map(|line| line.strip_prefix('.'));
    for name in macros.map(|line| line.split(' ').next().unwrap_or_default()) {
        let known = [
            "TH", "SH", "SS", "TP", "br", "ie", "el", "RS", "RE", "PP", "nf", "fi", "sp",
        ];
        assert!(known.contains(&name), "{name:?} is no macro");
    }
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    check_page(&Run::bare(&["man"]).check(0).stdout, "incidex");
    let page = Run::bare(&["man", "search"]).check(0).stdout;
    check_page(&page, "incidex-search");
    assert!(page.contains("\\-\\-component"), "{page}");
    check_page(
        &Run::bare(&["man", "eval", "run"]).check(0).stdout,
        "incidex-eval-run",
    );
    Run::bare(&["man", "serach"])
        .check(2)
        .says("\"serach\" is no command of incidex; write one of index, search");
    Run::bare(&["man", "search", "run"])
        .check(2)
        .says("it has none");
}

// Completion in a shell

/// What bash offers for the last of `words`, with the script loaded as a user does.
#[track_caller]
fn completed(words: &[&str], index: &str) -> Vec<String> {
    let line: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, place) = (words.last().expect("a word"), words.len() - 1);
    let script = format!(
        "source <({PROGRAM} completions bash); COMP_WORDS=({}); COMP_CWORD={place}; COMP_TYPE=9; \
         _clap_complete_incidex incidex '{last}' ''; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        line.join(" ")
    );
    let output = std::process::Command::new("bash")
        .args(["--norc", "-c", &script])
        .env("INCIDEX_INDEX", index)
        .output()
        .expect("bash");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    printed.lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_facet_values_and_ids() {
    let of_seeds = cli::index().to_str().expect("UTF-8");
    for (words, expected) in [
        (&["incidex", "sea"][..], &["search"][..]),
        (&["incidex", "show", "il-017"], &["IL-0177", "IL-0178"]),
        (&["incidex", "search", "--component", "hapr"], &["haproxy"]),
        (&["incidex", "search", "--severity", "crit"], &["critical"]),
        (
            &["incidex", "search", "--cause", "config"],
            &["config-change"],
        ),
        (&["incidex", "search", "--org", "line"], &["LINE+"]),
        (
            &["incidex", "--index", of_seeds, "show", "IL-0177"],
            &["IL-0177"],
        ),
    ] {
        let offered = completed(words, of_seeds);
        for expected in expected {
            assert!(
                offered.iter().any(|o| o == expected),
                "{words:?}: {offered:?}"
            );
        }
    }
    // Without an index the vocabulary that comes with the program helps.
    let offered = completed(
        &["incidex", "search", "--component", "hapr"],
        "/nonexistent",
    );
    assert_eq!(offered, ["haproxy"]);
    assert_eq!(
        completed(&["incidex", "show", "IL"], "/nonexistent"),
        [""; 1]
    );
}
