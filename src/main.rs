//! `audit`: the command line of the referee for archives of Go games.
#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
