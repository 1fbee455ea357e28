//! The page of `incidex eval … --report`: complete, harmless and the same each time.

use std::fs;
use std::path::Path;

use incidex::eval::Test;
use incidex::eval::report::{
    About, Comparison, Pair, Report, Slice, SliceDifference, System, Topic, render,
};
use incidex::eval::statistics::Interval;

use super::cli::{Run, root};

const HOSTILE: &str = "\"'><script>alert(1)</script>&<img src=x onerror=y>";

fn topic(id: &str, lang: &str, text: &str, value: f64, first_relevant: Option<usize>) -> Topic {
    Topic {
        about: About {
            id: id.to_owned(),
            lang: lang.to_owned(),
            kind: "symptom".to_owned(),
            text: text.to_owned(),
        },
        values: vec![value, value / 2.0],
        first_relevant,
    }
}

fn slice(name: &str, topics: usize, mean: f64) -> Slice {
    Slice {
        name: name.to_owned(),
        topics,
        means: vec![mean, mean / 2.0],
        zero_results: 0.0,
    }
}

fn system(name: &str) -> System {
    System {
        name: name.to_owned(),
        slices: vec![slice("all", 3, 0.5012), slice("lang ko", 1, 0.25)],
        topics: vec![
            topic("T1", "en", "pods were evicted", 1.0, Some(1)),
            topic(
                "T2",
                "ko",
                "ssh 새 접속만 안되고 기존 세션은 살아있음",
                0.25,
                Some(4),
            ),
            topic("T3", "mixed", HOSTILE, 0.0, None),
        ],
        precision_at_recall: Some([1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]),
        latencies: vec![0.8, 1.2, 14.5],
    }
}

fn of_one() -> Report {
    Report {
        title: "incidex".to_owned(),
        provenance: vec![("topics".to_owned(), HOSTILE.to_owned())],
        systems_provenance: vec![(HOSTILE.to_owned(), "run, BLAKE3 00".to_owned())],
        notes: vec!["1 topic without judgements, not counted: T9".to_owned()],
        measures: vec!["nDCG@10".to_owned(), "AP".to_owned()],
        systems: vec![system("incidex")],
        comparisons: Vec::new(),
    }
}

fn of_two() -> Report {
    let (base, other) = (system("before"), system(HOSTILE));
    let pairs = base.topics.iter().map(|topic| Pair {
        about: topic.about.clone(),
        base: topic.values[0],
        other: 0.5,
    });
    Report {
        comparisons: vec![Comparison {
            measure: "nDCG@10".to_owned(),
            base: base.name.clone(),
            other: other.name.clone(),
            claim: "Nothing can be claimed.".to_owned(),
            slices: vec![
                SliceDifference {
                    name: "all".to_owned(),
                    topics: 3,
                    difference: -0.0123,
                    outcomes: [2, 0, 1],
                    test: Some(Test {
                        interval: Interval {
                            from: -0.2,
                            to: 0.1,
                        },
                        p: 0.62,
                        p_holm: 0.7421,
                    }),
                    verdict: "not significant".to_owned(),
                },
                SliceDifference {
                    name: HOSTILE.to_owned(),
                    verdict: HOSTILE.to_owned(),
                    ..SliceDifference::default()
                },
            ],
            pairs: pairs.collect(),
        }],
        systems: vec![base, other],
        ..of_one()
    }
}

fn page(report: &Report) -> String {
    let page = render(report).unwrap();
    check_well_formed(&page);
    page
}

/// Every element is closed in its turn, which a browser would not ask for but a mistake breaks.
fn check_well_formed(page: &str) {
    const VOID: [&str; 2] = ["meta", "!DOCTYPE"];
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("an end of the tag");
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed out of turn");
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
}

fn check_says(page: &str, texts: &[&str]) {
    for text in texts {
        assert!(page.contains(text), "the page lacks {text:?}");
    }
}

#[test]
fn one_system_is_shown_with_its_figures() {
    let page = page(&of_one());
    check_says(
        &page,
        &[
            "<h1>incidex</h1>",
            "not counted: T9",
            "0.5012",
            "lang ko",
            "새 접속만 안되고",
            "lang=\"ko\"",
            "Topics whose first hit is relevant: incidex: 1 of 3.",
            "Mean precision at recall 0.5: incidex 0.6000.",
            "Half of the searches take at most: incidex: 1.20 ms.",
            "14.5 ms",
            "3 topics, worst first: 1 at 0, 2 below 0.5, 1 at 1.",
        ],
    );
    assert!(!page.contains("id=\"comparison\""));
}

#[test]
fn two_systems_are_compared_in_words() {
    check_says(
        &page(&of_two()),
        &[
            "Nothing can be claimed.",
            "−0.0123",
            "−0.2000 to +0.1000",
            "0.7421",
            "about 62 of 100 times",
            "T1 pods were evicted\n1.0000 → 0.5000 (−0.5000)",
        ],
    );
}

#[test]
fn texts_are_text_wherever_they_stand() {
    for report in [of_one(), of_two()] {
        let page = page(&report);
        for markup in ["<script", "<img", "onerror=y>"] {
            assert!(!page.contains(markup), "{markup} came through");
        }
        check_says(&page, &["&#60;script&#62;alert(1)"]);
    }
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let page = page(&of_two());
    for foreign in [
        "http:", "https:", "//", "url(", "@import", "<link", " src=", " on",
    ] {
        let found = page.match_indices(foreign).map(|(at, _)| &page[at..]);
        let of_the_page = found.filter(|rest| !rest.starts_with(" src=x") && !is_prose(rest));
        assert_eq!(of_the_page.count(), 0, "{foreign}");
    }
    let inside = page.match_indices("href=\"").map(|(at, _)| &page[at + 6..]);
    assert!(inside.into_iter().all(|target| target.starts_with('#')));
}

