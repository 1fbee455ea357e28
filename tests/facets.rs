//! What could narrow a search: counts against a count by hand over the JSON of the seeds, and what
//! a user sees of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::OnceLock;

use incidex::case::{CaseDate, Dimension, Input, Lang, Vocabulary};
use incidex::error::Error;
use incidex::index::{Facet, Generations, Update, update};
use incidex::query::{Engine, FacetCount, FacetCounts, FacetValue, Filters, Request, WarningKind};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::Value;

use crate::cli::{check, check_golden, root};
use crate::search::{engine, request, topics};

/// More than there are cases or values.
const ALL: usize = 10_000;

fn count(request: &Request) -> FacetCounts {
    engine().facets(request, ALL).expect("known values")
}

fn filtered(text: &str, values: &[(Dimension, &str)]) -> Request {
    let mut request = request(text);
    for (dimension, value) in values {
        request.filters.add(*dimension, (*value).to_owned());
    }
    request
}

fn values_of(counts: &FacetCounts, facet: Facet) -> &[FacetValue] {
    let counted = counts.facets.iter().find(|counted| counted.facet == facet);
    &counted.expect("all facets are counted").values
}

fn count_of(counts: &FacetCounts, dimension: Dimension, code: &str) -> u64 {
    let values = values_of(counts, Facet::Tag(dimension));
    let value = values.iter().find(|value| value.code == code);
    value.map_or(0, |value| value.count)
}

// By hand

/// A case as the JSON has it.
struct Plain {
    id: String,
    values: BTreeMap<Facet, BTreeSet<String>>,
    /// The first day that the date may mean.
    day: Option<String>,
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(values) => values.iter().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

/// Whether there is anything in `lang` below `value`.
fn has_text(value: &Value, lang: &str) -> bool {
    match value {
        Value::Array(values) => values.iter().any(|value| has_text(value, lang)),
        Value::Object(texts) => texts
            .get(lang)
            .and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty()),
        _ => false,
    }
}

impl Plain {
    fn new(case: &Value) -> Self {
        const TEXTS: [&str; 8] = [
            "title",
            "symptoms_text",
            "summary",
            "lessons",
            "trigger",
            "detection",
            "remediation",
            "action_items",
        ];
        let date = case["date"].as_str().map(str::to_owned);
        let mut values: BTreeMap<Facet, BTreeSet<String>> = BTreeMap::new();
        for dimension in Dimension::ALL {
            let tags = strings(&case[dimension.key()]).into_iter().collect();
            values.insert(Facet::Tag(dimension), tags);
        }
        let year = date.iter().map(|date| date[..4].to_owned());
        values.insert(Facet::Year, year.collect());
        let langs = ["en", "ko"].into_iter();
        let langs = langs.filter(|lang| TEXTS.iter().any(|key| has_text(&case[key], lang)));
        values.insert(Facet::Language, langs.map(str::to_owned).collect());
        Self {
            id: case["id"].as_str().expect("an id").to_owned(),
            values,
            day: date.map(|date| format!("{date}{}", &"0000-01-01"[date.len()..])),
        }
    }
}

fn plain_cases() -> &'static [Plain] {
    static CASES: OnceLock<Vec<Plain>> = OnceLock::new();
    CASES.get_or_init(|| {
        let files = fs::read_dir(root().join("seeds/cases")).expect("the seeds");
        let mut cases = Vec::new();
        for file in files {
            let text = fs::read_to_string(file.expect("a file").path()).expect("a case");
            let json: Value = serde_json::from_str(&text).expect("JSON");
            match &json {
                Value::Array(all) => cases.extend(all.iter().map(Plain::new)),
                one => cases.push(Plain::new(one)),
            }
        }
        cases
    })
}

/// What a search asks for beside its text.
#[derive(Debug, Clone, Default)]
struct Wanted {
    values: BTreeMap<Facet, BTreeSet<String>>,
    since: Option<u16>,
    until: Option<u16>,
}

impl Wanted {
    fn filters(&self) -> Filters {
        let mut filters = Filters::default();
        let date = |year: u16| year.to_string().parse().expect("a date");
        for (facet, values) in &self.values {
            for value in values {
                match facet {
                    Facet::Tag(dimension) => filters.add(*dimension, value.clone()),
                    _ => filters.years.push(value.parse().expect("a year")),
                }
            }
        }
        filters.since = self.since.map(date);
        filters.until = self.until.map(date);
        filters
    }

