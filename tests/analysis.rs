//! Analysis: what each kind of text becomes, and what holds for any text.
//!
//! `UPDATE_GOLDEN=1 cargo test analysis` writes the golden files anew; read the difference before
//! committing it.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use incidex::analysis::{Analyzer, Dictionary, Glossary, Terms, Token, TokenKind, View};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use unicode_normalization::UnicodeNormalization;

use crate::fuzzed::targets::analyzer::{check_contract, check_independent};

/// The texts of the tokens of `text`, without bigrams, are `expected`, separated by spaces.
#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(words(text).join(" "), expected, "tokens of {text:?}");
    check_contract(text);
}

#[track_caller]
fn check_rows(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        check(text, expected);
    }
}

/// All texts have the same tokens, bigrams too.
#[track_caller]
fn check_same(texts: &[&str]) {
    for other in &texts[1..] {
        assert_eq!(
            terms(other),
            terms(texts[0]),
            "{other:?} and {:?}",
            texts[0]
        );
    }
}

/// Whether a word of one text finds the other: written alike or sharing a stem.
fn meet(a: &str, b: &str) -> bool {
    let key = |word: &str| {
        let tokens = tokens(word);
        let stem = tokens.iter().find(|t| t.kind == TokenKind::Stem);
        stem.unwrap_or(&tokens[0]).text.clone()
    };
    key(a) == key(b)
}

fn tokens(text: &str) -> Vec<Token> {
    Analyzer::default().tokens(text)
}

fn words(text: &str) -> Vec<String> {
    let tokens = tokens(text).into_iter();
    let words = tokens.filter(|token| token.kind != TokenKind::Bigram);
    words.map(|token| token.text).collect()
}

fn terms(text: &str) -> Vec<(String, TokenKind, u32)> {
    let tokens = tokens(text).into_iter();
    tokens.map(|t| (t.text, t.kind, t.position)).collect()
}

#[test]
fn the_contract_holds_for_nasty_texts() {
    let texts = [
        "",
        " ",
        "\0",
        "\u{FEFF}",
        "\u{FFFD}",
        "'",
        "''",
        "'s",
        "-",
        "::",
        ":::::",
        "a:",
        ",5",
        "5,",
        "_x_",
        "a--b",
        "\u{301}",
        "\u{301}x",
        "e\u{301}",
        " \u{301}",
        "가\u{301}",
        "\u{11A8}",
        "가\u{11A8}",
        "\u{1100}",
        "\u{1161}",
        "\u{1100}\u{1161}\u{11A8}",
        "ㄱㅏ",
        "ﾡￂ",
        "ㅋㅋㅋ",
        "ㅠ",
        "\u{3164}",
        "\u{115F}\u{1160}",
        "ꥠힰ",
        "ㆍ",
        "고소/고발",
        "생성/삭제",
        "300グラム",
        "℃",
        "㎏당",
        "½",
        "ﬁx",
        "İ",
        "ß",
        "ΟΔΟΣ",
        "ǅ",
        "ŉ",
        "ﷺ",
        "👨‍👩‍👧‍👦장애",
        "🇰🇷",
        "❤️",
        "1️⃣",
        "“장애”가",
        "it’s",
        "e\u{AD}mail",
        "zero\u{200B}width",
        "\u{202E}abc\u{202C}",
        "नमस्ते",
        "สวัสดี",
        "مرحبا",
        "שלום",
        "漢字かな",
        "𠀀",
        "\u{10FFFF}",
        "a\u{300}\u{301}\u{302}\u{303}b",
        "[Errno 24] Too many open files",
        "C:\\Windows\\System32",
        "\\>\\>\\>",
        "\"(((((((\"",
        "<script>alert(1)</script>",
        "ㅇㅋ502가ㅋ",
        "가a가a",
        "1가2나",
        "::1",
        "a::1",
        "::",
        "1::",
        "::ffff:1.2.3.4.",
        "fe80::1%eth0",
        "12:34:56",
    ];
    for text in texts {
        check_contract(text);
        check_contract(&text.nfd().collect::<String>());
    }
}

