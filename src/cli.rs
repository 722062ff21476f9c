//! The command line: arguments in, exit code out. Data goes to standard output, what is for
//! people to standard error.

mod annotate;
mod appended;
mod args;
mod at_path;
mod atomic_file;
mod audit;
mod baseline;
mod changed;
#[cfg(not(feature = "internals"))]
mod config;
#[cfg(feature = "internals")]
pub mod config;
mod defects;
mod exit;
mod explain;
mod fix;
mod lines;
mod memory;
mod output;
mod paint;
mod pipes;
mod progress;
mod recalled;
mod referee;
#[cfg(not(feature = "internals"))]
mod roots;
#[cfg(feature = "internals")]
pub mod roots;
mod run_end;
mod run_summary;
#[cfg(not(feature = "internals"))]
mod settings;
#[cfg(feature = "internals")]
pub mod settings;
mod show;
mod solve;
mod statistics_file;
mod stdout;
mod stop;
mod store;
mod trouble;
mod voice;
mod writing;

use crate::defect::caught;
use crate::finding::Finding;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use config::InForce;
use exit::Exit;
use std::ffi::OsString;
use std::panic::resume_unwind;
use std::path::Path;
use std::process::ExitCode;
use stdout::{asked_of_clap, print_bytes};
use trouble::Trouble;

/// Runs the program, in a thread whose stack is large enough whatever limit the system sets to that of the first.
pub fn main() -> ExitCode {
    let body = || run(std::env::args_os(), None);
    let thread = std::thread::Builder::new().name("main".to_owned());
    let exit = match thread.stack_size(STACK).spawn(body) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => body(),
    };
    ExitCode::from(exit)
}

/// Bytes of stack, as many as most systems give.
const STACK: usize = 8 << 20;

/// Runs the program with these arguments, its own name first, and gives its exit code. `program` is
/// the file that holds it, where that is not the one that runs.
pub fn run(arguments: impl IntoIterator<Item = OsString>, program: Option<&Path>) -> u8 {
    let mut cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(refusal) if refusal.use_stderr() => {
            // Where even this cannot be printed there is nobody to tell.
            let _ = refusal.print();
            return Exit::NotRun as u8;
        }
        Err(help_or_version) => return ended(|| asked_of_clap(&help_or_version)) as u8,
    };
    cli.audit.program = program.map(Path::to_owned);
    let has_trace = cli.audit.voice.verbose || std::env::var_os("RUST_BACKTRACE").is_some();
    if !has_trace {
        // A defect of the program is a message; its trace helps only those who look for it.
        std::panic::set_hook(Box::new(|_| {}));
    }
    stop::outlive_large_files();
    ended(|| command(cli)) as u8
}

/// How a command ends; what kept it from its end is said on standard error.
fn ended(command: impl FnOnce() -> Result<Exit, Trouble>) -> Exit {
    let defect = |defect: Finding| Err(Trouble::new(defect.message));
    match caught(command).unwrap_or_else(defect) {
        Ok(exit) => exit,
        Err(Trouble::NobodyReads) => Exit::NobodyReads,
        Err(trouble) => {
            voice::say(trouble);
            Exit::NotRun
        }
    }
}

/// Runs what the command line asks for.
fn command(cli: Cli) -> Result<Exit, Trouble> {
    match cli.command {
        None => audit::run(&cli.audit),
        Some(Command::Show(show)) => show::run(&show),
        Some(Command::Fix(fix)) => fix::run(&fix),
        Some(Command::Solve(solve)) => solve::run(&solve),
        Some(Command::Explain(explain)) => explain::explain(&explain),
        Some(Command::Codes(codes)) => explain::codes(&codes),
        Some(Command::Causes(codes)) => explain::causes(&codes),
        Some(Command::Config(args)) => print_config(&args),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "audit", &mut script);
            print_bytes(&script)
        }
        Some(Command::Man) => {
            let mut page = Vec::new();
            let man = clap_mangen::Man::new(Cli::command());
            man.render(&mut page)
                .map_err(|error| Trouble::new(format!("the manual page: {error}")))?;
            print_bytes(&page)
        }
    }
}

/// Prints what is in force for some paths, as a file that says the same.
fn print_config(args: &args::Config) -> Result<Exit, Trouble> {
    if args.reference {
        return print_bytes(settings::PAGE.as_bytes());
    }
    let roots = roots::of(&args.paths)?;
    let in_force = InForce::load(args.settings.clone(), &args.which, &roots)?;
    print_bytes(in_force.page().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_of_a_command_is_a_message_and_an_exit_code() {
        assert_eq!(ended(|| panic!("at layer {}", 7)), Exit::NotRun);
        assert_eq!(ended(|| Ok(Exit::Found)), Exit::Found);
    }
}