    /// Whether `case` has what is wanted, whatever it has of `widened`.
    fn takes(&self, case: &Plain, widened: Option<Facet>) -> bool {
        let mut values = self.values.iter();
        let dated = |is_in: &dyn Fn(&str) -> bool| case.day.as_deref().is_some_and(is_in);
        values.all(|(facet, values)| {
            Some(*facet) == widened || !values.is_disjoint(&case.values[facet])
        }) && self
            .since
            .is_none_or(|year| dated(&|day| day >= format!("{year}-01-01").as_str()))
            && self
                .until
                .is_none_or(|year| dated(&|day| day <= format!("{year}-12-31").as_str()))
    }
}

/// Some values that cases have, at most two a facet.
fn wanted() -> impl Strategy<Value = Wanted> {
    let of = |facet: Facet| {
        let cases = plain_cases().iter();
        let all: BTreeSet<String> = cases.flat_map(|case| case.values[&facet].clone()).collect();
        prop::collection::btree_set(prop::sample::select(Vec::from_iter(all)), 1..=2)
            .prop_map(move |values| (facet, values))
    };
    let facets = Facet::ALL
        .into_iter()
        .filter(|facet| *facet != Facet::Language);
    let any = prop::sample::select(Vec::from_iter(facets)).prop_flat_map(of);
    let year = || prop::option::weighted(0.2, 2010_u16..2026);
    (prop::collection::vec(any, 0..=3), year(), year()).prop_map(|(values, since, until)| Wanted {
        values: values.into_iter().collect(),
        since,
        until,
    })
}

/// Nothing, a topic, words of one, or an operator beside words.
fn query() -> impl Strategy<Value = String> {
    let topic = || prop::sample::select(topics().to_vec());
    let words = (topic(), 0_usize..4, 1_usize..4).prop_map(|(topic, skip, take)| {
        let words = topic.split_whitespace().skip(skip).take(take);
        words.collect::<Vec<_>>().join(" ")
    });
    prop_oneof![
        1 => Just(String::new()),
        3 => topic(),
        3 => words,
        1 => Just("timeout -component:haproxy".to_owned()),
        1 => Just("redis -cluster".to_owned()),
        1 => Just("connection pool".to_owned()),
        1 => Just("component:nginx 502".to_owned()),
    ]
}