/// Characters that go wrong, in heavy doses.
pub(crate) fn nasty_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[가-힣]{1,6}",
        1 => "[ㄱ-ㆎ]{1,3}",
        1 => "[\u{1100}-\u{11FF}]{1,3}",
        1 => "[\u{FFA0}-\u{FFDC}]{1,3}",
        1 => "[가-힣]{1,3}".prop_map(|text| text.nfd().collect()),
        2 => "[a-zA-Z0-9]{1,5}",
        2 => "[-_./:,$'@#=+ ]{1,2}",
        1 => "[\u{300}-\u{36F}\u{200B}-\u{200F}\u{FE0F}]{1,2}",
        1 => "[\u{1F300}-\u{1F64F}❤✅℃½ﬁİßςΣ一ア]",
        1 => "[ \n\t\u{A0}\u{3000}]",
        1 => "\\PC{1,3}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default() })]

    #[test]
    fn the_contract_holds_for_any_text(text in nasty_text()) {
        check_contract(&text);
    }

    #[test]
    fn neighbours_are_independent(a in nasty_text(), b in nasty_text()) {
        check_independent(&mut Analyzer::default(), &a, &b);
    }

    #[test]
    fn composed_and_decomposed_text_is_the_same(text in "[가-힣a-zé ㄱ-ㅎ0-9._-]{0,20}") {
        let (composed, decomposed): (String, String) = (text.nfc().collect(), text.nfd().collect());
        check_same(&[&composed, &decomposed]);
    }
}

#[test]
fn every_way_to_write_a_text_is_the_same() {
    check_same(&["502", "５０２"]);
    check_same(&[
        "nginx timeout",
        "ＮＧＩＮＸ　ｔｉｍｅｏｕｔ",
        "Nginx TIMEOUT",
    ]);
    check_same(&["ÉTÉ", "été", "e\u{301}te\u{301}", "E\u{301}TE\u{301}"]);
    check_same(&["Google's", "Google’s", "GOOGLE'S"]);
    check_same(&["don't", "don’t", "DON'T"]);
    check_same(&["\"no route\"", "“no route”", "no route"]);
    check_same(&["hard-stop-after", "hard‐stop‐after", "HARD–STOP–AFTER"]);
    check_same(&["ㅋㅋ", "ﾻﾻ"]);
    check_same(&["장애", "\u{FFB8}\u{FFC2}\u{FFB7}\u{FFB7}\u{FFC3}"]);
}

#[test]
fn punctuation_around_a_word_changes_nothing() {
    for word in [
        "장애",
        "표현입니당",
        "비정상",
        "502",
        "nf_conntrack",
        "서울은",
    ] {
        for (before, after) in [
            ("(", ")"),
            ("[", "]"),
            ("“", "”"),
            ("*", "*"),
            ("", ":"),
            ("", "..."),
            ("`", "`,"),
        ] {
            check_same(&[word, &format!("{before}{word}{after}")]);
        }
    }
    check("장애(502)", "장애 502");
    check("장애. 복구.", "장애 복구");
}

#[test]
fn identifiers_are_whole_and_in_parts() {
    check_rows(&[
        ("nf_conntrack", "nfconntrack nf conntrack"),
        ("nf_conntrack_max", "nfconntrackmax nf conntrack max"),
        ("proxy-read-timeout", "proxyreadtimeout proxy read timeout"),
        ("messaging-hub", "messaginghub messaging messag hub"),
        (
            "net.ipv4.tcp_fin_timeout=5",
            "netipv4tcpfintimeout net ipv4 ipv tcpfintimeout tcp fin timeout 5",
        ),
        ("/i/slb/sess/du", "islbsessdu slb sess du"),
        (
            "terminationGracePeriodSeconds",
            "terminationgraceperiodseconds termination terminat grace period seconds second",
        ),
        ("ACK(2812932054)", "ack 2812932054"),
        ("-XX:+UseG1GC", "xx useg1gc use g1 gc"),
        ("HTTPServer", "httpserver http server"),
        ("HAProxy", "haproxy ha proxy"),
        ("IPv6", "ipv6 ipv"),
        ("VMs", "vms"),
        ("Wi-Fi", "wifi wi fi"),
        ("GB/s", "gbs gb"),
        ("TCP/IP", "tcpip tcp ip"),
        ("k8s", "k8s"),
        ("K8S", "k8s"),
        ("std::bad_alloc", "stdbadalloc std badalloc bad alloc"),
        ("C++", "c++"),
        ("C# or F#", "c# or f#"),
        ("C:\\Windows", "c windows"),
        ("ops@example.com", "ops examplecom example exampl com"),
        ("x86_64", "x86_64 x86 64"),
    ]);
}

