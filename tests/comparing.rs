//! Comparisons: the statistics against known results, and that no system is favoured.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use incidex::eval::provenance::{Parameters, qrels_hash, topics_hash};
use incidex::eval::statistics::{bootstrap_interval, holm, randomisation_p};
use incidex::eval::{
    Baseline, Comparison, Latency, Measure, Mismatch, Provenance, Qrels, Run, Scored, Topic,
    Verdict, compare, pool, score, tests, topics, write_sheet,
};

/// The p of the test by all 2^n assignments of signs.
fn exact_p(differences: &[f64]) -> f64 {
    let observed = differences.iter().sum::<f64>().abs();
    let assignments = 1_u32 << differences.len();
    let extreme = (0..assignments)
        .filter(|signs| {
            let signed = (0..).zip(differences);
            let sum: f64 = signed
                .map(|(bit, d)| if signs >> bit & 1 == 1 { -d } else { *d })
                .sum();
            sum.abs() >= observed - 1e-9
        })
        .count();
    extreme as f64 / f64::from(assignments)
}

#[test]
fn the_randomisation_test_is_near_the_exact_one() {
    for differences in [
        &[0.5, 0.4, -0.1, 0.3, 0.0, 0.2][..],
        &[0.1; 8],
        &[0.3, -0.2, 0.1, -0.4, 0.25, 0.05, -0.15, 0.0],
        &[0.9, 0.01, 0.02, -0.03, 0.0, 0.3, 0.12, -0.2, 0.5, 0.06],
        &[
            0.11, 0.21, 0.05, 0.4, -0.07, 0.3, 0.02, 0.09, 0.13, -0.01, 0.08, 0.2,
        ],
    ] {
        let (exact, sampled) = (exact_p(differences), randomisation_p(differences));
        // Five standard deviations of a share of 10,000.
        let spread = 5.0 * (exact * (1.0 - exact) / 10_000.0).sqrt() + 1e-4;
        assert!(
            (exact - sampled).abs() < spread,
            "{differences:?}: {sampled} for {exact}"
        );
    }
}

#[test]
fn p_is_never_zero_and_one_where_nothing_differs() {
    assert_eq!(randomisation_p(&[0.0; 30]), 1.0);
    assert_eq!(randomisation_p(&[]), 1.0);
    assert_eq!(randomisation_p(&[0.5; 60]), 1.0 / 10_001.0);
}

#[test]
fn the_statistics_know_no_side() {
    let differences: Vec<f64> = (0..70)
        .map(|i| f64::from(i * i % 23) / 23.0 - 0.4)
        .collect();
    let negated: Vec<f64> = differences.iter().map(|d| -d).collect();
    assert_eq!(randomisation_p(&differences), randomisation_p(&negated));
    let (there, back) = (
        bootstrap_interval(&differences),
        bootstrap_interval(&negated),
    );
    assert_eq!((there.from, there.to), (-back.to, -back.from));
}

#[test]
fn the_interval_holds_the_mean_and_narrows_with_more_topics() {
    let of = |n: u32| {
        let differences: Vec<f64> = (0..n).map(|i| f64::from(i % 5) / 10.0 - 0.1).collect();
        bootstrap_interval(&differences)
    };
    let (few, many) = (of(25), of(400));
    for interval in [few, many] {
        assert!(interval.from < 0.1 && 0.1 < interval.to, "{interval:?}");
    }
    assert!(many.to - many.from < (few.to - few.from) / 3.0);
    // Of the same value everywhere nothing else can be drawn.
    let constant = bootstrap_interval(&[0.25; 30]);
    assert_eq!((constant.from, constant.to), (0.25, 0.25));
}

/// With many topics the percentile interval is the normal one: the mean and 1.96 standard errors.
#[test]
fn the_interval_is_nearly_normal_for_many_topics() {
    let differences: Vec<f64> = (0..1000).map(|i| f64::from(i % 2)).collect();
    let interval = bootstrap_interval(&differences);
    let half = 1.96 * (0.25_f64 / 1000.0).sqrt();
    assert!((interval.from - (0.5 - half)).abs() < 0.003, "{interval:?}");
    assert!((interval.to - (0.5 + half)).abs() < 0.003, "{interval:?}");
}

/// The same bytes on any machine and with any version of a dependency.
#[test]
fn random_numbers_are_those_of_the_day_they_were_chosen() {
    let differences: Vec<f64> = (0..40)
        .map(|i| f64::from(i * 7 % 11) / 10.0 - 0.45)
        .collect();
    let interval = bootstrap_interval(&differences);
    let found = format!(
        "{:.6} {:.6} {:.6}",
        randomisation_p(&differences),
        interval.from,
        interval.to
    );
    assert_eq!(found, "0.293571 -0.045000 0.152500");
}