/// The ids of all cases that a search finds; of all cases where there is nothing to search for.
fn found(text: &str) -> BTreeSet<String> {
    if text.trim().is_empty() {
        return plain_cases().iter().map(|case| case.id.clone()).collect();
    }
    let request = Request {
        limit: ALL,
        ..request(text)
    };
    let ranking = engine().rank(&request).expect("no text is an error");
    ranking.into_iter().map(|(id, _)| id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn counts_are_those_of_the_json(text in query(), wanted in wanted()) {
        // A facet in the text is a filter too, and its own counts leave it out.
        let mut by_hand = wanted.clone();
        let words = match text.strip_prefix("component:nginx") {
            Some(words) => {
                let components = Facet::Tag(Dimension::Component);
                by_hand.values.entry(components).or_default().insert("nginx".to_owned());
                words
            }
            None => &text,
        };
        let matched = found(words);
        // Nothing to look for: then a filter alone decides, as in a search.
        prop_assume!(!matched.is_empty());
        let request = Request { filters: wanted.filters(), ..request(&text) };
        let counts = count(&request);
        if !words.is_empty() || !by_hand.filters().is_empty() {
            prop_assert_eq!(counts.total, engine().search(&request).expect("known values").total);
        }
        for counted in &counts.facets {
            let chosen = by_hand.values.get(&counted.facet).cloned().unwrap_or_default();
            let mut expected: BTreeMap<&str, u64> = chosen.iter().map(|code| (code.as_str(), 0)).collect();
            let cases = plain_cases().iter().filter(|case| matched.contains(&case.id));
            for case in cases.filter(|case| by_hand.takes(case, Some(counted.facet))) {
                for code in &case.values[&counted.facet] {
                    *expected.entry(code).or_default() += 1;
                }
            }
            let actual: BTreeMap<&str, u64> =
                counted.values.iter().map(|value| (value.code.as_str(), value.count)).collect();
            prop_assert_eq!(actual, expected, "{:?}", counted.facet);
            let marked = counted.values.iter().filter(|value| value.selected);
            let marked: BTreeSet<String> = marked.map(|value| value.code.clone()).collect();
            prop_assert_eq!(marked, chosen);
            prop_assert!(is_in_order(counted), "{:?}", counted);
        }
    }
}

fn is_in_order(counted: &FacetCount) -> bool {
    counted.values.is_sorted_by(|a, b| {
        let label = |value: &FacetValue| value.label.to_lowercase();
        a.count > b.count || (a.count == b.count && label(a) <= label(b))
    })
}

// What counts mean

#[test]
fn a_chosen_value_can_be_widened() {
    let free = count(&request("502"));
    let chosen = count(&filtered("502", &[(Dimension::Domain, "kubernetes")]));
    assert!(chosen.total < free.total);
    let domains = |counts| -> BTreeMap<String, u64> {
        let values = values_of(counts, Facet::Tag(Dimension::Domain)).iter();
        values
            .map(|value| (value.code.clone(), value.count))
            .collect()
    };
    assert_eq!(domains(&chosen), domains(&free));
    assert_eq!(
        count_of(&chosen, Dimension::Domain, "kubernetes"),
        chosen.total as u64
    );
    let components = |counts| -> u64 {
        let values = values_of(counts, Facet::Tag(Dimension::Component)).iter();
        values.map(|value| value.count).sum()
    };
    assert!(components(&chosen) < components(&free));
}

#[test]
fn a_chosen_value_is_shown_whatever_the_limit() {
    let request = filtered("timeout", &[(Dimension::Component, "haproxy")]);
    let counts = engine().facets(&request, 1).expect("known values");
    let components = counts
        .facets
        .iter()
        .find(|c| c.facet == Facet::Tag(Dimension::Component));
    let components = components.expect("components");
    assert!(components.values.len() <= 2, "{components:?}");
    assert!(
        components
            .values
            .iter()
            .any(|v| v.code == "haproxy" && v.selected)
    );
    let all = count(&request);
    let all = values_of(&all, components.facet).len();
    assert_eq!(components.more, all - components.values.len());
}

#[test]
fn labels_are_in_the_chosen_language() {
    let label = |text: &str, lang: Option<Lang>| {
        let counts = count(&Request {
            lang,
            ..request(text)
        });
        let values = values_of(&counts, Facet::Tag(Dimension::Component)).iter();
        let value = values
            .clone()
            .find(|value| value.code == "cloud-load-balancer");
        value.expect("a cloud load balancer").label.clone()
    };
    let own = |lang| Vocabulary::builtin().label(Dimension::Component, "cloud-load-balancer", lang);
    assert_eq!(label("load balancer", None), own(Lang::En));
    assert_eq!(label("로드 밸런서", None), own(Lang::Ko));
    assert_eq!(label("load balancer", Some(Lang::Ko)), own(Lang::Ko));
}

#[test]
fn a_phrase_that_no_case_has_counts_its_words() {
    for text in ["\"timeout conntrack\"", "\"xyzzy plugh\""] {
        let counts = count(&request(text));
        let search = engine()
            .search(&request(text))
            .expect("no text is an error");
        assert_eq!(counts.total, search.total, "{text}");
        assert_eq!(counts.warnings, search.warnings, "{text}");
    }
    let phrase = count(&request("\"table full\""));
    assert!(phrase.total > 0 && phrase.total < count(&request("table full")).total);
}

#[test]
fn stop_words_find_nothing_beside_others() {
    let search = |text| {
        engine()
            .search(&request(text))
            .expect("no text is an error")
            .total
    };
    for text in ["the conntrack", "of the", "conntrack가 그리고"] {
        assert_eq!(count(&request(text)).total, search(text), "{text}");
    }
}

#[test]
fn a_case_that_was_replaced_is_not_counted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let generations = Generations::new(folder.path());
    let index = |json: &str| {
        let request = Update::new(&[Input::Stdin], Vocabulary::builtin());
        update(&generations, &request, &mut json.as_bytes(), &|_| {}).expect("an index");
    };
    let case = |id: &str, component: &str| {
        format!(
            r#"{{"id": "{id}", "title": {{"en": "Disk full"}}, "components": ["{component}"]}}"#
        )
    };
    let others: Vec<String> = (0..20).map(|i| case(&format!("B-{i}"), "nginx")).collect();
    index(&(others.join("\n") + "\n" + &case("A-1", "haproxy")));
    index(&case("A-1", "redis"));
    let engine = Engine::open(&generations).expect("an index");
    for text in ["", "disk"] {
        let counts = engine.facets(&request(text), ALL).expect("known values");
        assert_eq!(counts.total, 21);
        let codes = values_of(&counts, Facet::Tag(Dimension::Component)).iter();
        let codes: Vec<(&str, u64)> = codes.map(|v| (v.code.as_str(), v.count)).collect();
        assert_eq!(codes, [("nginx", 20), ("redis", 1)]);
        // Neither has a date, nor any Korean.
        assert_eq!(values_of(&counts, Facet::Year), []);
        let languages = values_of(&counts, Facet::Language).iter();
        let languages: Vec<(&str, u64)> = languages.map(|v| (v.code.as_str(), v.count)).collect();
        assert_eq!(languages, [("en", 21)]);
    }
}

