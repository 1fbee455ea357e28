//! Cases that are like another one, and why.

use assert_cmd::Command;
use incidex::case::{Dimension, Input};
use incidex::query::{Engine, Reason, Related};

use super::cli::{PROGRAM, Run, check_golden, root};
use super::search::{build, cases, engine};

fn related(engine: &Engine, id: &str) -> Vec<Related> {
    engine.related(id, 5).expect("an open index")
}

fn ids(related: &[Related]) -> Vec<&str> {
    related.iter().map(|one| one.case.id.as_str()).collect()
}

/// An index of the cases in `lines`, one a line.
fn index_of(lines: &str) -> Engine {
    build(&[Input::Stdin], lines)
}

fn case(id: &str, more: &str) -> String {
    format!("{{\"id\": \"{id}\", \"title\": {{\"en\": \"Outage {id}\"}}{more}}}\n")
}

#[test]
fn shared_components_tell_more_than_a_common_cause() {
    let found = related(engine(), "IL-0177");
    let balancers = ["haproxy", "cloud-load-balancer"].map(str::to_owned);
    for one in &found[..2] {
        let Some(Reason::Shared(Dimension::Component, shared)) = one.reasons.last() else {
            panic!("{:?}", one.reasons);
        };
        assert!(
            balancers.iter().any(|code| shared.contains(code)),
            "{shared:?}"
        );
    }
}

#[test]
fn the_same_cause_and_a_shared_load_balancer_come_first() {
    let twin = case(
        "A-1",
        ", \"root_cause\": \"config-change\", \"components\": [\"haproxy\", \"cloud-load-balancer\"]",
    );
    let run = |args: &[&str], twin: &str| {
        let run = Run::bare(args).file("twin.jsonl", twin);
        let seeds = root().join("seeds/cases");
        let mut index = Command::new(PROGRAM);
        let index = index.args(["index", "--index", "index"]).arg(seeds);
        let status = index
            .arg("twin.jsonl")
            .current_dir(run.folder.path())
            .output();
        assert!(status.expect("it runs").status.success());
        run.check(0)
    };
    run(&["related", "IL-0177", "--limit", "1"], &twin)
        .prints("1. A-1")
        .prints("Same cause · shared HAProxy, cloud load balancer");
    run(
        &["related", "IL-0177", "--limit", "1", "--lang", "ko"],
        &twin,
    )
    .prints("1. A-1")
    .prints("같은 원인 · 공통 HAProxy, 클라우드 로드 밸런서");
}

