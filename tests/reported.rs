//! What users of other search engines reported, kind by kind: small cases, a query, what must come
//! of it. Rows that need the seeds stand in `search`, those on tokens in `analysis`.

use std::collections::BTreeSet;

use incidex::case::Input;
use incidex::query::WarningKind::{
    Corrected, DashIsText, Excluded, Phrase, PhraseRelaxed, Reduced, UnknownWords,
};
use serde_json::json;
use unicode_normalization::UnicodeNormalization;

use crate::probes::{Shelf, check_before, check_found};
use crate::search::{build, check_reading, ids, kinds, request, search};

/// On a shelf of `texts`, each query finds exactly the texts beside it, in any order.
#[track_caller]
fn check_exactly(texts: &[&str], rows: &[(&str, &[&str])]) {
    let shelf = Shelf::of(texts.iter().copied());
    let mut wrong = Vec::new();
    for (query, expected) in rows {
        let found: BTreeSet<&str> = shelf.found(query).into_iter().collect();
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        if found != expected {
            wrong.push(format!("{query:?} finds {found:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// Pasted text and the query

#[test]
fn pasted_punctuation_is_text_around_words() {
    check_found(&[
        (
            "https://wiki.example.com",
            "see https://wiki.example.com/runbook",
        ),
        ("wiki.example.com", "see https://wiki.example.com/runbook"),
        ("runbook", "see https://wiki.example.com/runbook"),
        ("following:", "do the following"),
        (">>> traceback", "a traceback"),
        ("disk \"\" full", "the disk is full"),
        ("202[0-4]", "202"),
        (
            "[Errno 24] Too many open files",
            "OSError: [Errno 24] Too many open files: '/tmp/x'",
        ),
        (
            "[Errno 24]",
            "OSError: [Errno 24] Too many open files: '/tmp/x'",
        ),
        (
            "errno 24",
            "OSError: [Errno 24] Too many open files: '/tmp/x'",
        ),
        ("TODO: fix", "a TODO"),
        ("error:timeout", "a timeout"),
        (
            "connect: cannot assign requested address",
            "cannot assign requested address",
        ),
        (
            "dial tcp: lookup db: no such host",
            "lookup of db gave no such host",
        ),
        ("ubuntu 20.04", "Ubuntu 20.04 LTS"),
        ("20.04", "ubuntu-20.04"),
        ("38.101", "TS 38.101"),
        ("tcp_fin_timeout", "net.ipv4.tcp_fin_timeout=5"),
        ("net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_fin_timeout=5"),
        ("net.ipv4.tcp_fin_timeout=5", "tcp_fin_timeout"),
        ("a-b", "a-b"),
        ("multi-agent", "a multi-agent system"),
        ("\"GC overhead limit", "GC overhead limit exceeded"),
        ("NOT found", "not found"),
        ("AND", "and"),
        ("col:", "col"),
        (
            "panic: runtime error: index out of range [3] with length 3",
            "index out of range [3]",
        ),
        (
            "java.lang.OutOfMemoryError: Java heap space",
            "OutOfMemoryError",
        ),
        (
            "FATAL:  sorry, too many clients already",
            "sorry, too many clients already",
        ),
        ("ERROR 1040 (HY000): Too many connections", "error 1040"),
        (
            "level=error msg=\"context deadline exceeded\"",
            "context deadline exceeded",
        ),
    ]);
}

#[test]
fn an_address_is_found_in_all_its_forms() {
    check_found(&[
        (
            "2001:db8::1",
            "from 2001:0db8:0000:0000:0000:0000:0000:0001 on",
        ),
        ("2001:0db8:0:0:0:0:0:1", "to 2001:db8::1."),
        ("2001:DB8::1", "at 2001:db8::1"),
        ("[2001:db8::1]:443", "2001:db8:0::1"),
        ("2001:db8::1/64", "2001:db8::1 lost"),
        ("fe80::1%eth0", "fe80::1"),
        ("fe80::1", "fe80::1%eth0"),
        ("fe80:0:0:0:0:0:0:1", "fe80::1%eth0"),
        ("[::1]:8080", "listening on ::1"),
        ("::1", "listen [::1]:8080"),
        ("0:0:0:0:0:0:0:1", "listen [::1]:8080"),
        ("2001:db8::/32", "route 2001:db8::/32 withdrawn"),
        ("2001:db8::", "route 2001:db8::/32 withdrawn"),
        ("::ffff:10.0.0.1", "peer ::ffff:10.0.0.1"),
        ("::ffff:a00:1", "peer ::ffff:10.0.0.1"),
        ("fe80::1", "fe80::1에서"),
        ("fe80::1을", "(fe80::1)"),
        ("10.0.0.1", "10.0.0.1:53,"),
        ("10.0.0.0/8", "10.0.0.0/8 was announced"),
    ]);
    check_exactly(
        &["2001:db8::1", "2001:db8::2", "2001:db8:1::"],
        &[
            ("2001:db8::1", &["2001:db8::1"]),
            ("2001:db8:0::2", &["2001:db8::2"]),
        ],
    );
}

#[test]
fn the_cause_of_a_trace_of_thirty_lines_counts() {
    let trace = |cause: &str| {
        let mut lines = vec!["java.lang.IllegalStateException: request failed".to_owned()];
        lines.extend((0..28).map(|i| {
            format!(
                "\tat com.example.shop.checkout.Layer{i}.handle(Layer{i}.java:{})",
                100 + i
            )
        }));
        lines.push(format!("Caused by: {cause}"));
        lines.join("\n")
    };
    let shelf = Shelf::of([
        "the lookup in Redis gave a checkout that failed",
        "a request to example failed",
        "java.net.BindException: Cannot assign requested address",
        "No space left on device",
        "illegal state in the shop",
        "커넥션 풀이 고갈됐다",
    ]);
    for (cause, expected) in [
        ("java.net.BindException: Cannot assign requested address", 2),
        ("java.io.IOException: No space left on device", 3),
        ("HikariPool-1 커넥션 풀 고갈", 5),
    ] {
        let found = shelf.found(&trace(cause));
        assert_eq!(
            found.first(),
            Some(&shelf.text(expected)),
            "{cause:?}: {found:?}"
        );
    }
}

#[test]
fn what_is_left_out_of_a_long_query_is_said() {
    let words: Vec<String> = crate::search::cases()["IL-0177"]
        .summary
        .get(incidex::case::Lang::En)
        .expect("a summary")
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let many: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .cycle()
        .take(2_000)
        .collect();
    for query in [
        many.join(" OR "),
        many.join(" "),
        many.join("\n"),
        many[..100].join(" "),
    ] {
        let response = search(&query);
        assert!(
            kinds(&response).contains(&Reduced),
            "{:?}",
            response.warnings
        );
        assert_eq!(ids(&response)[0], "IL-0177");
    }
}

#[test]
fn one_more_keystroke_of_punctuation_leaves_what_was_found() {
    let shelf = Shelf::of([
        "502 bad gateway",
        "php-fpm",
        "nf_conntrack: table full",
        "io.netty",
        "연결 실패",
        "ETIMEDOUT",
        "10.0.0.1",
        "fe80::1",
        "v1.24",
        "C++",
        "k8s",
    ]);
    for query in [
        "502",
        "php",
        "php-fpm",
        "nf_conntrack",
        "io.netty",
        "연결",
        "연결 실패",
        "ETIMEDOUT",
        "10.0.0.1",
        "v1.24",
        "k8s",
    ] {
        let found = shelf.found(query);
        assert!(!found.is_empty(), "{query:?}");
        for end in [
            ":", ".", ",", ";", "!", "?", "(", ")", "[", "]", "'", "\"", "-", " -", "_", "/", "\\",
            "*", "=", "|", "&", "…", "。", "」", "%", "#", "@", "$", "~", "^", "+", "<", ">", "`",
        ] {
            assert_eq!(
                shelf.found(&format!("{query}{end}")),
                found,
                "{query:?} and {end:?}"
            );
        }
    }
}

// Identifiers, numbers, mixed scripts

#[test]
fn every_separator_is_the_same_in_a_query_and_in_a_text() {
    const SEPARATORS: [&str; 16] = [
        "-", "_", ".", "/", ":", "=", "@", "#", ",", "::", "--", "->", "$", "\\", "|", "‐",
    ];
    let rows: Vec<(String, String)> = SEPARATORS
        .iter()
        .flat_map(|separator| {
            let name = format!("alpha{separator}beta");
            let text = format!("the value of {name} was wrong");
            [
                name,
                "alpha".to_owned(),
                "BETA".to_owned(),
                format!("({text})"),
            ]
            .map(|query| (query, text.clone()))
        })
        .collect();
    let rows: Vec<(&str, &str)> = rows.iter().map(|(q, t)| (q.as_str(), t.as_str())).collect();
    check_found(&rows);
}

#[test]
fn a_part_of_one_character_finds_nothing_by_itself() {
    let texts = [
        "C-8",
        "vitamin C",
        "8 nodes",
        "S3",
        "the letter S",
        "3 nodes",
        "L4",
        "4 hops",
        "EC2",
        "2 disks",
        "t-5",
        "5 shirts",
        "x/y",
        "y axis",
        "i.o",
        "v2",
        "p99",
        "99 cases",
    ];
    check_exactly(
        &texts,
        &[
            ("C-8", &["C-8"]),
            ("c8", &["C-8"]),
            ("S3", &["S3"]),
            ("s3", &["S3"]),
            ("S-3", &["S3"]),
            ("L4", &["L4"]),
            ("EC2", &["EC2"]),
            ("EC-2", &["EC2"]),
            ("T-5", &["t-5"]),
            ("x/y", &["x/y"]),
            ("S3가", &["S3"]),
            ("L4에서", &["L4"]),
        ],
    );
}

#[test]
fn a_whole_outranks_any_number_of_its_parts() {
    let parts = "nf conntrack max nf conntrack max nf conntrack max";
    check_before(&[
        (
            "nf_conntrack_max",
            "a long text on what was seen when nf_conntrack_max was reached",
            parts,
        ),
        (
            "proxy-read-timeout",
            "one proxy-read-timeout among many other words of this text",
            "proxy read timeout, read timeout proxy, timeout, proxy timeout",
        ),
        (
            "messaging-hub",
            "the messaging-hub of a large messenger was slow for a while that day",
            "messaging hub, messaging, hub, messaging, hub",
        ),
        (
            "terminationGracePeriodSeconds",
            "set terminationGracePeriodSeconds so that requests end in time",
            "termination grace period seconds, grace period, termination, seconds",
        ),
        (
            "net.core.somaxconn",
            "raise net.core.somaxconn on each host of the fleet before peak time",
            "net core somaxconn, core somaxconn, somaxconn, somaxconn",
        ),
        (
            "k8s-node-7",
            "k8s-node-7 was not ready for an hour and nobody knew why it was so",
            "k8s node, k8s node, node, node, node",
        ),
    ]);
}

#[test]
fn a_number_finds_no_other_number() {
    let texts = [
        "502",
        "503",
        "504",
        "5020",
        "5xx",
        "500",
        "4xx",
        "42000",
        "4200",
        "42",
        "1.5",
        "15",
        "v1.24",
        "1.25",
        "10.0.0.1",
        "10.0.0.2",
        "2024-03-11",
        "2024-03-12",
    ];
    check_exactly(
        &texts,
        &[
            ("502", &["502", "5xx"]),
            ("503", &["503", "5xx"]),
            ("404", &["4xx"]),
            ("42,000", &["42000"]),
            ("42000", &["42000"]),
            ("５０２", &["502", "5xx"]),
            ("1.5", &["1.5"]),
            ("15", &["15"]),
            ("505", &["5xx"]),
            ("302", &[]),
            ("5021", &[]),
        ],
    );
}

#[test]
fn nothing_is_found_by_guessing_where_guessing_misleads() {
    let texts = [
        "etcd",
        "503",
        "api",
        "stores",
        "nf_conntrack",
        "k8s",
        "terminationGracePeriodSeconds",
        "dns",
        "latency",
        "frequency",
    ];
    check_exactly(
        &texts,
        &[
            ("etc", &[]),
            ("504", &[]),
            ("opa", &[]),
            ("k9s", &[]),
            ("dsn", &[]),
            ("ency", &[]),
            ("tency", &[]),
            (
                "terminationGracePeriodSecond5",
                &["terminationGracePeriodSeconds"],
            ),
        ],
    );
    let shelf = Shelf::of(["etcd was slow", "the disk was slow"]);
    assert_eq!(kinds(&shelf.answer("etcd")), []);
    let shelf = Shelf::of(["kubernetes", "disk"]);
    assert_eq!(kinds(&shelf.answer("kubernets")), [Corrected]);
}

#[test]
fn names_glued_to_korean_are_found_from_both_sides() {
    check_found(&[
        ("API", "결제API에서"),
        ("pod", "pod재시작"),
        ("재시작", "pod재시작"),
        ("pod 재시작", "pod재시작"),
        ("컨트롤러", "Ingress컨트롤러timeout"),
        ("Ingress 컨트롤러 timeout", "Ingress컨트롤러timeout"),
        ("timeout", "Ingress컨트롤러timeout"),
        ("warma 인간", "warma"),
        ("warma 인간", "인간의"),
        ("pod 재시작", "pod"),
        ("pod 재시작", "재시작되었다"),
        ("5xx에러", "5xx"),
        ("DB커넥션", "DB 커넥션"),
    ]);
}

#[test]
fn no_word_is_too_long() {
    for name in [
        "java.util.concurrent.RejectedExecutionException",
        "가상사설네트워크장비제어시스템",
        "org.springframework.beans.factory.BeanCurrentlyInCreationException",
        "개인정보보호위원회조사결과통지서발송지연",
    ] {
        check_found(&[(name, name), (name, &format!("그때 {name}이 보였다"))]);
    }
}

// Korean

#[test]
fn a_query_of_one_or_two_syllables_is_answered() {
    let texts = [
        "결제가",
        "장애를",
        "지연은",
        "큐에",
        "락이",
        "망에서",
        "값을",
        "디스크 풀",
        "힙",
    ];
    check_exactly(
        &texts,
        &[
            ("결제", &["결제가"]),
            ("장애", &["장애를"]),
            ("지연", &["지연은"]),
            ("큐", &["큐에"]),
            ("락", &["락이"]),
            ("망", &["망에서"]),
            ("값", &["값을"]),
            ("힙", &["힙"]),
        ],
    );
    for query in ["가", "을", "똠", "뷁", "의", "도", "만", "수", "것"] {
        let answer = Shelf::of(texts).answer(query);
        assert!(
            !answer.hits.is_empty() || !answer.warnings.is_empty(),
            "{query:?}"
        );
    }
}

#[test]
fn a_prefix_is_part_of_the_meaning() {
    for (whole, plain) in [
        ("비정상", "정상"),
        ("비활성", "활성"),
        ("무응답", "응답"),
        ("무제한", "제한"),
        ("무중단", "중단"),
        ("미적용", "적용"),
        ("미응답", "응답"),
        ("미반영", "반영"),
        ("미수신", "수신"),
        ("불가능", "가능"),
        ("불일치", "일치"),
        ("불규칙", "규칙"),
        ("재부팅", "부팅"),
        ("재배포", "배포"),
        ("재연결", "연결"),
    ] {
        let (of_whole, of_plain) = (format!("{whole} 상태"), format!("{plain} 상태"));
        let texts = [of_plain.as_str(), of_whole.as_str(), "디스크"];
        let shelf = Shelf::of(texts);
        assert_eq!(shelf.found(whole)[0], of_whole, "{whole:?}");
        assert_eq!(shelf.found(plain)[0], of_plain, "{plain:?}");
        assert_eq!(
            shelf.found(&format!("상태 -{plain}")),
            [&of_whole],
            "without {plain:?}"
        );
        assert_eq!(
            shelf.found(&format!("상태 -{whole}")),
            [&of_plain],
            "without {whole:?}"
        );
    }
}

#[test]
fn composed_and_decomposed_text_meet_in_every_field() {
    for text in [
        "테스트",
        "커넥션 풀이 고갈",
        "ÉTÉ",
        "Île-de-France",
        "결제API",
        "무응답",
        "각도",
    ] {
        let decomposed: String = text.nfd().collect();
        for (query, text) in [(text, decomposed.as_str()), (decomposed.as_str(), text)] {
            check_found(&[(query, text)]);
        }
    }
    check_found(&[
        ("été", "ÉTÉ"),
        ("ÉTÉ", "e\u{301}te\u{301}"),
        ("straße", "STRAßE"),
        ("ｎｆ＿ｃｏｎｎｔｒａｃｋ", "nf_conntrack"),
        ("nf_conntrack", "ＮＦ＿ＣＯＮＮＴＲＡＣＫ"),
        ("“table full”", "nf_conntrack: table full"),
        ("can't connect", "can’t connect"),
    ]);
    let id: String = "사건-1".nfd().collect();
    let case = json!({"id": id, "title": {"ko": "-"}});
    let engine = build(&[Input::Stdin], &case.to_string());
    assert_eq!(
        ids(&engine.search(&request("사건-1")).expect("an answer")),
        ["사건-1"]
    );
}

/// Each text of a case is searched, in either language.
#[test]
fn every_field_is_reachable() {
    let keys = [
        "title",
        "symptoms_text",
        "summary",
        "lessons",
        "trigger",
        "detection",
    ];
    let words = [("en", "flumen"), ("ko", "두루미")];
    let mut lines = String::new();
    let mut add = |id: &str, key: &str, value: serde_json::Value| {
        let mut case = json!({"id": id, "title": {"en": "-", "ko": "-"}});
        case[key] = value;
        lines.push_str(&format!("{case}\n"));
    };
    for (lang, word) in words {
        for key in keys {
            add(&format!("{key}-{lang}"), key, json!({lang: word}));
        }
        for key in ["remediation", "action_items"] {
            add(
                &format!("{key}-{lang}"),
                key,
                json!([{lang: "-"}, {lang: word}]),
            );
        }
    }
    add("component", "components", json!(["haproxy"]));
    add("symptom", "symptoms", json!(["packet-loss"]));
    add("cause", "root_cause", json!("config-change"));
    let engine = build(&[Input::Stdin], &lines);
    let found = |query: &str| {
        let request = incidex::query::Request {
            limit: 100,
            ..request(query)
        };
        let response = engine.search(&request).expect("an answer");
        ids(&response)
            .into_iter()
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    for (lang, word) in words {
        let expected = keys.into_iter().chain(["remediation", "action_items"]);
        let expected: BTreeSet<String> = expected.map(|key| format!("{key}-{lang}")).collect();
        assert_eq!(found(word), expected, "{word:?}");
    }
    for (query, id) in [
        ("haproxy", "component"),
        ("packet-loss", "symptom"),
        ("packet loss", "symptom"),
        ("패킷 유실", "symptom"),
        ("config-change", "cause"),
        ("설정 변경", "cause"),
    ] {
        assert!(found(query).contains(id), "{query:?}: {:?}", found(query));
    }
}

#[test]
fn a_query_with_nothing_in_any_case_says_what_was_looked_for() {
    let shelf = Shelf::of(["디스크", "redis"]);
    for query in [
        "없는말씀",
        "xyzzyqwv",
        "nf_conntrack",
        "5021",
        "fe80::1",
        "\"xyzzyqwv abc\"",
    ] {
        let answer = shelf.answer(query);
        assert_eq!(answer.total, 0, "{query:?}");
        assert!(
            kinds(&answer).contains(&UnknownWords),
            "{query:?}: {:?}",
            answer.warnings
        );
    }
}

// Stop words, stems, synonyms, phrases

#[test]
fn stop_words_are_found() {
    check_found(&[
        ("techdocs-at-company", "techdocs-at-company"),
        ("at", "techdocs-at-company"),
        ("IT", "the IT department"),
        ("US", "in the US"),
        ("who", "who"),
        ("no route to host", "no route to host"),
        ("to be", "to be"),
        ("where someone is", "where someone is"),
        ("the", "the"),
        ("is the of", "one of the"),
        ("out of", "out of"),
        ("하다", "그렇게 하다"),
        ("것", "것"),
        ("갑자기", "갑자기"),
        ("계속", "계속"),
        ("그냥 다시", "다시"),
        ("왜", "왜"),
        ("안 됨", "안 된다"),
        ("못", "못"),
    ]);
}

#[test]
fn words_that_tell_something_outweigh_those_that_do_not() {
    let shelf = Shelf::of([
        "what did we do before when it was so, and what did we do then, before we did it",
        "the NAT gateway ran out of ports",
        "when we did what we did",
        "the gateway was slow",
    ]);
    for query in [
        "what did we do before when nat gateway ports ran out",
        "what did we do when NAT gateway port is running out",
        "NAT 게이트웨이 포트가 다 떨어졌을 때 어떻게 했지",
    ] {
        assert_eq!(
            shelf.found(query)[0],
            "the NAT gateway ran out of ports",
            "{query:?}"
        );
    }
}

#[test]
fn other_words_with_the_same_beginning_are_not_found() {
    check_exactly(
        &[
            "news",
            "new",
            "organ",
            "organic",
            "universe",
            "university",
            "log",
            "logging",
            "cache",
            "cached",
            "caches",
            "ping",
            "pinging",
            "pin",
            "etc",
            "etcd",
            "policy",
            "police",
            "general",
            "generate",
        ],
        &[
            ("news", &["news"]),
            ("new", &["new"]),
            ("organ", &["organ"]),
            ("organic", &["organic"]),
            ("universe", &["universe"]),
            ("university", &["university"]),
            ("logs", &["log", "logging"]),
            ("caching", &["cache", "cached", "caches"]),
            ("ping", &["ping", "pinging"]),
            ("pins", &["pin"]),
            ("etcd", &["etcd"]),
            ("policies", &["policy"]),
            ("general", &["general"]),
        ],
    );
}

#[test]
fn quotes_ask_for_the_exact_form() {
    let texts = [
        "caches",
        "cached",
        "the connections dropped",
        "a connection drops",
        "no route to host",
        "no route from host",
        "route host",
        "out of memory",
        "out memory",
        "retries",
        "retry",
        "the table full of",
        "table is full",
        "too many open files",
        "too many files open",
    ];
    check_exactly(
        &texts,
        &[
            ("\"caches\"", &["caches"]),
            ("\"cached\"", &["cached"]),
            ("\"retry\"", &["retry"]),
            ("\"connections dropped\"", &["the connections dropped"]),
            ("\"connection drops\"", &["a connection drops"]),
            ("\"no route to host\"", &["no route to host"]),
            ("“no route to host”", &["no route to host"]),
            ("\"to host\"", &["no route to host"]),
            ("\"out of memory\"", &["out of memory"]),
            ("\"TABLE FULL\"", &["the table full of"]),
            ("\"too many open files\"", &["too many open files"]),
        ],
    );
    let shelf = Shelf::of(texts);
    assert_eq!(kinds(&shelf.answer("\"caches\"")), [Phrase]);
    let relaxed = shelf.answer("\"host to route\"");
    assert_eq!(kinds(&relaxed), [PhraseRelaxed]);
    assert!(!relaxed.hits.is_empty());
}

#[test]
fn a_phrase_may_be_korean_or_an_identifier() {
    check_exactly(
        &[
            "연결 실패가 났다",
            "실패한 연결",
            "nf_conntrack: table full",
            "nf conntrack table full",
            "proxy-read-timeout 60s",
            "read timeout of a proxy",
            "커넥션 풀이 고갈",
            "커넥션을 풀에서",
        ],
        &[
            ("\"연결 실패\"", &["연결 실패가 났다"]),
            (
                "\"nf_conntrack: table full\"",
                &["nf_conntrack: table full", "nf conntrack table full"],
            ),
            (
                "\"conntrack: table\"",
                &["nf_conntrack: table full", "nf conntrack table full"],
            ),
            ("\"proxy-read-timeout\"", &["proxy-read-timeout 60s"]),
            ("\"커넥션 풀이 고갈\"", &["커넥션 풀이 고갈"]),
        ],
    );
}

/// A code is not a text with positions; a phrase of it is no error.
#[test]
fn a_phrase_on_a_code_is_answered() {
    for query in [
        "\"config-change\"",
        "\"packet-loss\"",
        "component:\"haproxy\"",
        "\"component:haproxy\"",
        "\"IL-0177\"",
        "\"haproxy\" component:haproxy",
    ] {
        assert!(!search(query).hits.is_empty(), "{query:?}");
    }
}

#[test]
fn synonyms_may_have_any_number_of_words() {
    check_found(&[
        ("EMFILE", "too many open files"),
        ("too many open files", "EMFILE"),
        ("ELOOP", "too many levels of symbolic links"),
        ("too many levels of symbolic links", "ELOOP"),
        ("could not resolve host", "DNS lookup failure"),
        ("파일을 찾을 수 없음", "no such file or directory"),
        ("ENOENT", "no such file or directory"),
        ("데이터센터 화재", "fire at the data center"),
        ("uninterruptible power supply", "UPS"),
        ("single point of failure", "단일 장애점"),
        ("transport endpoint is not connected", "ENOTCONN"),
        ("kube-apiserver", "Kubernetes API server"),
        ("pub/sub", "publish subscribe"),
        ("k8s", "쿠버네티스"),
        ("큐버네티스", "k8s"),
        ("TIME_WAIT", "타임 웨이트"),
        ("종료 코드 137", "SIGKILL"),
    ]);
}

// What is excluded stays out

#[test]
fn what_is_excluded_does_not_come_back() {
    check_exactly(
        &[
            "timeout",
            "timeout of the connection pool",
            "timeout, 커넥션 풀",
            "timeout of redis",
            "timeout 로드밸런서",
            "timeout 로드 밸런서",
            "timeout LB",
            "timeouts of clusters",
        ],
        &[
            // Not through a synonym of what was asked for,
            ("타임아웃 -timeout", &[]),
            ("timeout -timeout", &[]),
            // nor through a synonym or the bigrams of what was excluded.
            (
                "timeout -커넥션",
                &[
                    "timeout",
                    "timeout of the connection pool",
                    "timeout of redis",
                    "timeout 로드밸런서",
                    "timeout 로드 밸런서",
                    "timeout LB",
                    "timeouts of clusters",
                ],
            ),
            (
                "타임아웃 -redis",
                &[
                    "timeout",
                    "timeout of the connection pool",
                    "timeout, 커넥션 풀",
                    "timeout 로드밸런서",
                    "timeout 로드 밸런서",
                    "timeout LB",
                    "timeouts of clusters",
                ],
            ),
            (
                "timeout -cluster",
                &[
                    "timeout",
                    "timeout of the connection pool",
                    "timeout, 커넥션 풀",
                    "timeout of redis",
                    "timeout 로드밸런서",
                    "timeout 로드 밸런서",
                    "timeout LB",
                ],
            ),
            (
                "timout -redis -cluster -connection -커넥션",
                &[
                    "timeout",
                    "timeout LB",
                    "timeout 로드밸런서",
                    "timeout 로드 밸런서",
                ],
            ),
            (
                "connection pool -커넥션",
                &["timeout of the connection pool"],
            ),
            ("커넥션 풀 -connection", &["timeout, 커넥션 풀"]),
        ],
    );
}

#[test]
fn a_quoted_phrase_holds_when_the_query_is_widened() {
    check_exactly(
        &[
            "connection pool timeout",
            "커넥션 풀 timeout",
            "timeout",
            "커넥션 풀 타임아웃",
        ],
        &[
            ("timeout \"connection pool\"", &["connection pool timeout"]),
            (
                "타임아웃 \"커넥션 풀\"",
                &["커넥션 풀 timeout", "커넥션 풀 타임아웃"],
            ),
            ("\"connection pool\" -timeout -타임아웃", &[]),
        ],
    );
}

#[test]
fn a_filter_holds_when_the_query_is_widened() {
    for query in [
        "타임아웃 component:haproxy",
        "커넥션풀 component:haproxy",
        "timout component:haproxy",
        "k8s component:haproxy",
        "xyzzyqwv component:haproxy",
        "component:haproxy \"xyzzyqwv timeout\"",
    ] {
        for hit in search(query).hits {
            let has = hit.case.components.iter().any(|code| code == "haproxy");
            assert!(has, "{query:?}: {}", hit.case.id);
        }
    }
}

#[test]
fn how_an_exclusion_was_read_is_said() {
    check_reading("redis -timeout", &[Excluded]);
    check_reading("redis -클러스터", &[Excluded]);
    check_reading("-redis -nginx", &[Excluded, Excluded]);
}

/// An asterisk works or is said to say nothing: it must not quietly give another answer.
#[test]
fn an_asterisk_is_not_dropped_in_silence() {
    let shelf = Shelf::of(["time is up", "timeouts", "disk"]);
    for query in ["time*", "tim*", "*outs", "dis*"] {
        let answer = shelf.answer(query);
        let finds_beginnings = shelf.found(query).contains(&"timeouts");
        let is_said = answer
            .warnings
            .iter()
            .any(|warning| warning.text.contains('*'));
        assert!(
            finds_beginnings || is_said,
            "{query:?}: {:?}",
            answer.warnings
        );
    }
}

/// `502::` and `add::` read as addresses; nobody who types on means one.
#[test]
fn two_colons_behind_a_word_leave_what_was_found() {
    let shelf = Shelf::of(["502 bad gateway", "bad", "add", "php"]);
    for query in ["php", "502", "bad", "add"] {
        assert_eq!(
            shelf.found(&format!("{query}::")),
            shelf.found(query),
            "{query:?}"
        );
    }
}

#[test]
fn half_a_number_is_not_the_number() {
    check_before(&[
        ("10만", "10만", "10"),
        ("10만 건", "10만 건", "10 건"),
        ("3만", "3만", "3"),
        ("5천 건", "5천 건", "5 건"),
        ("5억", "5억", "5"),
    ]);
    check_exactly(
        &["100만건", "말이 많다", "100000"],
        &[
            ("100,000", &["100000"]),
            ("100만", &["100만건"]),
            ("말", &["말이 많다"]),
        ],
    );
}

#[test]
fn a_pool_is_found_with_any_particle() {
    check_found(&[
        ("connection pools", "커넥션 풀은"),
        ("connection pool", "그래서 커넥션 풀이"),
        ("커넥션 풀", "커넥션 풀로"),
        ("커넥션풀", "커넥션 풀이"),
        ("스레드풀", "스레드 풀이"),
    ]);
    check_exactly(
        &["커넥션 풀이 고갈", "커넥션을 풀에서"],
        &[("\"커넥션 풀 고갈\"", &["커넥션 풀이 고갈"])],
    );
}

#[test]
fn a_compound_can_be_excluded() {
    let texts = [
        "timeout",
        "timeout 로드밸런서",
        "timeout 로드 밸런서",
        "timeout LB",
        "timeout 커넥션 풀",
    ];
    check_exactly(
        &texts,
        &[
            (
                "timeout -로드밸런서",
                &["timeout", "timeout LB", "timeout 커넥션 풀"],
            ),
            (
                "타임아웃 -커넥션풀",
                &[
                    "timeout",
                    "timeout 로드밸런서",
                    "timeout 로드 밸런서",
                    "timeout LB",
                ],
            ),
            ("LB -로드밸런서", &["timeout LB"]),
        ],
    );
}

#[test]
fn what_is_excluded_is_excluded_in_every_spelling() {
    check_exactly(
        &[
            "timeout",
            "timeout of wifi",
            "timeout of wi-fi",
            "timeout of wi fi",
            "timeout web socket",
        ],
        &[
            ("timeout -wifi", &["timeout", "timeout web socket"]),
            ("timeout -wi-fi", &["timeout", "timeout web socket"]),
            (
                "timeout -websocket",
                &[
                    "timeout",
                    "timeout of wifi",
                    "timeout of wi-fi",
                    "timeout of wi fi",
                ],
            ),
        ],
    );
}

/// A dash before a word that is too short to be excluded is text, and that is said.
#[test]
fn a_dash_that_excludes_nothing_is_named() {
    check_reading("timeout -DB", &[DashIsText]);
    check_reading("timeout -LB", &[DashIsText]);
}