#[test]
fn a_single_letter_or_digit_of_an_identifier_is_no_token() {
    check_rows(&[
        ("C-8", "c8"),
        ("S3", "s3"),
        ("L4", "l4"),
        ("EC2", "ec2"),
        ("A-Company", "acompany company"),
        ("t3.large", "t3large t3 large larg"),
    ]);
}

#[test]
fn numbers_keep_what_makes_them_differ() {
    check_rows(&[
        ("42,000", "42000"),
        ("1,234,567건", "1234567 건"),
        ("502, 503", "502 503"),
        ("5,6,7", "5 6 7"),
        ("1.5", "1.5"),
        ("99.95%", "99.95 99 95"),
        ("5xx", "5xx"),
        ("502s", "502s 502"),
        ("3600ms", "3600ms 3600"),
        ("2024-03-11", "2024-03-11 2024 03 11"),
        ("v1.24", "v1.24 1.24 v1 24"),
        ("1.24", "1.24 24"),
        ("12:34:56", "12 34 56"),
    ]);
}

#[test]
fn addresses_are_one_word() {
    check_rows(&[
        ("10.20.0.1:8080", "10.20.0.1 10 20 8080"),
        ("fe80::1%eth0", "fe80::1 eth0 eth"),
        ("[::1]:8080", "::1 8080"),
        ("2001:db8::/32", "2001:db8:: 32"),
        ("2001:DB8:0:0:0:0:0:1.", "2001:db8::1"),
    ]);
    check_same(&["2001:0db8::0001", "2001:db8:0:0::1"]);
}

#[test]
fn separators_are_the_same_in_a_query_and_in_a_text() {
    for separator in ["-", "_", ".", "/", ":", "=", "@", "#", ",", "::", "$"] {
        let name = format!("alpha{separator}beta");
        let words = words(&name);
        for part in ["alpha", "beta"] {
            assert!(
                words.iter().any(|word| word == part),
                "{part} in {name}: {words:?}"
            );
        }
    }
}

#[test]
fn particles_go() {
    check_rows(&[
        ("nf_conntrack가", "nfconntrack nf conntrack"),
        ("502가", "502"),
        ("HAProxy를", "haproxy ha proxy"),
        ("EKS에서", "eks"),
        ("10만", "100000"),
        ("100만건이", "1000000 건"),
        ("502만", "502"),
        ("3천명", "3000 명"),
        ("5백업", "5 백업"),
        ("서울은", "서울"),
        ("서울", "서울"),
        ("결제", "결제"),
        ("재시작했다", "재시작"),
    ]);
    let position = |text: &str| tokens(text).last().map(|token| token.position);
    assert_eq!(position("EKS에서 재시작"), position("EKS 재시작"));
}

#[test]
fn verbs_become_their_stem() {
    check_rows(&[
        ("끊겼다", "끊기"),
        ("끊긴", "끊기"),
        ("느려졌다", "느리"),
        ("없음", "없"),
        ("안됨", "안 되"),
        ("안 됨", "안 되"),
    ]);
}

#[test]
fn compounds_are_whole_and_in_parts() {
    check_rows(&[
        ("주문상세내역", "주문 상세 내역"),
        ("커넥션풀", "커넥션풀 커넥션 풀"),
        ("무한루프", "무한 루프"),
        ("대규모", "대규모 규모"),
    ]);
}

#[test]
fn a_prefix_that_inverts_or_repeats_stays_with_its_noun() {
    for (whole, noun) in [
        ("비정상", "정상"),
        ("재시작", "시작"),
        ("무응답", "응답"),
        ("미응답", "응답"),
        ("무중단", "중단"),
        ("미사용", "사용"),
        ("불일치", "일치"),
        ("재배포", "배포"),
        ("무정전전원장치", "정전"),
        ("미적용", "적용"),
        ("미반영", "반영"),
        ("미설정", "설정"),
        ("재부팅", "부팅"),
        ("재기동", "기동"),
        ("재연결", "연결"),
        ("재전송", "전송"),
        ("불가능", "가능"),
        ("불안정", "안정"),
        ("불규칙", "규칙"),
        ("무제한", "제한"),
        ("무반응", "반응"),
        ("비활성", "활성"),
        ("비동기", "동기"),
        ("비급여", "급여"),
    ] {
        let words = words(whole);
        assert!(whole.starts_with(&words[0]), "{whole}: {words:?}");
        assert!(
            words.iter().all(|word| word != noun),
            "{noun} in {whole}: {words:?}"
        );
    }
}