/// `on` as a word or as the start of one, not as an attribute of an event.
fn is_prose(rest: &str) -> bool {
    let word: &str = rest
        .trim_start()
        .split([' ', '\n', '.', ','])
        .next()
        .unwrap_or("");
    rest.starts_with(" on") && (!word.contains('=') || word.starts_with("onerror=y&#62;"))
}

#[test]
fn every_plot_has_words_and_a_table() {
    let page = page(&of_two());
    let plots = page.matches("role=\"img\"").count();
    assert_eq!(
        plots, 9,
        "two measures, two curves, ranks, two differences, topics twice"
    );
    assert_eq!(page.matches("<desc id=").count(), plots);
    assert_eq!(page.matches("table below").count(), plots);
}

#[test]
fn the_same_report_is_the_same_page() {
    assert_eq!(page(&of_two()), page(&of_two()));
}

#[test]
fn what_was_not_measured_is_left_out() {
    let mut report = of_one();
    report.systems[0].latencies.clear();
    report.systems[0].precision_at_recall = None;
    let page = page(&report);
    assert!(!page.contains("Time taken"));
    assert!(!page.contains("Precision at recall"));
    check_says(&page, &["Rank of the first relevant"]);
}

#[test]
fn few_or_odd_figures_make_a_page_as_well() {
    let no_system = Report::default();
    let no_topic = Report {
        systems: vec![System::default(), System::default()],
        comparisons: vec![Comparison::default()],
        measures: vec!["AP".to_owned()],
        ..Report::default()
    };
    let mut one_topic = of_one();
    one_topic.systems[0].topics.truncate(1);
    one_topic.systems[0].latencies = vec![0.0];
    let mut not_numbers = of_one();
    not_numbers.systems[0].topics[0].values = vec![f64::NAN];
    not_numbers.systems[0].latencies = vec![f64::NAN, f64::INFINITY];
    let mut many_systems = of_one();
    many_systems.systems = (0..20).map(|at| system(&format!("run {at}"))).collect();
    for report in [no_system, no_topic, one_topic, not_numbers, many_systems] {
        let page = page(&report);
        check_says(&page, &["</html>"]);
    }
}

// The program

fn data(name: &str) -> String {
    root().join("tests/data").join(name).display().to_string()
}

/// Scores the small files of edge cases.
fn scoring(page: &Path) -> Run {
    let page = page.display().to_string();
    let (topics, qrels, run) = (
        data("edge.topics.tsv"),
        data("edge.qrels"),
        data("edge.run"),
    );
    Run::bare(&[
        "eval", "score", "--topics", &topics, "--qrels", &qrels, "--run", &run, "--report", &page,
    ])
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    entries.map(|entry| name(entry).unwrap()).collect()
}

#[test]
fn the_page_replaces_what_was_there_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("보고서.html");
    fs::write(&file, "an older one").unwrap();
    scoring(&file).check(0).prints("nDCG@10");
    let first = fs::read_to_string(&file).unwrap();
    check_well_formed(&first);
    check_says(
        &first,
        &[
            "Relevance of ",
            "Topics without judgements, not counted: unknown",
            "judged but not among the topics, not counted: stray",
            "BLAKE3",
        ],
    );
    scoring(&file).check(0);
    assert_eq!(fs::read_to_string(&file).unwrap(), first);
    assert_eq!(names(folder.path()), ["보고서.html"]);
}

#[test]
fn a_comparison_is_a_page_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let (topics, qrels, run) = (
        data("edge.topics.tsv"),
        data("edge.qrels"),
        data("edge.run"),
    );
    let page = file.display().to_string();
    Run::bare(&[
        "eval", "compare", &run, "<b>.run", "--topics", &topics, "--qrels", &qrels, "--report",
        &page,
    ])
    .file("<b>.run", fs::read(&run).unwrap())
    .check(0);
    let page = fs::read_to_string(file).unwrap();
    check_well_formed(&page);
    check_says(
        &page,
        &[
            "&#60;b&#62;.run against",
            "Nothing can be claimed",
            "seed 2",
        ],
    );
    assert!(!page.contains("<b>"));
}

#[test]
fn a_page_that_cannot_be_written_is_told_before_anything_is_read() {
    let folder = tempfile::tempdir().unwrap();
    for path in [
        folder.path().join("missing").join("page.html"),
        folder.path().to_owned(),
    ] {
        let page = path.display().to_string();
        Run::bare(&["eval", "score", "--topics", "nowhere", "--report", &page])
            .check(2)
            .says(&format!("cannot write {page}: "));
    }
}

#[test]
fn a_failure_leaves_the_older_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    fs::write(&file, "an older one").unwrap();
    let page = file.display().to_string();
    Run::bare(&["eval", "score", "--topics", "nowhere", "--report", &page])
        .check(2)
        .says("nowhere");
    assert_eq!(fs::read_to_string(&file).unwrap(), "an older one");
    assert_eq!(names(folder.path()), ["page.html"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_a_device_a_device() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (
        folder.path().join("page.html"),
        folder.path().join("link.html"),
    );
    fs::write(&file, "an older one").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    scoring(&link).check(0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    check_well_formed(&fs::read_to_string(&file).unwrap());
    scoring(Path::new("/dev/stdout")).check(0).prints("</html>");
}
