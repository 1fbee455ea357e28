//! A program run to its end, with what it took.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

pub struct Run {
    /// From start to exit.
    pub wall: Duration,
    /// User and system time of all threads.
    pub cpu: Duration,
    /// Most resident memory. The kernel starts counting at the peak of the process that starts
    /// this one; see [`own_peak`].
    pub peak_bytes: u64,
    /// The exit code.
    pub code: i32,
}

/// Runs `command`; its output goes nowhere, its messages to the file `log`. An exit code that is
/// not among `expected` is an error with these messages.
pub fn run(command: &mut Command, log: &Path, expected: &[i32]) -> Result<Run, Box<dyn Error>> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(log)?);
    let start = Instant::now();
    let used = command.spawn()?.wait4()?;
    let wall = start.elapsed();
    match used.status.code() {
        Some(code) if expected.contains(&code) => Ok(Run {
            wall,
            cpu: used.rusage.utime + used.rusage.stime,
            peak_bytes: used.rusage.maxrss,
            code,
        }),
        _ => {
            let messages = fs::read_to_string(log)?;
            Err(format!("{command:?} ended with {}:\n{messages}", used.status).into())
        }
    }
}

/// Most resident memory of this process so far, where there is `/proc`.
pub fn own_peak() -> Option<u64> {
    peak_of(std::process::id())
}

/// Most resident memory of a running process so far, where there is `/proc`.
pub fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
