//! Kills the program at random moments of writing an index, and checks each time that the last good
//! index is left: `verify` finds nothing, a search answers, and there are as many cases as before or
//! as after.
//!
//! ```text
//! cargo build --release && cargo run --release -p incidex-benches --bin survival -- 200
//! ```

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use clap::Parser;
use fastrand::Rng;
use serde_json::Value;
use tempfile::TempDir;

use incidex_benches::exit_code;
use incidex_benches::program::program;

/// Kills incidex while it writes an index, and checks what is left
#[derive(Parser)]
struct Arguments {
    /// How often to kill it
    #[arg(default_value_t = 200)]
    kills: usize,

    /// The same seed gives the same changes; the moments depend on the machine too
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What is going on when it is killed.
#[derive(Debug, Clone, Copy)]
enum Work {
    /// A new index of all cases beside the one in use.
    Build,
    /// Cases changed, new and gone.
    Update,
    /// One case changed: what is left of its segment is merged with the new one.
    Merge,
    /// One case taken out.
    Delete,
}

const ALL: [Work; 4] = [Work::Build, Work::Update, Work::Merge, Work::Delete];

fn main() -> ExitCode {
    exit_code(kill(&Arguments::parse()))
}

fn kill(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut place = Place::new(arguments.seed)?;
    let mut survived = 0;
    for work in ALL {
        let kills = arguments.kills.div_ceil(ALL.len());
        let published = place.kill_while(work, kills)?;
        println!("{work:?}: {kills} kills, {published} with another number of cases afterwards");
        survived += kills;
    }
    // No hand has to help the next run.
    place.finish(Work::Build)?;
    println!("{survived} of {survived} survived");
    Ok(())
}

/// Cases, one a file, and an index of them.
struct Place {
    program: PathBuf,
    seeds: Vec<Value>,
    rng: Rng,
    /// The files of the cases with their numbers, oldest first; those in the middle always stay.
    files: Vec<(usize, PathBuf)>,
    made: usize,
    folder: TempDir,
}

impl Place {
    /// With as many cases as there are seeds, and their index.
    fn new(seed: u64) -> Result<Self, Box<dyn Error>> {
        let mut place = Self {
            program: program()?,
            seeds: seeds()?,
            rng: Rng::with_seed(seed),
            files: Vec::new(),
            made: 0,
            folder: tempfile::tempdir()?,
        };
        fs::create_dir(place.cases())?;
        for _ in 0..place.seeds.len() {
            place.add()?;
        }
        place.finish(Work::Build)?;
        Ok(place)
    }

    fn cases(&self) -> PathBuf {
        self.folder.path().join("cases")
    }

    /// Kills `work` so many times before it is done; how often the new index was in use already.
    fn kill_while(&mut self, work: Work, kills: usize) -> Result<usize, Box<dyn Error>> {
        // What the kills before this have kept from being indexed.
        self.finish(Work::Update)?;
        let start = Instant::now();
        self.finish(work)?;
        let mut longest = start.elapsed();
        let (mut killed, mut published) = (0, 0);
        while killed < kills {
            let before = self.check()?;
            let (mut command, after) = self.prepare(work, before)?;
            let mut child = command.spawn()?;
            thread::sleep(longest.mul_f64(self.rng.f64()));
            child.kill()?;
            let was_killed = child.wait()?.code().is_none();
            let found = self.check()?;
            if found != before && found != after {
                return Err(format!("{before} cases became {found} instead of {after}").into());
            }
            match was_killed {
                true => {
                    killed += 1;
                    published += usize::from(found == after && found != before);
                }
                false => longest = longest.mul_f64(0.95).max(Duration::from_millis(1)),
            }
        }
        Ok(published)
    }

    /// Does `work` without killing it.
    fn finish(&mut self, work: Work) -> Result<(), Box<dyn Error>> {
        let (mut command, _) = self.prepare(work, 0)?;
        match command.status()?.success() {
            true => Ok(()),
            false => Err(format!("{command:?} failed").into()),
        }
    }

    /// The command that does `work`, and the number of cases that an index of `before` has then.
    fn prepare(&mut self, work: Work, before: usize) -> Result<(Command, usize), Box<dyn Error>> {
        let mut command = self.command(if let Work::Delete = work {
            "delete"
        } else {
            "index"
        });
        command.stderr(Stdio::null());
        let after = match work {
            Work::Build => {
                self.add()?;
                command.arg("--rebuild").arg(self.cases());
                self.files.len()
            }
            Work::Update => {
                self.add()?;
                self.add()?;
                fs::remove_file(self.files.remove(0).1)?;
                self.change()?;
                command.arg(self.cases());
                self.files.len()
            }
            Work::Merge => {
                command.arg(self.change()?);
                before
            }
            Work::Delete => {
                let (number, _) = self.files.pop().ok_or("no case is left")?;
                command.arg(id(number));
                before.saturating_sub(1)
            }
        };
        Ok((command, after))
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.program);
        command
            .arg(name)
            .arg("--index")
            .arg(self.folder.path().join("index"));
        command
    }

    fn add(&mut self) -> Result<(), Box<dyn Error>> {
        self.made += 1;
        let path = self.cases().join(format!("{}.json", self.made));
        self.files.push((self.made, path.clone()));
        self.write(self.made, &path)
    }

    /// Changes a case in the middle.
    fn change(&mut self) -> Result<PathBuf, Box<dyn Error>> {
        let (number, path) = self.files[self.files.len() / 2].clone();
        self.write(number, &path)?;
        Ok(path)
    }

    /// Writes a case that differs from all others.
    fn write(&mut self, number: usize, path: &Path) -> Result<(), Box<dyn Error>> {
        let mut case = self.rng.choice(&self.seeds).cloned().ok_or("no seeds")?;
        case["id"] = id(number).into();
        case["title"]["en"] = format!("Outage {}", self.rng.u64(..)).into();
        Ok(fs::write(path, serde_json::to_vec(&case)?)?)
    }

    /// Verifies the index and searches it; the number of its cases.
    fn check(&self) -> Result<usize, Box<dyn Error>> {
        let verified = self.command("verify").arg("--json").output()?;
        if !verified.status.success() {
            return Err(String::from_utf8_lossy(&verified.stdout).into());
        }
        let found: Value = serde_json::from_slice(&verified.stdout)?;
        let searched = self
            .command("search")
            .args(["outage", "--limit", "1"])
            .output()?;
        if !searched.status.success() {
            return Err(String::from_utf8_lossy(&searched.stderr).into());
        }
        Ok(found["cases"].as_u64().unwrap_or_default() as usize)
    }
}

fn id(number: usize) -> String {
    format!("KILL-{number}")
}

/// The cases that come with the source.
fn seeds() -> Result<Vec<Value>, Box<dyn Error>> {
    let folder = incidex_benches::seeds();
    let mut seeds = Vec::new();
    for entry in fs::read_dir(folder)? {
        seeds.push(serde_json::from_slice(&fs::read(entry?.path())?)?);
    }
    Ok(seeds)
}