/// The worked example of R's `p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm")` and one with the
/// order changed: 0.01, 0.04, 0.03, 0.005 (Holm 1979 steps down from the least).
#[test]
fn holm_steps_down() {
    check_holm(
        &[0.01, 0.02, 0.03, 0.04, 0.05],
        &[0.05, 0.08, 0.09, 0.09, 0.09],
    );
    check_holm(&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]);
    check_holm(&[0.6, 0.7], &[1.0, 1.0]);
    check_holm(&[0.04], &[0.04]);
    check_holm(&[], &[]);
}

#[track_caller]
fn check_holm(p: &[f64], expected: &[f64]) {
    let rounded = |p: &[f64]| p.iter().map(|p| format!("{p:.4}")).collect::<Vec<_>>();
    assert_eq!(rounded(&holm(p)), rounded(expected));
}

/// `n` topics, all with one relevant document `D`.
fn benchmark(n: usize) -> (Vec<Topic>, Qrels) {
    let mut table = "qid\tlang\tkind\ttext\n".to_owned();
    let mut judgements = String::new();
    for i in 0..n {
        let lang = if i % 3 == 0 { "ko" } else { "en" };
        writeln!(table, "T{i:02}\t{lang}\tsymptom\ttext {i}").unwrap();
        writeln!(judgements, "T{i:02} 0 D 1").unwrap();
    }
    (
        topics::parse(Path::new("t"), &table).unwrap(),
        Qrels::parse(Path::new("q"), &judgements).unwrap(),
    )
}

/// A run that finds `D` at the rank that `rank_of` says.
fn run(n: usize, rank_of: impl Fn(usize) -> usize) -> Run {
    let mut lines = String::new();
    for i in 0..n {
        for rank in 1..=5 {
            let docno = if rank == rank_of(i) {
                "D".to_owned()
            } else {
                format!("X{rank}")
            };
            writeln!(lines, "T{i:02} Q0 {docno} {rank} {} x", 10 - rank).unwrap();
        }
    }
    Run::parse(Path::new("r"), &lines).unwrap()
}