#[test]
fn no_case_is_related_to_itself_and_better_ones_come_first() {
    for id in cases().keys() {
        let found = engine().related(id, 10).expect("an index");
        assert_eq!(found.len(), 10, "{id}");
        assert!(!ids(&found).contains(&id.as_str()), "{id}");
        assert!(found.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert!(found.iter().all(|one| !one.reasons.is_empty()), "{id}");
    }
}

#[test]
fn a_link_counts_in_both_directions() {
    for (id, other) in [
        ("PX-0315", "PX-0316"),
        ("PX-0336", "PX-0307"),
        ("PX-0307", "PX-0336"),
        ("PX-0026", "PX-0019"),
    ] {
        let found = related(engine(), id);
        assert_eq!(found[0].case.id, other, "{id}");
        assert_eq!(found[0].reasons[0], Reason::Linked, "{id}");
    }
}

#[test]
fn a_recurrence_is_told_from_either_side() {
    let first = case("A-1", "");
    let again = case("A-2", ", \"recurrence_of\": \"A-1\"");
    let engine = index_of(&(first + &again + &case("A-3", "")));
    let of_first = related(&engine, "A-1");
    assert_eq!(of_first[0].case.id, "A-2");
    assert_eq!(
        of_first[0].reasons,
        [Reason::RecurrenceOf("A-1".to_owned())]
    );
    let of_second = related(&engine, "A-2");
    assert_eq!(of_second[0].case.id, "A-1");
    assert_eq!(of_second[0].reasons, [Reason::RecurredAs("A-2".to_owned())]);
}

#[test]
fn a_link_to_nowhere_or_to_itself_is_nothing() {
    let engine = index_of(&case("A-1", ", \"related\": [\"A-1\", \"B-9\"]"));
    assert_eq!(ids(&related(&engine, "A-1")), [""; 0]);
}

#[test]
fn a_case_without_facets_has_cases_with_alike_texts() {
    let text = |id, text| case(id, &format!(", \"summary\": {{\"en\": \"{text}\"}}"));
    let engine = index_of(
        &(text("A-1", "the hamster wheel of the scheduler jammed")
            + &text("A-2", "a hamster jammed the scheduler")
            + &text("A-3", "certificates ran out")),
    );
    let found = related(&engine, "A-1");
    assert_eq!(found[0].case.id, "A-2");
    let [Reason::SimilarText(words)] = found[0].reasons.as_slice() else {
        panic!("{:?}", found[0].reasons);
    };
    assert!(words.contains(&"hamster".to_owned()), "{words:?}");
}

#[test]
fn symptoms_are_a_reason_where_nothing_else_is() {
    let symptom = ", \"symptoms\": [\"packet-loss\"], \"root_cause\": \"unknown\"";
    let engine = index_of(&(case("A-1", symptom) + &case("B-2", symptom)));
    assert_eq!(
        related(&engine, "A-1")[0].reasons,
        [Reason::Shared(
            Dimension::Symptom,
            vec!["packet-loss".to_owned()]
        )]
    );
}

#[test]
fn an_unknown_case_gets_the_nearest_ids() {
    Run::new(&["related", "IL-01777"]).check(2).says("IL-0177");
    Run::new(&["related", "il-0177"]).check(0);
    Run::new(&["related"]).check(2);
}

#[test]
fn the_list_is_as_reviewed() {
    for lang in ["en", "ko"] {
        let run = Run::new(&["related", "IL-0177", "--lang", lang]);
        let done = run.check(0);
        check_golden(&format!("related-IL-0177-{lang}.txt"), &done.stdout);
    }
}

#[test]
fn reasons_come_in_the_chosen_language() {
    let shared = |lang: &str| {
        let run = Run::new(&["related", "IL-0177", "--lang", lang, "--json"]);
        let answer: serde_json::Value = serde_json::from_str(&run.check(0).stdout).expect("JSON");
        answer["related"].as_array().expect("a list").clone()
    };
    let (en, ko) = (shared("en"), shared("ko"));
    assert_eq!(en.len(), 5);
    for (en, ko) in en.iter().zip(&ko) {
        assert_eq!(en["id"], ko["id"]);
        assert_eq!(en["reasons"][0]["kind"], ko["reasons"][0]["kind"]);
    }
    let starts = |reason: &serde_json::Value, with: &str| {
        assert!(
            reason["text"]
                .as_str()
                .is_some_and(|text| text.starts_with(with)),
            "{reason}"
        );
    };
    starts(&en[0]["reasons"][0], "shared ");
    starts(&ko[0]["reasons"][0], "공통 ");
    assert_eq!(
        en[0]["reasons"][0]["facets"][0]["code"],
        ko[0]["reasons"][0]["facets"][0]["code"]
    );
}

// Links that lead nowhere

#[test]
fn check_names_links_to_no_case() {
    let cases = "{\"id\": \"A-1\", \"title\": {\"en\": \"x\", \"ko\": \"x\"}, \"related\": [\"B-2\",\n\"C-3\"]}\n";
    let cases = cases.to_owned()
        + "{\"id\": \"B-2\", \"title\": {\"en\": \"x\", \"ko\": \"x\"}, \"recurrence_of\": \"B-2\"}";
    let list = format!("[{}]", cases.replace("}\n{", "},\n{"));
    Run::bare(&["check", "a.json"])
        .file("a.json", &list)
        .check(0)
        .says("a.json:2:1: related: no case here has the id `C-3`")
        .says("recurrence_of: the case names itself")
        .says("0 faults, 2 warnings");
    // To add to an index needs not all of its cases.
    let done = Run::bare(&["index", "a.json"])
        .file("a.json", &list)
        .check(0);
    assert!(!done.stderr.contains("C-3"), "{}", done.stderr);
}

// How one case fares with a query

#[test]
fn explain_tells_the_rank_and_the_words() {
    Run::new(&["explain", "IL-0177", "nf_conntrack", "table", "full"])
        .check(0)
        .prints("IL-0177 is number 2 of")
        .prints("PX-0230 stands just above")
        .prints("idf");
}

#[test]
fn explain_tells_what_keeps_a_case_from_being_found() {
    for (query, reason) in [
        (
            &["conntrack", "component:kafka"][..],
            "the filter component leaves it out",
        ),
        (
            &["haproxy", "-conntrack"],
            "the word \"conntrack\", which is excluded",
        ),
        (
            &["conntrack \"power loss\""],
            "does not have the phrase \"power loss\"",
        ),
        (&["kafka"], "no word of the query"),
        (
            &["conntrack -component:haproxy"],
            "it has component:haproxy, which is excluded",
        ),
        (
            &["conntrack", "--year", "1999"],
            "the filter year leaves it out",
        ),
        (
            &["conntrack -year:2022"],
            "it has year:2022, which is excluded",
        ),
    ] {
        let args = [&["explain", "IL-0177"], query].concat();
        Run::new(&args)
            .check(1)
            .prints("IL-0177 is not found")
            .prints(reason)
            .hides("more promising");
    }
    Run::new(&["explain", "IL-0177", "conntrack", "--since", "2024"])
        .check(1)
        .prints("the filter since");
    Run::new(&["explain", "IL-01777", "conntrack"])
        .check(2)
        .says("IL-0177");
    Run::new(&["explain", "IL-0177"]).check(2);
}

#[test]
fn explain_names_the_words_that_are_missing() {
    Run::new(&["explain", "IL-0177", "conntrack", "kafka", "qqxyzzy"])
        .check(0)
        .prints("it lacks: kafka")
        .prints("no case has: qqxyzzy");
    let run = Run::new(&["explain", "--json", "IL-0177", "conntrack", "kafka"]);
    let answer: serde_json::Value = serde_json::from_str(&run.check(0).stdout).expect("JSON");
    assert_eq!(answer["missing"], serde_json::json!(["kafka"]));
    assert_eq!(answer["left_out"], serde_json::json!([]));
    assert!(answer["rank"].is_number());
}

// The page

#[test]
fn what_is_not_known_is_left_out() {
    let page = Run::new(&["show", "IL-0177", "--lang", "en"])
        .check(0)
        .stdout;
    assert!(
        !page.to_lowercase().contains("unknown\n") && !page.contains("severity"),
        "{page}"
    );
}

#[test]
fn a_missing_language_says_so() {
    let korean =
        "{\"id\": \"A-1\", \"title\": {\"ko\": \"장애\"}, \"lessons\": {\"en\": \"Test.\"}}";
    for (lang, note) in [
        ("en", "장애 (in Korean only)"),
        ("ko", "교훈 (영어만 있음)"),
    ] {
        let run = Run::bare(&["show", "A-1", "--index", "index", "--lang", lang]);
        let run = run.file("a.json", korean);
        let mut index = Command::new(PROGRAM);
        let index = index.args(["index", "--index", "index", "a.json"]);
        let status = index.current_dir(run.folder.path()).output();
        assert!(status.expect("it runs").status.success());
        run.check(0).prints(note);
    }
}
