//! Probes: a query, and a text that it must find, or must not find before a better one.
//!
//! The first rows of each table are those on which other engines were tried; their kin follow.

use incidex::case::Input;
use incidex::query::{Engine, Request, Response};
use serde_json::json;

use crate::search::{build, request};

/// An index with a case for each text.
pub(crate) struct Shelf {
    engine: Engine,
    texts: Vec<String>,
}

impl Shelf {
    pub(crate) fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let mut shelved: Vec<String> = Vec::new();
        for text in texts {
            if !shelved.iter().any(|other| other == text) {
                shelved.push(text.to_owned());
            }
        }
        let line = |(i, text): (usize, &String)| {
            let case = json!({"id": id(i), "title": {"en": "-"}, "summary": {"en": text}});
            format!("{case}\n")
        };
        let lines: String = shelved.iter().enumerate().map(line).collect();
        Self {
            engine: build(&[Input::Stdin], &lines),
            texts: shelved,
        }
    }

    /// The answer to `query`, with all that it finds.
    pub(crate) fn answer(&self, query: &str) -> Response {
        self.engine
            .search(&self.request(query))
            .expect("no text is an error")
    }

    pub(crate) fn text(&self, place: usize) -> &str {
        &self.texts[place]
    }

    fn request(&self, query: &str) -> Request {
        Request {
            limit: self.texts.len(),
            ..request(query)
        }
    }

    /// The texts that `query` finds, best first.
    pub(crate) fn found(&self, query: &str) -> Vec<&str> {
        let request = self.request(query);
        let ranking = self.engine.rank(&request).expect("no text is an error");
        let place = |found: &str| (0..self.texts.len()).find(|i| id(*i) == found);
        let text = |id: &str| self.text(place(id).expect(id));
        ranking.iter().map(|(id, _)| text(id)).collect()
    }
}

/// An id without numbers or words that a query may have: ids are searched too.
fn id(place: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    format!("qzz{}{}", letter(place / 26), letter(place))
}

