//! `incidex serve`.

use super::args::{Global, ServeArgs};
use super::search::open;
use super::{Failure, Outcome};
use crate::server::{self, Config};

pub(super) fn run(global: &Global, args: &ServeArgs) -> Result<Outcome, Failure> {
    let engine = open(global)?;
    server::run(&Config { addr: args.addr }, engine)?;
    Ok(Outcome::Success)
}
