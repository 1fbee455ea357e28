//! The life of the server: the real program starts, follows its index, and ends.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use incidex::index::Generations;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{PROGRAM, Run, root};

/// Longer than anything here takes on a machine that has other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of an index of its own.
struct Server {
    process: Child,
    addr: SocketAddr,
    /// Lines of the log.
    log: Receiver<Value>,
    folder: TempDir,
}

impl Server {
    /// With one case.
    fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        write_case(folder.path(), "A-1", "zebrafish");
        index(folder.path());
        Self::start_in(folder)
    }

    fn start_in(folder: TempDir) -> Self {
        let mut process = Command::new(PROGRAM)
            .args(["serve", "--addr", "127.0.0.1:0", "--log-format", "json"])
            .current_dir(folder.path())
            .env_remove("INCIDEX_INDEX")
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let stderr = BufReader::new(process.stderr.take().expect("a pipe"));
        let (send, log) = mpsc::channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if let Ok(line) = serde_json::from_str(&line) {
                    let _ = send.send(line);
                }
            }
        });
        let mut server = Self {
            process,
            addr: (Ipv4Addr::LOCALHOST, 0).into(),
            log,
            folder,
        };
        let listening = server.logged("listening");
        let url = listening["url"].as_str().expect("a URL");
        server.addr = url["http://".len()..].parse().expect("an address");
        server
    }

    /// The next line of the log with that message.
    fn logged(&self, message: &str) -> Value {
        loop {
            let line = self.log.recv_timeout(PATIENCE).expect(message);
            if line["message"] == message {
                return line;
            }
        }
    }

    fn found(&self, query: &str) -> u64 {
        found(self.addr, query)
    }

    fn terminate(&self) {
        let pid = self.process.id().to_string();
        let kill = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(kill.expect("kill").success());
    }

    fn ended(&mut self) -> ExitStatus {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait().expect("a process") {
                return status;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the server goes on");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn write_case(folder: &Path, id: &str, title: &str) {
    let cases = folder.join("cases");
    fs::create_dir_all(&cases).expect("a folder");
    let case = format!(r#"{{"id": "{id}", "title": {{"en": "{title}"}}}}"#);
    fs::write(cases.join(format!("{id}.json")), case).expect("a file");
}

/// Brings `index` in `folder` up to date with its cases.
fn index(folder: &Path) {
    let mut command = assert_cmd::Command::new(PROGRAM);
    command.args(["index", "cases"]).current_dir(folder);
    command.env_remove("INCIDEX_INDEX").assert().success();
}

fn send(addr: SocketAddr, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream.write_all(request.as_bytes()).expect("a request");
    stream
}

fn received(mut stream: TcpStream) -> (u16, String) {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).expect("a status");
    (status.parse().expect("a number"), body.to_owned())
}

fn get(addr: SocketAddr, target: &str) -> (u16, String) {
    let head = format!("GET {target} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
    received(send(addr, &head))
}

/// Number of cases that match.
fn found(addr: SocketAddr, query: &str) -> u64 {
    let (status, body) = get(addr, &format!("/api/search?q={query}"));
    assert_eq!(status, 200, "{body}");
    let answer: Value = serde_json::from_str(&body).expect("JSON");
    answer["total"].as_u64().expect("a number")
}

#[test]
fn a_newer_index_is_taken_into_use_without_a_failed_request() {
    let server = Server::start();
    assert_eq!((server.found("zebrafish"), server.found("axolotl")), (1, 0));
    let is_over = AtomicBool::new(false);
    let addr = server.addr;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                assert_eq!(found(addr, "zebrafish"), 1);
            }
        });
        write_case(server.folder.path(), "A-2", "axolotl");
        index(server.folder.path());
        assert_eq!(server.logged("a newer index is in use")["cases"], 2);
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!((server.found("zebrafish"), server.found("axolotl")), (1, 1));
}

#[test]
fn a_broken_index_leaves_the_old_one_in_use() {
    let server = Server::start();
    let current = server.folder.path().join("index/CURRENT");
    let good = fs::read(&current).expect("CURRENT");
    fs::create_dir(server.folder.path().join("index/gen-77")).expect("a folder");
    fs::write(&current, "gen-77\n").expect("CURRENT");
    let said = server.logged("the newer index is of no use; the old one stays");
    assert_eq!(said["level"], "ERROR");
    assert!(
        said["error"]
            .as_str()
            .unwrap_or_default()
            .contains("gen-77"),
        "{said}"
    );
    assert_eq!(server.found("zebrafish"), 1);
    assert_eq!(get(server.addr, "/readyz").0, 200);
    // The old one is still the one in use: nothing is opened.
    fs::write(&current, good).expect("CURRENT");
    write_case(server.folder.path(), "A-2", "axolotl");
    index(server.folder.path());
    assert_eq!(server.logged("a newer index is in use")["cases"], 2);
}