#[test]
fn offsets_count_from_the_start_of_the_text() {
    for (text, starts) in [
        ("장애. 복구.", &[0, 8][..]),
        ("고소/고발 · 생성/삭제", &[0, 7, 17, 24]),
        ("a. b. c.", &[0, 3, 6]),
        ("장애(502)", &[0, 7]),
    ] {
        let words = tokens(text)
            .into_iter()
            .filter(|t| t.kind != TokenKind::Bigram);
        let found: Vec<usize> = words.map(|token| token.start).collect();
        assert_eq!(found, starts, "{text:?}");
    }
}

#[test]
fn what_closes_a_bracket_changes_no_word() {
    for word in [
        "표현입니당",
        "장애",
        "끊겼다",
        "로드밸런서가",
        "재시작했다",
        "비정상",
        "서울은",
    ] {
        for (open, close) in [
            ("", ")"),
            ("(", ")"),
            ("", "]"),
            ("「", "」"),
            ("", "(502)"),
            ("", "…"),
            ("‘", "’"),
        ] {
            let words = |text: &str| -> Vec<String> {
                words(text)
                    .into_iter()
                    .filter(|word| word != "502")
                    .collect()
            };
            assert_eq!(
                words(&format!("{open}{word}{close}")),
                words(word),
                "{open}{word}{close}"
            );
        }
    }
}

#[test]
fn numerals_are_one_token() {
    check("이천이십육년", "이천이십육 년");
}

#[test]
fn a_number_and_what_it_counts_are_two_tokens() {
    check_rows(&[
        ("5분", "5 분"),
        ("5분에", "5 분"),
        ("5 분에", "5 분"),
        ("30분이", "30 분"),
        ("20분간", "20 분"),
        ("5분마다", "5 분"),
        ("30초간", "30 초"),
        ("3배", "3 배"),
        ("3번째", "3 번"),
        ("2주간", "2 주"),
        ("5대가", "5 대"),
        ("10분정도마다", "10 분"),
        ("두배", "두 배"),
        ("두배로", "두 배"),
        ("세배", "세 배"),
        ("열배", "열 배"),
        ("세시간", "세 시간"),
        ("한시간에", "한 시간"),
        ("스물네시간동안", "스물네 시간"),
        ("오분마다", "오 분"),
        ("이십분간", "이십 분"),
        ("첫번째", "첫 번"),
        ("백퍼센트", "백 퍼센트"),
    ]);
    // What looks like a number is a word of its own.
    check_rows(&[
        ("사건", "사건"),
        ("구분", "구분"),
        ("만일", "만일"),
        ("세대", "세대"),
    ]);
}

#[test]
fn no_noun_loses_a_syllable() {
    check_rows(&[
        ("저장소", "저장소"),
        ("저장소를", "저장소"),
        ("저장소에서는", "저장소"),
        ("요청량", "요청 량"),
        ("요청수", "요청 수"),
        ("크레딧", "크레딧"),
        ("크레딧이", "크레딧"),
        ("고부하", "고부하 부하"),
        ("고부하로", "고부하 부하"),
        ("뒷단", "뒷단"),
        ("뒷단이", "뒷단"),
        ("한동안", "한동안 동안"),
        ("각노드", "각노드 노드"),
        ("썬더링허드", "썬더링허드"),
        ("올드젠", "올드젠"),
    ]);
    // Particles, endings and pronouns before them go as ever.
    check_rows(&[
        ("서버에서만", "서버"),
        ("고객에게서", "고객"),
        ("저장하고", "저장"),
        ("이상하면", "이상"),
    ]);
}

#[test]
fn a_noun_before_a_light_verb_is_the_noun_alone() {
    for noun in ["머지", "리베이스", "롤백", "재시작", "페일오버", "디플로이"] {
        for form in [
            "했다",
            "됐다",
            "하다",
            "되면",
            "시켰는데",
            "됩니다",
            "하고있음",
        ] {
            let text = format!("{noun}{form}");
            assert_eq!(words(&text), words(noun), "{text}");
        }
    }
}

