//! The `incidex` program; see [`incidex::cli`].

fn main() -> std::process::ExitCode {
    incidex::cli::run()
}