/// Each query finds the text beside it.
#[track_caller]
pub(crate) fn check_found(rows: &[(&str, &str)]) {
    let shelf = Shelf::of(rows.iter().map(|(_, text)| *text));
    let missed: Vec<String> = rows
        .iter()
        .filter(|(query, text)| !shelf.found(query).contains(text))
        .map(|(query, text)| format!("{query:?} does not find {text:?}"))
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

/// Each query finds the text of its whole name before the other one, or the other one not at all.
#[track_caller]
pub(crate) fn check_before(rows: &[(&str, &str, &str)]) {
    let misplaced: Vec<String> = rows
        .iter()
        .filter(|(query, whole, other)| {
            let shelf = Shelf::of([*other, *whole]);
            let found = shelf.found(query);
            let place = |text: &str| found.iter().position(|found| *found == text);
            match (place(whole), place(other)) {
                (Some(whole), Some(other)) => other < whole,
                (whole, _) => whole.is_none(),
            }
        })
        .map(|(query, whole, other)| format!("{query:?}: {other:?} is not below {whole:?}"))
        .collect();
    assert!(misplaced.is_empty(), "{}", misplaced.join("\n"));
}

#[test]
fn identifiers_are_found_whole_and_by_their_parts() {
    check_found(&[
        ("nf_conntrack", "NF_CONNTRACK"),
        ("conntrack", "nf_conntrack"),
        ("proxy-read-timeout", "proxy-read-timeout"),
        ("proxy_read_timeout", "proxy-read-timeout"),
        ("net.core.somaxconn=16384", "net.core.somaxconn=16384"),
        ("net.core.somaxconn", "net.core.somaxconn=16384"),
        ("somaxconn", "net.core.somaxconn"),
        ("16384", "net.core.somaxconn=16384"),
        ("/i/slb/sess/du", "/i/slb/sess/du"),
        ("SYN,ACK", "SYN, ACK"),
        ("hard-stop-after", "hard-stop-after"),
        // Their kin.
        ("pid_max", "kernel.pid_max is 32768"),
        ("kernel.pid-max", "kernel.pid_max is 32768"),
        ("KERNEL.PID_MAX", "kernel.pid_max is 32768"),
        ("tcp_fin_timeout", "sysctl -w net.ipv4.tcp_fin_timeout=5"),
        ("fin timeout", "sysctl -w net.ipv4.tcp_fin_timeout=5"),
        ("tcp.fin.timeout", "sysctl -w net.ipv4.tcp_fin_timeout=5"),
        ("max-connections", "max_connections = 200"),
        ("maxconnections", "max_connections = 200"),
        ("max connections", "maxConnections"),
        ("max_connections", "maxConnections"),
        ("maxConnections", "max_connections = 200"),
        ("slb/sess", "/i/slb/sess/du"),
        ("sess", "/i/slb/sess/du"),
        ("/etc/resolv.conf", "cat /etc/resolv.conf"),
        ("resolv.conf", "cat /etc/resolv.conf"),
        ("resolv", "cat /etc/resolv.conf"),
        ("conf", "cat /etc/resolv.conf"),
        ("std::bad_alloc", "terminate called after std::bad_alloc"),
        ("bad_alloc", "terminate called after std::bad_alloc"),
        ("bad alloc", "terminate called after std::bad_alloc"),
        (
            "org.postgresql.util.PSQLException",
            "org.postgresql.util.PSQLException: FATAL",
        ),
        ("PSQLException", "org.postgresql.util.PSQLException: FATAL"),
        ("psqlexception", "org.postgresql.util.PSQLException: FATAL"),
        ("postgresql", "org.postgresql.util.PSQLException: FATAL"),
        ("checkout@prod", "checkout@prod"),
        ("prod", "checkout@prod"),
        ("user@example.com", "mail to user@example.com bounced"),
        ("example.com", "mail to user@example.com bounced"),
        ("issue#4217", "issue#4217"),
        ("4217", "issue#4217"),
        ("key=value", "key=value"),
        ("RST,FIN", "RST, FIN"),
        ("RST, FIN", "RST,FIN"),
        ("A:B:C-chain", "A:B:C-chain"),
        ("messaginghub", "messaging-hub"),
        ("messaging-hub", "messaginghub"),
        ("messaging hub", "messaging-hub"),
        ("hub", "messaging-hub"),
        ("redis-cluster-3", "redis-cluster-3"),
        ("redis-cluster", "redis-cluster-3"),
        ("10.20.30.40", "connect to 10.20.30.40:6379 failed"),
        ("10.20.30.40:6379", "connect to 10.20.30.40:6379 failed"),
        ("6379", "connect to 10.20.30.40:6379 failed"),
        ("ACK(2812932054)", "ACK(2812932054)"),
        ("2812932054", "ACK(2812932054)"),
        ("-XX:+UseG1GC", "java -XX:+UseG1GC"),
        ("UseG1GC", "java -XX:+UseG1GC"),
        ("useg1gc", "java -XX:+UseG1GC"),
    ]);
}

#[test]
fn numbers_are_found_as_they_are_and_glued() {
    check_found(&[
        ("502", "502 errors"),
        ("502", "502s"),
        ("502", "502가"),
        ("503", "503s and 504s"),
        ("504", "503s and 504s"),
        ("502s", "502 errors"),
        ("502", "HTTP/502"),
        ("502", "status=502"),
        ("502", "[502]"),
        ("502", "5xx responses"),
        ("503", "5XX 응답"),
        ("404", "4xx"),
        ("5xx", "5XX 응답"),
        ("3600", "3600ms"),
        ("3600ms", "3600ms"),
        ("512", "512MiB"),
        ("512MiB", "512MiB"),
        ("42,000", "42000"),
        ("42000", "42,000"),
        ("1000000", "1,000,000건"),
        ("1,000,000", "1000000개"),
        ("99.95", "99.95%"),
        ("1.24", "v1.24"),
        ("v1.24", "1.24 버전"),
        ("502", "502에서"),
        ("502", "502를"),
        ("502", "502로"),
        ("502", "502에러"),
        ("502 에러", "502에러가"),
        ("504", "504만"),
        ("137", "137이었다"),
        ("137", "exit code 137"),
    ]);
}

#[test]
fn names_are_found_with_particles_behind_them() {
    check_found(&[
        ("HAProxy", "HAProxy가"),
        ("haproxy", "HAProxy를 재시작"),
        ("Redis", "Redis에서"),
        ("Kafka", "Kafka로부터"),
        ("Nginx", "Nginx의"),
        ("EKS", "EKS까지"),
        ("Pod", "Pod들이"),
        ("MySQL", "MySQL과"),
        ("nf_conntrack", "nf_conntrack이"),
        ("proxy-read-timeout", "proxy-read-timeout은"),
        ("kubelet", "kubelet마다"),
        ("DNS", "DNS이고"),
        ("DNS", "DNS라서"),
        ("Istio", "Istio입니다"),
        ("S3", "S3에"),
        ("EC2", "EC2였다"),
        ("HAProxy가", "HAProxy를"),
        ("HAProxy에서", "HAProxy"),
        (
            "terminationGracePeriodSeconds를",
            "terminationGracePeriodSeconds",
        ),
    ]);
}

#[test]
fn names_in_camel_case_are_found_by_their_words() {
    check_found(&[
        ("terminationGracePeriod", "terminationGracePeriodSeconds"),
        ("grace period", "terminationGracePeriodSeconds"),
        ("websocket", "WebSocket"),
        ("websocket", "web socket"),
        ("termination", "terminationGracePeriodSeconds"),
        ("grace", "terminationGracePeriodSeconds"),
        ("GracePeriod", "terminationGracePeriodSeconds"),
        ("grace-period", "terminationGracePeriodSeconds"),
        ("grace_period_seconds", "terminationGracePeriodSeconds"),
        ("gracePeriodSeconds", "terminationGracePeriodSeconds"),
        (
            "terminationgraceperiodseconds",
            "terminationGracePeriodSeconds",
        ),
        (
            "termination grace period seconds",
            "terminationGracePeriodSeconds",
        ),
        (
            "TERMINATIONGRACEPERIODSECONDS",
            "terminationGracePeriodSeconds",
        ),
        ("maxUnavailable", "maxUnavailable: 25%"),
        ("max unavailable", "maxUnavailable: 25%"),
        ("max-unavailable", "maxUnavailable: 25%"),
        ("crash loop", "CrashLoopBackOff"),
        ("CrashLoop", "CrashLoopBackOff"),
        ("crashloopbackoff", "CrashLoopBackOff"),
        ("back off", "CrashLoopBackOff"),
        ("image pull", "ImagePullBackOff"),
        ("ImagePull", "ImagePullBackOff"),
        ("preStop", "lifecycle.preStop"),
        ("pre stop", "lifecycle.preStop"),
        ("pre-stop", "lifecycle.preStop"),
        ("prestop", "lifecycle.preStop"),
        ("lifecycle", "lifecycle.preStop"),
        ("idle timeout", "idleTimeoutMillis"),
        ("idleTimeout", "idleTimeoutMillis"),
        ("idle_timeout", "idleTimeoutMillis"),
        ("HttpClient", "HTTPClient"),
        ("http client", "HTTPClient"),
        ("connection pool", "HikariConnectionPool"),
        ("ConnectionPool", "HikariConnectionPool"),
        ("hikari", "HikariConnectionPool"),
        ("read only", "readOnlyRootFilesystem"),
        ("root filesystem", "readOnlyRootFilesystem"),
        ("web socket", "websocket"),
        ("web-socket", "websocket"),
        ("WebSocket", "web socket"),
        ("webSocket", "websocket"),
        ("time out", "timeout"),
        ("timeout", "time out"),
        ("load balancer", "loadbalancer"),
        ("loadbalancer", "load balancer"),
        ("failover", "fail over"),
        ("fail over", "failover"),
        ("fail-over", "failover"),
        ("wi fi", "wifi"),
        ("wi-fi", "wi fi"),
        ("wifi", "Wi-Fi"),
        ("wifi", "wi fi"),
    ]);
}

#[test]
fn inflections_are_found() {
    check_found(&[
        ("connection", "connections"),
        ("dropped", "drops"),
        ("connections", "connection"),
        ("drops", "dropped"),
        ("dropping", "a packet drop"),
        ("retry", "retries"),
        ("retrying", "retried"),
        ("cache", "caching"),
        ("caches", "cached"),
        ("failed", "fails"),
        ("failing", "fail"),
        ("ran out of memory", "running out of memory"),
        ("sent", "sending"),
        ("frozen", "freezes"),
        ("leaking", "leaks"),
        ("queries", "query"),
        ("indices", "index"),
        ("evicted", "evicting pods"),
        ("crashes", "crashed"),
        ("throttled", "throttling"),
        ("Pods", "a pod"),
        ("certificates expired", "certificate expires"),
        ("ping", "pinging"),
        ("reset", "resetting"),
        ("timeouts", "timeout"),
    ]);
}

#[test]
fn terms_of_the_glossary_are_found_in_both_languages() {
    check_found(&[
        ("커넥션 풀", "connection pool"),
        ("connection pool", "커넥션 풀"),
        ("커넥션풀", "connection pools"),
        ("connection pool", "커넥션풀이 고갈"),
        ("타임아웃", "time out"),
        ("타임 아웃", "timeout"),
        ("timed out", "타임아웃"),
        ("쿠버네티스", "k8s"),
        ("k8s", "kubernetes"),
        ("Kubernetes", "쿠버네티스에서"),
        ("큐버네티스", "쿠버네티스"),
        ("LB", "로드밸런서"),
        ("로드 밸런서", "LB"),
        ("load balancers", "로드밸런서가"),
        ("로드밸런서", "load balancer"),
        ("OOMKilled", "OOM kill"),
        ("메모리 누수", "memory leaks"),
        ("memory leak", "메모리누수"),
        ("EMFILE", "too many open files"),
        ("too many open files", "EMFILE"),
        ("no space left on device", "ENOSPC"),
        ("ENOSPC", "No space left on device"),
        ("디스크 풀", "no space left on device"),
        ("disk full", "디스크가 가득 찼다"),
        ("packet loss", "패킷유실"),
        ("패킷 유실", "dropped packets"),
        ("failover", "장애 조치"),
        ("절체", "fail over"),
        ("split brain", "스플릿 브레인"),
        ("정전", "power outage"),
        ("loss of power", "정전으로"),
        ("single point of failure", "SPOF"),
        ("SPOF", "단일 장애점"),
        ("TTL", "time to live"),
        ("네임스페이스", "namespaces"),
        ("파드", "pods"),
        ("pod", "파드가"),
        ("인증서 만료", "expired certificate"),
        ("certificate expiry", "인증서 만료로"),
        ("복제 지연", "replication lag"),
        ("seconds behind master", "복제 지연"),
        ("rollback", "롤백했다"),
        ("롤백", "rolled back"),
        ("cannot assign requested address", "EADDRNOTAVAIL"),
        ("no route to host", "EHOSTUNREACH"),
        ("EHOSTUNREACH", "no route to host"),
        ("temporary failure in name resolution", "EAI_AGAIN"),
        ("DNS 조회 실패", "Temporary failure in name resolution"),
        ("무응답", "unresponsive"),
        ("먹통", "응답 없음"),
        ("병목", "bottlenecks"),
        ("스레드 풀 고갈", "thread pool exhaustion"),
        ("가비지 컬렉션", "GC"),
        ("stop-the-world", "GC pause"),
    ]);
}

#[test]
fn korean_is_found_however_it_is_spaced_and_inflected() {
    check_found(&[
        ("커넥션 풀", "커넥션풀"),
        ("커넥션풀", "커넥션 풀"),
        ("로드밸런서", "로드 밸런서"),
        ("로드 밸런서", "로드밸런서"),
        ("재시작", "재시작됐다"),
        ("재시작됐다", "재시작"),
        ("재시작됐다", "재시작했다"),
        ("파드", "파드가"),
        ("끊김", "끊겼다"),
        ("끊겼다", "끊긴"),
        ("웹소켓", "웹 소켓"),
        ("패킷유실", "패킷 유실"),
        ("장애", "방해 장애물"),
        // Their kin.
        ("웹 소켓", "웹소켓이"),
        ("패킷 유실", "패킷유실이"),
        ("커넥션 풀", "커넥션풀에서"),
        ("그레이스풀 셧다운", "그레이스풀셧다운"),
        ("그레이스풀셧다운", "그레이스풀 셧다운을"),
        ("서킷 브레이커", "서킷브레이커가"),
        ("서킷브레이커", "서킷 브레이커"),
        ("스케일아웃", "스케일 아웃"),
        ("스케일 아웃", "스케일아웃했다"),
        ("파일디스크립터", "파일 디스크립터"),
        ("슬로우쿼리", "슬로우 쿼리"),
        ("슬로우 쿼리", "슬로우쿼리로"),
        ("데드레터큐", "데드 레터 큐"),
        ("스레드덤프", "스레드 덤프"),
        ("힙 덤프", "힙덤프"),
        ("컨슈머랙", "컨슈머 랙"),
        ("로드 셰딩", "로드셰딩"),
        ("풀 리퀘스트", "풀리퀘스트"),
        ("주문 상세", "주문상세내역"),
        ("주문상세내역", "주문 상세 내역"),
        ("재배포", "재배포했습니다"),
        ("재배포했다", "재배포"),
        ("재부팅", "재부팅되어"),
        ("재부팅됐다", "재부팅했다"),
        ("롤백", "롤백됨"),
        ("롤백했다", "롤백"),
        ("느려졌다", "느려짐"),
        ("느려짐", "느려지는"),
        ("튕겼다", "튕김"),
        ("죽었다", "죽는"),
        ("끊어짐", "끊겼다"),
        ("끊기는", "끊어졌다"),
        ("막혔다", "막힌"),
        ("멈췄다", "멈춘"),
        ("늘어났다", "늘어난"),
        ("떨어졌다", "떨어진"),
        ("사라졌다", "사라진"),
        ("노드", "노드는"),
        ("큐", "큐가"),
        ("락", "락을"),
        ("서울", "서울은"),
        ("결제", "결제에서만"),
        ("지연", "지연되었다"),
        ("장애", "장애입니다"),
        ("장애", "장애였던"),
        ("표현입니당", "표현입니당)"),
        ("장애 502", "장애(502)"),
    ]);
}

#[test]
fn a_whole_comes_before_what_is_like_it() {
    check_before(&[
        ("nf_conntrack", "nf_conntrack", "conntrack"),
        (
            "proxy-read-timeout",
            "proxy-read-timeout",
            "the proxy had to read until the timeout",
        ),
        ("재시작", "재시작", "시작"),
        // Their kin.
        (
            "nf_conntrack",
            "the table of nf_conntrack is full",
            "conntrack",
        ),
        (
            "nf_conntrack",
            "nf_conntrack",
            "nf, conntrack, nf, conntrack",
        ),
        ("hard-stop-after", "hard-stop-after", "stop hard after that"),
        (
            "max_connections",
            "max_connections",
            "the max of all connections",
        ),
        ("messaging-hub", "messaging-hub", "messaging through a hub"),
        ("pre-stop", "pre-stop", "pre"),
        ("pre-stop", "pre-stop", "stop"),
        ("foo-bar", "foo-bar", "foo"),
        ("net.core.somaxconn", "net.core.somaxconn", "somaxconn"),
        ("net.core.somaxconn", "net.core.somaxconn", "net core"),
        (
            "terminationGracePeriodSeconds",
            "terminationGracePeriodSeconds",
            "a grace period of 30 seconds",
        ),
        ("CrashLoopBackOff", "CrashLoopBackOff", "a loop of crashes"),
        ("/etc/resolv.conf", "/etc/resolv.conf", "/etc/nginx.conf"),
        ("502", "502", "5xx"),
        ("404", "404", "4xx"),
        ("502", "502s", "5xx"),
        ("42,000", "42,000", "42"),
        ("C-8", "C-8", "C and 8"),
        ("S3", "S3", "S 3"),
        ("L4", "L4", "L 4"),
        ("A-Company", "A-Company", "a company"),
        ("connections", "connections", "connection"),
        ("caches", "caches", "cached"),
        ("dropped", "dropped", "drop"),
        ("재부팅", "재부팅", "부팅"),
        ("재배포", "재배포", "배포"),
        ("재시도", "재시도", "시도"),
        ("비정상", "비정상", "정상"),
        ("비활성", "비활성", "활성"),
        ("비동기", "비동기", "동기"),
        ("무응답", "무응답", "응답"),
        ("무제한", "무제한", "제한"),
        ("무중단", "무중단", "중단"),
        ("미응답", "미응답", "응답"),
        ("미적용", "미적용", "적용"),
        ("미설정", "미설정", "설정"),
        ("불가능", "불가능", "가능"),
        ("불일치", "불일치", "일치"),
        ("불안정", "불안정", "안정"),
        ("비급여", "비급여", "급여"),
        ("장애", "장애", "방해 장애물"),
        ("timeout", "timeout", "타임아웃"),
        ("timeout", "timeout", "time out"),
        ("connection pool", "connection pool", "커넥션 풀"),
        ("커넥션 풀", "커넥션 풀", "connection pool"),
        ("k8s", "k8s", "kubernetes"),
        ("LB", "LB", "load balancer"),
    ]);
}

/// A prefix that turns a word round or repeats it: the word alone is not what was looked for.
#[test]
fn a_word_without_its_prefix_is_not_found_as_a_word() {
    for (query, plain) in [
        ("재시작", "시작"),
        ("재부팅", "부팅"),
        ("재배포", "배포"),
        ("비정상", "정상"),
        ("비활성", "활성"),
        ("무응답", "응답"),
        ("무제한", "제한"),
        ("미적용", "적용"),
        ("미응답", "응답"),
        ("불가능", "가능"),
        ("불일치", "일치"),
    ] {
        let filler = ["서울", "결제", "주문"];
        let shelf = Shelf::of([plain, query].into_iter().chain(filler));
        assert_eq!(shelf.found(query).first(), Some(&query), "{query:?}");
        assert_eq!(shelf.found(plain).first(), Some(&plain), "{plain:?}");
    }
}
