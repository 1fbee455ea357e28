//! `incidex eval`.

mod args;
mod compare;
mod gate;
mod input;
mod notes;
mod pool;
mod report;
mod run;
mod score;
mod system;
mod whole_file;

pub(super) use args::EvalArgs;
use args::EvalCommand;

use super::args::Global;
use super::{Failure, Outcome};

pub(super) fn run(global: &Global, args: &EvalArgs) -> Result<Outcome, Failure> {
    match &args.command {
        EvalCommand::Run(args) => run::run(global, args),
        EvalCommand::Score(args) => score::run(global, args),
        EvalCommand::Compare(args) => compare::run(global, args),
        EvalCommand::Pool(args) => pool::run(global, args),
        EvalCommand::Gate(args) => gate::run(global, args),
    }
}
