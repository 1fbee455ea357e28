//! `incidex delete`.

use super::args::{DeleteArgs, Global};
use super::limits::check_limits;
use super::{Failure, Outcome, WARNING, say, tell};
use crate::index::{Generations, delete};

pub(super) fn run(global: &Global, args: &DeleteArgs) -> Result<Outcome, Failure> {
    check_limits()?;
    let generations = Generations::new(&global.index);
    let lock = match args.wait {
        true => generations.wait_for_lock()?,
        false => generations.lock()?,
    };
    let deleted = delete(&generations, &lock, &args.ids)?;
    for case in &deleted {
        if let Some(file) = &case.file {
            let text = format!(
                "{} comes back when {} is indexed again",
                case.id,
                file.display()
            );
            say(WARNING, "note", &text);
        }
    }
    let ids: Vec<&str> = deleted.iter().map(|case| case.id.as_str()).collect();
    tell(&format!("deleted {}", ids.join(", ")));
    Ok(Outcome::Success)
}