// Leaving out

#[test]
fn a_dash_before_a_facet_leaves_it_out() {
    let all = count(&request("timeout"));
    let with = count(&request("component:haproxy timeout"));
    for text in ["timeout -component:haproxy", "-components:HAProxy timeout"] {
        let without = count(&request(text));
        assert_eq!(with.total + without.total, all.total, "{text}");
        assert_eq!(count_of(&without, Dimension::Component, "haproxy"), 0);
        let search = engine()
            .search(&request(text))
            .expect("no text is an error");
        assert_eq!(search.total, without.total);
        assert!(
            search
                .warnings
                .iter()
                .any(|w| w.text == "without cases that have component haproxy")
        );
    }
}

#[test]
fn a_name_that_only_cases_have_is_a_filter_too() {
    let typed = count(&request("org:gitlab"));
    let given = count(&filtered("", &[(Dimension::Org, "GitLab")]));
    assert!(given.total > 0);
    assert_eq!(typed.total, given.total);
    assert_eq!(
        count_of(&typed, Dimension::Org, "GitLab"),
        given.total as u64
    );
}

/// Filters in the text, by whatever name the output has for a dimension, count as flags do.
#[test]
fn filters_may_be_written_into_the_query() {
    let component = |value| filtered("timeout", &[(Dimension::Component, value)]);
    let dated = |change: fn(&mut Filters)| {
        let mut request = request("timeout");
        change(&mut request.filters);
        request
    };
    for (typed, given) in [
        ("timeout component:haproxy", component("haproxy")),
        ("timeout 구성 요소:haproxy", component("haproxy")),
        (
            "timeout component:\"Cloud load balancer\"",
            component("cloud-load-balancer"),
        ),
        (
            "component:“cloud load balancer” timeout",
            component("cloud-load-balancer"),
        ),
        (
            "timeout root cause:config-change",
            filtered("timeout", &[(Dimension::RootCause, "config-change")]),
        ),
        (
            "timeout 원인:\"설정 변경\"",
            filtered("timeout", &[(Dimension::RootCause, "config-change")]),
        ),
        (
            "timeout component:haproxy component:haproxy component:nginx",
            filtered(
                "timeout",
                &[
                    (Dimension::Component, "haproxy"),
                    (Dimension::Component, "nginx"),
                ],
            ),
        ),
        (
            "timeout year:2022",
            dated(|f| f.years.push(CaseDate::year("2022").expect("a year"))),
        ),
        (
            "timeout since:2021 since:2022-10",
            dated(|f| f.since = "2022-10".parse().ok()),
        ),
        (
            "timeout until:2022-10 until:2021",
            dated(|f| f.until = "2021".parse().ok()),
        ),
    ] {
        let (typed_counts, given) = (count(&request(typed)), count(&given));
        assert_eq!(typed_counts.total, given.total, "{typed}");
        assert!(given.total > 0, "{typed} counts nothing");
    }
    let all = count(&request("timeout")).total;
    let of_year = count(&request("timeout year:2022")).total;
    assert_eq!(count(&request("timeout -year:2022")).total, all - of_year);
}