/// The dictionary form and what is said and written in chat.
#[test]
fn every_form_of_a_verb_gives_one_stem() {
    for (forms, stem) in [
        ("노는 논다 놉니다 노니까 놀았다 놀고 놀던 놂", "놀"),
        ("여는 연다 엽니다 열었다 열고 열면 열지않음", "열리"),
        ("어는 언다 얼었다 얼기 얼던 얼면", "얼어붙"),
        (
            "쓰러집니다 쓰러져요 쓰러진다 쓰러졌네요 쓰러져버림 쓰러질때",
            "쓰러지",
        ),
        ("틀어집니다 틀어져서 틀어지네요 틀어지고있음", "틀어지"),
        ("뒤처집니다 뒤처져요 뒤처진다", "뒤처지"),
        ("튑니다 튀어요 튄다 튀기 튀었습니다", "튀"),
        ("망가져요 망가집니다 망가져버렸다 망가지는중", "망가지"),
        ("헐떡여요 헐떡입니다 헐떡이던 헐떡였는데", "헐떡"),
        ("깜빡여버림 깜빡입니다 깜빡이네요", "깜빡"),
        ("떠버림 뜨네요 뜹니다 떴다", "뜨"),
        ("누를때 누른다 눌러요 눌렀는데 누르고", "누르"),
        ("탈때 타면 탔다 탑니다", "타"),
        ("어그러진다 어그러집니다 어그러졌다 어그러질때", "어그러지"),
        ("거친다 거쳤다 거칩니다 거쳐서", "거치"),
        ("갈아끼움 갈아끼웁니다 갈아끼웠다 갈아끼운", "갈아끼우"),
        ("남기 남네요 남습니다 남던", "남"),
        ("굳기 굳습니다 굳어버림 굳어요", "굳"),
        ("느려집니다 느려져요 느려짐 느려지질않음", "느리"),
    ] {
        for form in forms.split(' ') {
            let words = words(form);
            let found: Vec<&String> = words.iter().filter(|word| *word != "안").collect();
            assert_eq!(found, [stem], "{form}");
        }
    }
    check_rows(&[
        ("끊기지않음", "끊기 안"),
        ("열리질않음", "열리 안"),
        ("안열림", "안 열리"),
        ("연결끊김", "연결 끊기"),
    ]);
    // A noun with its particle stays one, and so does a verb that is made with another.
    check_rows(&[
        ("부품", "부품"),
        ("서버들은", "서버"),
        ("병목이었다", "병목"),
        ("크기가", "크기 크 기"),
        ("검증기는", "검증 기"),
    ]);
}

#[test]
fn every_spelling_of_a_loanword_is_the_usual_one() {
    for (variant, standard) in pairs("korean-spellings.txt") {
        let standard = standard.replace(' ', "");
        assert_eq!(words(&variant), words(&standard), "{variant}");
        assert_eq!(
            words(&format!("{variant}가")),
            words(&standard),
            "{variant}가"
        );
    }
}

#[test]
fn jamo_stay_as_typed() {
    check_rows(&[("ㅎ", "ㅎ"), ("ㅈㅇ", "ㅈㅇ"), ("ㅋㅋㅋ", "ㅋㅋㅋ")]);
}

#[test]
fn inflections_meet_and_other_words_do_not() {
    for group in [
        "drop drops dropped dropping",
        "ping pings pinging pinged",
        "cache caches cached caching",
        "log logs logged logging",
        "store stores stored storing",
        "plan plans planned planning",
        "plane planes",
        "size sizes sized",
        "query queries queried querying",
        "queue queues queued queueing queuing",
        "cookie cookies",
        "alias aliases",
        "add adds added adding",
        "staff staffs staffed",
        "stall stalls stalled stalling",
        "cancel cancelled canceled cancelling",
        "fail fails failed failing",
        "freeze freezes froze frozen",
        "run ran runs running",
        "send sent sends",
        "index indexes indices indexing",
        "die dies died dying",
        "enrolment enrollment",
        "centre center centres centered",
        "labelled labeled labelling label",
        "synchronise synchronize synchronised synchronization synchronisation",
        "behaviour behavior behaviours",
        "evict evicted eviction evictions",
        "reject rejection rejected",
        "saturate saturated saturation",
        "expire expired expiry expiration",
        "fail failed failure failures",
        "resolve resolving resolution",
        "corrupt corrupted corruption",
        "allocate allocation allocated",
    ] {
        let forms: Vec<&str> = group.split(' ').collect();
        for form in &forms[1..] {
            assert!(meet(forms[0], form), "{} and {form} do not meet", forms[0]);
        }
    }
    for (a, b) in [
        ("organ", "organic"),
        ("news", "new"),
        ("universe", "university"),
        ("plan", "plane"),
        ("stale", "stall"),
        ("star", "stare"),
        ("suit", "suite"),
        ("even", "evenings"),
        ("add", "ad"),
        ("ceiling", "ceil"),
        ("redis", "redi"),
        ("etcd", "etc"),
        ("station", "state"),
        ("mission", "miss"),
        ("option", "opt"),
        ("session", "sess"),
        ("version", "verse"),
        ("partition", "part"),
        ("region", "reg"),
        ("transaction", "transact"),
        ("rise", "rize"),
        ("promise", "promize"),
    ] {
        assert!(!meet(a, b), "{a} and {b} meet");
    }
}