#[cfg(unix)]
/// The system ends a process that reads what was cut off a file under it.
#[test]
fn a_file_that_is_cut_short_in_its_place_ends_no_server() {
    let server = Server::start();
    assert_eq!(server.found("zebrafish"), 1);
    let folder = Generations::new(server.folder.path().join("index")).current();
    let folder = folder.expect("a pointer").expect("a generation");
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|it| it != "json" && it != "txt" && it != "lock")
        {
            let file = fs::OpenOptions::new().write(true).open(path);
            file.expect("a file").set_len(0).expect("a shorter file");
        }
    }
    for target in ["/readyz", "/api/search?q=zebrafish", "/api/cases/A-1"] {
        assert_eq!(get(server.addr, target).0, 500, "{target}");
    }
    let said = server.logged("reading the index failed")["error"].to_string();
    assert!(said.contains("it has 0 bytes instead of"), "{said}");
    index(server.folder.path());
    server.logged("a newer index is in use");
    assert_eq!(server.found("zebrafish"), 1);
}

#[test]
fn what_was_begun_is_answered_before_the_server_ends() {
    let mut server = Server::start();
    let body = "zebrafish";
    let head = format!(
        "POST /api/search HTTP/1.1\r\nhost: {}\r\ncontent-type: text/plain\r\nexpect: 100-continue\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        server.addr,
        body.len()
    );
    let mut begun = send(server.addr, &head);
    // The server reads the body: the request has arrived.
    let mut reading = [0; 25];
    begun.read_exact(&mut reading).expect("100 Continue");
    assert!(reading.starts_with(b"HTTP/1.1 100"));
    let idle = TcpStream::connect(server.addr).expect("a connection");
    server.terminate();
    server.logged("ending; no new connections");
    begun.write_all(body.as_bytes()).expect("the body");
    let (status, answer) = received(begun);
    assert_eq!(status, 200, "{answer}");
    assert!(answer.contains("A-1"));
    assert_eq!(server.ended().code(), Some(0));
    drop(idle);
}

#[test]
fn the_log_has_requests_and_nothing_of_their_queries() {
    let mut server = Server::start();
    get(server.addr, "/api/search?q=secretword");
    get(server.addr, "/api/cases/SECRETID");
    get(server.addr, "/secretpath");
    server.terminate();
    let status = server.ended();
    assert_eq!(status.code(), Some(0));
    let lines: Vec<Value> = server.log.iter().collect();
    let answered = |route: &str, status: u16| {
        lines.iter().any(|line| {
            line["message"] == "answered"
                && line["route"] == route
                && line["status"] == status
                && line["span"]["id"].as_str().is_some_and(|id| id.len() == 16)
        })
    };
    assert!(answered("/api/search", 200), "{lines:?}");
    assert!(answered("/api/cases/{id}", 404), "{lines:?}");
    assert!(answered("none", 404), "{lines:?}");
    assert!(
        !format!("{lines:?}").to_lowercase().contains("secret"),
        "{lines:?}"
    );
}

#[test]
fn what_keeps_it_from_starting_is_said() {
    let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let addr = taken.local_addr().expect("an address").to_string();
    Run::new(&["serve", "--addr", &addr])
        .check(2)
        .says("the port is in use");
    Run::new(&[
        "serve",
        "--addr",
        "192.0.2.1:7700",
        "--allow-unauthenticated",
    ])
    .check(2)
    .says("does not have that address");
    Run::new(&["serve", "--addr", "0.0.0.0:0"])
        .check(2)
        .says("--token-file");
    Run::new(&["serve", "--token-file", "none"])
        .check(2)
        .says("none");
    Run::new(&["serve", "--token-file", "short"])
        .file("short", "secret\n")
        .check(2)
        .says("16 characters");
    Run::new(&["serve", "--cors", "https://a.example/"])
        .check(2)
        .says("https://wiki.example.com");
    Run::new(&["serve", "--addr", "localhost"])
        .check(2)
        .says("--addr");
    Run::bare(&["serve"]).check(2).says("there is no index");
}

#[cfg(unix)]
#[test]
fn the_first_start_in_a_checkout_builds_the_index() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let seeds = folder.path().join("seeds");
    std::os::unix::fs::symlink(root().join("seeds"), seeds).expect("a link");
    let server = Server::start_in(folder);
    assert!(server.found("conntrack") > 1);
    let built = Generations::new(server.folder.path().join("index"));
    assert!(built.current().expect("an index").is_some());
}