/// What several values of a dimension come to is said once, flags included.
#[test]
fn a_dimension_is_said_once() {
    let request = filtered(
        "timeout component:nginx component:haproxy component:nginx",
        &[(Dimension::Component, "HAProxy")],
    );
    let notes = count(&request).warnings;
    let filters: Vec<&str> = notes
        .iter()
        .filter(|note| note.kind == WarningKind::Filter)
        .map(|note| note.text.as_str())
        .collect();
    assert_eq!(filters, ["only cases with component haproxy or nginx"]);
}

/// The name of a filter with a value that it cannot have is text, and that is said.
#[test]
fn a_filter_that_is_none_is_told() {
    for (typed, why) in [
        ("timeout component:nope", "no component is called \"nope\""),
        ("timeout domain:k8s", "did you mean kubernetes?"),
        ("timeout component:Pod termination", "pod-termination"),
        ("timeout year:20222", "YYYY"),
        ("timeout since:yesterday", "YYYY-MM"),
        ("timeout -until:2022", "each other's opposite"),
        ("timeout 구성 요소:해파리", "해파리"),
    ] {
        let notes = count(&request(typed)).warnings;
        let told = notes
            .iter()
            .find(|note| note.kind == WarningKind::FilterIsText);
        let told = told.unwrap_or_else(|| panic!("{typed}: {notes:?}"));
        assert!(told.text.contains(why), "{typed}: {}", told.text);
    }
    for text in [
        "TODO: fix",
        "component: haproxy",
        "\"x component:nope y\"",
        "a::component",
    ] {
        let notes = count(&request(text)).warnings;
        let told = notes
            .iter()
            .any(|note| note.kind == WarningKind::FilterIsText);
        assert!(!told, "{text}: {notes:?}");
    }
}

/// An exclusion that is none must not become something to look for.
#[test]
fn what_was_to_be_left_out_is_never_searched_for() {
    let plain = count(&request("timeout")).total;
    for typed in ["timeout -component:haproxi", "timeout -root cause:nothing"] {
        assert_eq!(count(&request(typed)).total, plain, "{typed}");
    }
    let text = count(&request("timeout --component:haproxy"));
    assert!(
        text.warnings
            .iter()
            .all(|note| note.kind != WarningKind::Filter)
    );
}

/// Marks that nobody sees come along with what is pasted.
#[test]
fn unseen_marks_in_a_value_do_not_matter() {
    for value in ["\u{200F}haproxy", "ha\u{200B}proxy\u{FEFF}"] {
        let marked = count(&filtered("", &[(Dimension::Component, value)])).total;
        let plain = count(&filtered("", &[(Dimension::Component, "haproxy")])).total;
        assert_eq!(marked, plain);
    }
    assert!(engine().case("\u{200E}IL-0177\u{200E}").is_ok());
}

#[test]
fn any_other_colon_with_a_dash_is_text() {
    for text in ["timeout -component:nothing", "java -Xlog:gc timeout"] {
        let counts = count(&request(text));
        let is_filter = |text: &str| text.starts_with("without") || text.starts_with("only");
        assert!(
            !counts.warnings.iter().any(|w| is_filter(&w.text)),
            "{text}"
        );
    }
}

// Values

#[test]
fn values_may_be_written_in_any_way() {
    let total = |dimension, value: &str| count(&filtered("", &[(dimension, value)])).total;
    for (dimension, code, others) in [
        (
            Dimension::Component,
            "cloud-load-balancer",
            &[
                "클라우드 로드 밸런서",
                "클라우드로드밸런서",
                "Cloud  LOAD_balancer",
                "ＣＬＯＵＤ load balancer",
            ][..],
        ),
        (
            Dimension::RootCause,
            "config-change",
            &["CONFIG change", "configchange"],
        ),
        (Dimension::Org, "LINE+", &["line+", " Line+ "]),
        (Dimension::Severity, "critical", &["Critical", "CRITICAL"]),
    ] {
        let expected = total(dimension, code);
        assert!(expected > 0, "{code}");
        for other in others {
            assert_eq!(total(dimension, other), expected, "{other}");
        }
    }
}