/// The text of a data file of the analyzer.
fn data(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/analysis/data");
    fs::read_to_string(folder.join(name)).expect("a data file")
}

/// The pairs of a data file: what is written, and what it stands for.
fn pairs(name: &str) -> Vec<(String, String)> {
    let text = data(name);
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once(' ').expect("a pair"))
        .map(|(from, to)| (from.to_owned(), to.to_owned()))
        .collect()
}

#[test]
fn every_line_of_our_lists_is_of_use() {
    let terms = Terms::parse(Path::new("korean-terms.txt"), &data("korean-terms.txt"));
    assert_eq!(terms.map(|_| ()), Ok(()));
    let mut analyzer = Analyzer::default();
    let (glossary, faults) = Glossary::parse(
        Path::new("glossary.txt"),
        &data("glossary.txt"),
        &mut analyzer,
    );
    assert_eq!(faults, []);
    assert!(glossary.len() >= 300, "{} groups", glossary.len());
}

#[test]
fn no_stem_counts_as_two() {
    let stems = pairs("korean-stems.txt");
    let lefts: HashSet<&str> = stems.iter().map(|(from, _)| from.as_str()).collect();
    assert_eq!(lefts.len(), stems.len(), "a stem stands on two lines");
    for (from, to) in stems.iter().chain(&pairs("korean-forms.txt")) {
        assert!(!lefts.contains(to.as_str()), "{from}: {to} has a line too");
    }
}

#[test]
fn every_term_is_found_as_one_word() {
    let stems: HashMap<String, String> = pairs("korean-stems.txt").into_iter().collect();
    for line in data("korean-terms.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let joined = line.replace(' ', "");
        for text in [joined.clone(), format!("{joined}을")] {
            let words = words(&text);
            let expected = stems.get(&joined).unwrap_or(&joined);
            assert_eq!(words.first(), Some(expected), "{text}: {words:?}");
        }
    }
}

#[test]
fn every_form_gives_its_stem() {
    let stems: HashMap<String, String> = pairs("korean-stems.txt").into_iter().collect();
    let missed: Vec<String> = pairs("korean-forms.txt")
        .into_iter()
        .filter(|(form, stem)| {
            let stem = stems.get(stem).unwrap_or(stem);
            !words(form).contains(stem)
        })
        .map(|(form, stem)| format!("{form} {stem}: {:?}", words(&form)))
        .collect();
    assert_eq!(missed, [""; 0]);
}

#[test]
fn a_user_s_term_is_a_word() {
    let list = "# ours\n정산 배치\n\n두레박\n";
    let terms = Terms::parse(Path::new("terms.txt"), list).expect("terms");
    let mut analyzer = Analyzer::new(Dictionary::with(terms));
    let mut words = |text: &str| -> Vec<String> {
        let tokens = analyzer.tokens(text).into_iter();
        let words = tokens.filter(|token| token.kind != TokenKind::Bigram);
        words.map(|token| token.text).collect()
    };
    assert_eq!(words("정산배치를"), ["정산배치", "정산", "배치"]);
    assert_eq!(words("두레박이 느려졌다"), ["두레박", "느리"]);
}

