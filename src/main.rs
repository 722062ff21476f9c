//! `audit`: the command line of the referee for archives of Go games.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    sgf_audit::cli::main()
}