/// The comparison of two runs by one measure.
fn compare_runs(n: usize, base: &Run, other: &Run) -> Comparison {
    let (topics, qrels) = benchmark(n);
    let measure: Measure = "RR".parse().unwrap();
    let scored = |name: &str, run| Scored {
        name: name.to_owned(),
        scores: score(&[measure, Measure::JUDGED_AT_10], &topics, &qrels, run),
    };
    let mut all = compare(&[measure], &scored("a", base), &[scored("b", other)]);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn swapped_systems_swap_signs() {
    let (a, b) = (run(60, |i| 1 + i % 3), run(60, |i| 1 + i % 2));
    let (there, back) = (compare_runs(60, &a, &b), compare_runs(60, &b, &a));
    assert_eq!(there.slices.len(), back.slices.len());
    for (there, back) in there.slices.iter().zip(&back.slices) {
        assert_eq!(there.delta, -back.delta);
        assert_eq!(
            (there.wins, there.ties, there.losses),
            (back.losses, back.ties, back.wins)
        );
        assert_eq!((there.base, there.other), (back.other, back.base));
        assert_eq!(there.test.is_some(), back.test.is_some());
        if let (Some(there), Some(back)) = (there.test, back.test) {
            assert_eq!((there.p, there.p_holm), (back.p, back.p_holm));
            assert_eq!(there.interval.from, -back.interval.to);
        }
    }
    for (there, back) in there.topics.iter().zip(&back.topics) {
        assert_eq!((&there.qid, there.delta), (&back.qid, -back.delta));
    }
}

#[test]
fn a_clear_difference_is_said_and_an_unclear_one_is_not() {
    let (good, bad) = (run(60, |_| 1), run(60, |_| 2));
    assert_eq!(
        compare_runs(60, &bad, &good).slices[0].verdict,
        Verdict::Better
    );
    assert_eq!(
        compare_runs(60, &good, &bad).slices[0].verdict,
        Verdict::Worse
    );
    let (odd, even) = (run(60, |i| 1 + i % 2), run(60, |i| 2 - i % 2));
    let unclear = &compare_runs(60, &odd, &even).slices[0];
    assert_eq!(unclear.verdict, Verdict::NotSignificant);
    assert_eq!((unclear.wins, unclear.ties, unclear.losses), (30, 0, 30));
}

/// Also in a comparison that has enough topics as a whole: 20 of the 60 are Korean.
#[test]
fn few_topics_say_nothing() {
    let comparison = compare_runs(24, &run(24, |_| 2), &run(24, |_| 1));
    for slice in &comparison.slices {
        assert_eq!((slice.test, slice.verdict), (None, Verdict::TooFewTopics));
    }
    assert_eq!(tests(&[comparison]), 0);
    let comparison = compare_runs(60, &run(60, |_| 2), &run(60, |_| 1));
    let said = |slice: usize| comparison.slices[slice].verdict;
    assert_eq!(
        (said(0), said(1), said(2)),
        (Verdict::Better, Verdict::Better, Verdict::TooFewTopics)
    );
}

#[test]
fn a_pool_has_what_nobody_judged_whatever_the_order_of_the_runs() {
    let (topics, qrels) = benchmark(3);
    let (a, b) = (run(3, |_| 2), run(3, |_| 1));
    let there = [a.clone(), b.clone()];
    let back = [b, a];
    let pooled = pool(&topics, &qrels, &there, 3);
    assert_eq!(pooled, pool(&topics, &qrels, &back, 3));
    let mut docnos: Vec<&str> = pooled
        .iter()
        .filter(|one| one.topic.id == "T00")
        .map(|one| one.docno)
        .collect();
    docnos.sort_unstable();
    assert_eq!(docnos, ["X1", "X2", "X3"]);
    // One topic more leaves the order of the others alone.
    let fewer: Vec<Topic> = topics[1..].to_vec();
    assert_eq!(pool(&fewer, &qrels, &there, 3), pooled[3..]);
}

#[test]
fn a_sheet_that_is_filled_in_is_read_as_judgements() {
    let (mut topics, mut qrels) = benchmark(1);
    topics[0].text = "a\ttab".to_owned();
    let runs = [run(1, |_| 1)];
    let unjudged = pool(&topics, &qrels, &runs, 2);
    let mut sheet = Vec::new();
    write_sheet(&mut sheet, unjudged.iter().map(|one| (one, "a\ntitle"))).unwrap();
    let sheet = String::from_utf8(sheet).unwrap();
    assert_eq!(
        sheet,
        "qid\tdocno\tgrade\ttopic\ttitle\nT00\tX2\t\ta tab\ta title\n"
    );
    let filled = sheet.replace("X2\t\t", "X2\t3\t");
    qrels.read(Path::new("sheet"), &filled).unwrap();
    assert_eq!(qrels.of("T00").unwrap()["X2"], 3);
    assert!(pool(&topics, &qrels, &runs, 2).is_empty());
}

fn baseline(n: usize, run: &Run) -> Baseline {
    let (topics, qrels) = benchmark(n);
    let measures = [Measure::NDCG_AT_10];
    let provenance = Provenance {
        incidex: "0".to_owned(),
        topics: topics_hash(&topics),
        qrels: qrels_hash(&qrels),
        systems: Vec::new(),
        parameters: Parameters::new(&measures, None),
    };
    Baseline::new(provenance, &score(&measures, &topics, &qrels, run))
}

/// 20 of the 60 topics are Korean: they move the mean of all, but are too few by themselves.
#[test]
fn a_gate_watches_slices_that_are_large_enough() {
    let good = baseline(60, &run(60, |_| 1));
    let bad = baseline(60, &run(60, |i| if i % 3 == 0 { 2 } else { 1 }));
    let names = |tolerance: f64| {
        let drift = good.drift(&bad, tolerance);
        let fallen = drift.fallen.into_iter().map(|change| change.name);
        fallen.collect::<Vec<String>>()
    };
    assert_eq!(names(0.0), ["all", "kind symptom"]);
    // From 1 to 0.8770, the mean of 1 and of 1 / log2(3) on every third topic.
    assert_eq!(names(0.1229), ["all", "kind symptom"]);
    assert!(names(0.1230).is_empty());
    let drift = good.drift(&bad, 0.0);
    assert_eq!(drift.fallen_topics.len(), 20);
    assert_eq!((drift.all.from, drift.all.to), (1.0, 0.877));
    assert!(bad.drift(&good, 0.0).fallen_topics.is_empty());
}

#[test]
fn a_baseline_survives_its_file_and_knows_its_topics() {
    let written = baseline(60, &run(60, |_| 1));
    let text = serde_json::to_string_pretty(&written).unwrap();
    assert!(text.contains("\n    \"T07\": 1.0,\n"), "{text}");
    let read = Baseline::parse(Path::new("b"), &text).unwrap();
    assert_eq!(read, written);
    assert_eq!(read.mismatch(&written), None);
    let other = baseline(59, &run(60, |_| 1));
    assert_eq!(read.mismatch(&other), Some(Mismatch::Topics));
}

#[test]
fn percentiles_are_times_that_were_taken() {
    let (topics, _) = benchmark(100);
    let taken: Vec<(&Topic, Duration)> = (1..=100)
        .rev()
        .zip(&topics)
        .map(|(time, topic)| (topic, Duration::from_millis(time)))
        .collect();
    let latency = Latency::new(&taken);
    let all = latency.all;
    assert_eq!((all.p50, all.p95, all.p99), (50.0, 95.0, 99.0));
    assert_eq!(latency.topics["T00"], 100.0);
    assert_eq!(latency.lang.len(), 2);
    // Of the Korean ones, 1, 4, … 100: the 17th, the 33rd and the last.
    let ko = latency.lang["ko"];
    assert_eq!((ko.p50, ko.p95, ko.p99), (49.0, 97.0, 100.0));
    assert_eq!(Latency::new(&[]).all.p99, 0.0);
}