#[test]
fn a_faulty_term_is_named_with_its_line() {
    let list = "# nothing\n풀\n로드밸런서\n로드 밸런서\nDB 풀\n";
    let faults = Terms::parse(Path::new("t.txt"), list).expect_err("faults");
    let shown: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "t.txt:2: \"풀\" has one syllable only and would be found inside other words; leave it out",
            "t.txt:4: \"로드 밸런서\" stands on line 3 already; remove one",
            "t.txt:5: \"DB 풀\" is not written in Hangul alone; leave it out, words of other scripts need no entry",
        ]
    );
}

#[test]
fn a_term_of_the_glossary_that_can_never_fire_is_named() {
    let list = "LB = load balancer\n!! = 느낌표\nOOM\ntime-out = timeout\n";
    let (glossary, faults) = Glossary::parse(Path::new("g.txt"), list, &mut Analyzer::default());
    assert_eq!(glossary.len(), 1);
    let lines: Vec<usize> = faults.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 3, 4]);
    let shown = faults[0].to_string();
    assert!(shown.contains("\"!!\" can never be found"), "{shown}");
}

#[test]
fn stop_words_are_indexed() {
    check("no route to host", "no route rout to host");
    check("IT US who", "it us who");
}

#[test]
fn views_never_share_a_term() {
    let word = View::Exact.term("connect");
    assert_ne!(word, View::Stem.term("connect"));
    assert_ne!(word, View::Bigram.term("connect"));
}

#[test]
fn long_words_are_kept() {
    let long = "a".repeat(10_000);
    check(&long, &long);
    let name = "java.util.concurrent.RejectedExecutionException";
    assert_eq!(
        words(name)[0],
        "javautilconcurrentrejectedexecutionexception"
    );
    assert_eq!(
        tokens(&"장애".repeat(5_000)).last().map(|token| token.end),
        Some(30_000)
    );
}

/// Four times the text takes about four times as long; quadratic work would take sixteen times.
#[test]
fn a_megabyte_without_a_space_takes_linear_time() {
    const LARGE: usize = 1_000_000;
    for unit in [
        "a", "a.", "a:", ":", "::", "aB", "1,", "'", "장애", "하", "똠", "ㅋ", "e\u{301}", "가a",
    ] {
        let time = |bytes: usize| -> Duration {
            let text = unit.repeat(bytes / unit.len());
            let start = Instant::now();
            Analyzer::default().analyze(&text, &mut |_| {});
            start.elapsed()
        };
        time(1_000);
        // Other processes may take the processor away in any one of the tries.
        const TRIES: usize = 4;
        let mut times = std::iter::repeat_with(|| (time(LARGE / 4), time(LARGE))).take(TRIES);
        let is_linear = |(small, large)| large < 10 * small + Duration::from_millis(200);
        assert!(times.any(is_linear), "{unit:?} takes more than its share");
    }
}

#[test]
fn golden_english() {
    check_golden(
        "en",
        &[
            "Connections dropped after nf_conntrack_max was reached: no route to host.",
            "java.net.ConnectException: Connection timed out (ETIMEDOUT) at 10.20.0.1:8080",
            "terminationGracePeriodSeconds=30 and Google's v1.24 nodes aren't draining",
            "HTTP/2 502s rose to 42,000 (99.95%) — “GC overhead limit exceeded”",
        ],
    );
}

#[test]
fn golden_korean() {
    check_golden(
        "ko",
        &[
            "로드밸런서가 502를 반환하며 결제가 끊겼다.",
            "nf_conntrack가 가득 차서 신규 연결이 안됨",
            "무응답 파드를 재시작했지만 비정상 상태가 계속되었다",
            "커넥션풀(HikariCP) 고갈로 주문상세내역 조회 지연",
            "미응답 3건, 무중단 배포 후 이천이십육년 ㅋㅋ",
        ],
    );
}

/// The tokens of `texts` are those in `golden/<name>.txt`: a line a token,
/// `surface start..end position kind text`.
#[track_caller]
fn check_golden(name: &str, texts: &[&str]) {
    let mut actual = String::new();
    for text in texts {
        writeln!(actual, "# {text}").unwrap();
        for token in tokens(text) {
            let Token {
                start,
                end,
                position,
                kind,
                text: term,
                ..
            } = &token;
            let surface = &text[*start..*end];
            writeln!(
                actual,
                "{surface} {start}..{end} {position} {kind:?} {term}"
            )
            .unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        actual == expected,
        "tokens changed; if they are better now, set UPDATE_GOLDEN=1\n{actual}"
    );
}