#[test]
fn an_unknown_value_gets_the_nearest_ones() {
    let request = filtered("", &[(Dimension::Component, "haproxxy")]);
    match engine().facets(&request, ALL) {
        Err(Error::UnknownValue { nearest, .. }) => assert_eq!(nearest[0], "haproxy"),
        other => panic!("{other:?}"),
    }
    check(&["facets", "--component", "haproxxy"], 2).says("haproxy");
    check(&["facets", "--component", "쿠버네티스"], 2).says("it is a value of domain");
    check(&["search", "timeout", "--facets", "--org", "LIN+"], 2).says("LINE+");
    check(&["facets", "--year", "2022-10"], 2).says("write a year such as 2022");
    check(&["facets", "--since", "october"], 2).says("YYYY-MM");
}

#[test]
fn dates_may_be_known_in_part() {
    let total =
        |args: &[&str]| check(&[&["facets", "--json"], args].concat(), 0).json()["total"].clone();
    assert_eq!(
        total(&["--since", "2022", "--until", "2022"]),
        total(&["--year", "2022"])
    );
    assert_eq!(
        total(&["--since", "2022-01", "--until", "2022-12"]),
        total(&["--since", "2022-01-01", "--until", "2022-12-31"])
    );
}

// The program

#[test]
fn exit_codes_tell_whether_there_was_anything_to_count() {
    check(&["facets"], 0).prints("133 cases");
    check(&["facets", "nf_conntrack"], 0);
    check(&["facets", "qqxyzzy"], 1)
        .says("no cases")
        .says("qqxyzzy");
    check(&["facets", "???"], 1).says("nothing to search for");
    check(&["facets", "--since", "2999"], 1).says("try without a filter");
    check(&["facets", "--json", "qqxyzzy"], 1).prints("\"total\": 0");
}

#[test]
fn counts_are_as_reviewed() {
    for (name, args) in [
        (
            "facets-en.txt",
            &["facets", "502", "--domain", "kubernetes", "-n", "3"][..],
        ),
        (
            "facets-ko.txt",
            &[
                "facets",
                "타임아웃",
                "--component",
                "클라우드로드밸런서",
                "-n",
                "3",
            ],
        ),
    ] {
        check_golden(name, &check(args, 0).stdout);
    }
}

#[test]
fn json_has_the_keys_that_were_promised() {
    let answer = check(
        &[
            "facets",
            "timeout",
            "--component",
            "haproxy",
            "-n",
            "2",
            "--json",
        ],
        0,
    )
    .json();
    let keys = |value: &Value| -> Vec<String> {
        value
            .as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    let sorted = |mut keys: Vec<String>| {
        keys.sort();
        keys
    };
    assert_eq!(
        sorted(keys(&answer)),
        ["facets", "lang", "query", "took_us", "total", "warnings"]
    );
    let names: Vec<&str> = answer["facets"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|facet| facet["dimension"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, Facet::ALL.map(Facet::name));
    let component = &answer["facets"][2];
    assert_eq!(sorted(keys(component)), ["dimension", "more", "values"]);
    assert_eq!(
        sorted(keys(&component["values"][0])),
        ["code", "count", "label", "selected"]
    );
    let values = component["values"].as_array().expect("a list");
    assert!(
        values
            .iter()
            .any(|v| v["code"] == "haproxy" && v["selected"] == true)
    );
}

#[test]
fn search_shows_counts_where_asked() {
    let args = ["search", "timeout", "--json", "-n", "1"];
    assert!(check(&args, 0).json().get("facets").is_none());
    let with = check(&[&args[..], &["--facets"]].concat(), 0).json();
    let alone = check(&["facets", "timeout", "--json"], 0).json();
    assert_eq!(with["facets"], alone["facets"]);
    assert_eq!(with["total"], alone["total"]);
    let text = check(&["search", "timeout", "-n", "1", "--facets"], 0).stdout;
    let below = text.find("components\n").expect("components");
    assert!(below > text.find("1 to 1 of").expect("the hits"));
}
