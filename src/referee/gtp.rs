//! A conversation in the Go Text Protocol, version 2, with a program that is not trusted: it may
//! hang, die, talk nonsense or never stop talking, and costs no more than a time limit and a
//! little memory.

use crate::defect::locked;
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that an answer may have.
const ANSWER_BYTES: usize = 256 << 10;

/// Bytes that an empty pipe takes at once on every system: what POSIX asks for is 512, what systems
/// that people use give is at least a page.
const PIPE_BYTES: usize = 4096;

/// Characters of an answer that a message quotes.
const QUOTED: usize = 40;

/// Bytes of what a program says to people that are kept: the last ones.
const SAID_BYTES: usize = 512;

/// How long a program that was asked to quit may take.
const PARTING: Duration = Duration::from_millis(500);

/// Why a conversation is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// No answer within the time limit.
    Hung,
    /// The program ended.
    Died,
    /// An answer without end.
    Flooded,
    /// An answer that is none.
    Nonsense(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Hung => f.write_str("gave no answer within its time"),
            Broken::Died => f.write_str("ended instead of answering"),
            Broken::Flooded => f.write_str("answered without end"),
            Broken::Nonsense(what) => f.write_str(what),
        }
    }
}

/// An answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GtpAnswer {
    /// `=` and what follows.
    Yes(String),
    /// `?` and what follows.
    No(String),
}

/// A program that is talked to.
#[derive(Debug)]
pub struct Conversation {
    child: Child,
    /// What goes to it, by a thread that may wait for it; `None` when it was asked to quit.
    input: Option<SyncSender<String>>,
    /// A word for each text that it has taken.
    taken: Receiver<()>,
    output: Receiver<Vec<u8>>,
    /// What it says to people, when it has ended.
    said: Receiver<String>,
    heard: Vec<u8>,
    commands: u32,
    /// Whether it was ended and waited for.
    ended: bool,
}

impl Conversation {
    /// Starts a program.
    ///
    /// # Errors
    /// Where it cannot be started.
    pub fn start(words: &[String]) -> io::Result<Conversation> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        apart(&mut command);
        let mut child = command.spawn()?;
        running().push(child.id());
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (send, output) = mpsc::sync_channel(4);
        let (tell, said) = mpsc::sync_channel(1);
        let (input, texts) = mpsc::sync_channel::<String>(1);
        let (confirm, taken) = mpsc::channel();
        if let Some(mut stdin) = pipes.0 {
            // Ends when nothing more will be said, or when the program has closed its end.
            thread::Builder::new().spawn(move || {
                for text in texts {
                    let written = stdin.write_all(text.as_bytes());
                    if written.is_err() || confirm.send(()).is_err() {
                        break;
                    }
                }
            })?;
        }
        if let Some(mut stdout) = pipes.1 {
            // Ends with the program, or when nobody listens any more.
            thread::Builder::new().spawn(move || {
                let mut chunk = [0; 8192];
                while let Some(bytes) = read(&mut stdout, &mut chunk) {
                    if send.send(bytes.to_vec()).is_err() {
                        break;
                    }
                }
            })?;
        }
        if let Some(mut stderr) = pipes.2 {
            thread::Builder::new().spawn(move || {
                let (mut chunk, mut last) = ([0; 8192], Vec::new());
                while let Some(bytes) = read(&mut stderr, &mut chunk) {
                    last.extend_from_slice(bytes);
                    let old = last.len().saturating_sub(SAID_BYTES);
                    last.drain(..old);
                }
                let _ = tell.send(String::from_utf8_lossy(&last).into_owned());
            })?;
        }
        Ok(Conversation {
            child,
            input: Some(input),
            taken,
            output,
            said,
            heard: Vec::new(),
            commands: 0,
            ended: false,
        })
    }

    /// Says commands one after the other, and gives the answer to each. As many are said without
    /// waiting as surely fit into a pipe that the program has emptied: one that does not listen
    /// costs its time limit and not for ever.
    ///
    /// # Errors
    /// Where the conversation is over; nothing more can be said then.
    pub fn say(&mut self, commands: &[String], until: Instant) -> Result<Vec<GtpAnswer>, Broken> {
        let mut answers = Vec::new();
        let mut rest = commands;
        while !rest.is_empty() {
            let mut text = String::new();
            let mut said = 0;
            for command in rest {
                let line = format!("{} {command}\n", self.commands + 1);
                if said > 0 && text.len() + line.len() > PIPE_BYTES {
                    break;
                }
                text.push_str(&line);
                self.commands += 1;
                said += 1;
            }
            self.tell(text, until)?;
            let (now, later) = rest.split_at(said);
            let first = self.commands + 1 - now.len() as u32;
            for (id, command) in (first..).zip(now) {
                answers.push(self.answer(id, command, until)?);
            }
            rest = later;
        }
        Ok(answers)
    }

    /// Waits until the program has taken a text: it may go on answering without.
    fn tell(&mut self, text: String, until: Instant) -> Result<(), Broken> {
        let Some(input) = &self.input else {
            return Ok(());
        };
        // There is room: the text before was taken.
        let _ = input.send(text);
        let left = until.saturating_duration_since(Instant::now());
        match self.taken.recv_timeout(left) {
            Err(RecvTimeoutError::Timeout) => Err(Broken::Hung),
            // What it does not take any more it does not answer either, and may have said why.
            Err(RecvTimeoutError::Disconnected) | Ok(()) => Ok(()),
        }
    }

    /// What the program has said to people last, after it was ended.
    pub fn last_words(mut self) -> String {
        self.end();
        self.said.recv_timeout(PARTING).unwrap_or_default()
    }

    /// Asks the program to quit, and gives it a moment for that.
    pub fn quit(mut self) {
        if let Some(input) = self.input.take() {
            let _ = input.try_send("quit\n".to_owned());
        }
        // Until it closes its output. Its number is kept until it is waited for, so that what is
        // ended then is no other program.
        let until = Instant::now() + PARTING;
        let mut open = true;
        while open && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            open = self.output.recv_timeout(left).is_ok();
        }
    }

    fn answer(&mut self, id: u32, command: &str, until: Instant) -> Result<GtpAnswer, Broken> {
        loop {
            match cut(&self.heard, id) {
                Heard::Answer(answer, end) => {
                    self.heard.drain(..end);
                    return Ok(answer);
                }
                Heard::Nonsense(line) => return Err(nonsense(command, &line)),
                Heard::More if self.heard.len() > ANSWER_BYTES => return Err(Broken::Flooded),
                Heard::More => {}
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.heard.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return Err(Broken::Hung),
                Err(RecvTimeoutError::Disconnected) => return Err(Broken::Died),
            }
        }
    }

    /// Ends the program and what it has started, once: afterwards its number may be another's.
    fn end(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        self.input = None;
        let mut running = running();
        kill_group(self.child.id());
        let _ = self.child.kill();
        running.retain(|&id| id != self.child.id());
        drop(running);
        // So that nothing is left of it.
        let _ = self.child.wait();
    }
}

/// Ends all programs that are talked to, for whoever ends this one at once.
pub fn end_all() {
    running().drain(..).for_each(kill_group);
}

/// The numbers of the programs that run.
fn running() -> MutexGuard<'static, Vec<u32>> {
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    locked(&RUNNING)
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.end();
    }
}

/// The next bytes; nothing at the end.
fn read<'a>(pipe: &mut impl Read, chunk: &'a mut [u8]) -> Option<&'a [u8]> {
    loop {
        match pipe.read(chunk) {
            Ok(0) => return None,
            Ok(length) => return Some(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// What stands at the beginning of what was heard.
#[derive(Debug, PartialEq, Eq)]
enum Heard {
    /// A whole answer, and where it ends.
    Answer(GtpAnswer, usize),
    /// This line is no answer to the command.
    Nonsense(String),
    /// That cannot be told yet.
    More,
}

/// An answer is `=` or `?`, the command's number, a blank and the text, up to an empty line.
fn cut(heard: &[u8], id: u32) -> Heard {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    let Some(start) = heard.iter().position(|byte| !blank(byte)) else {
        return Heard::More;
    };
    let line = &heard[start..];
    let Some(length) = line.iter().position(|&byte| byte == b'\n') else {
        // A line that begins wrongly is not waited for to its end for ever.
        let wrong = !matches!(line[0], b'=' | b'?') && line.len() > QUOTED;
        return match wrong {
            true => Heard::Nonsense(text(line)),
            false => Heard::More,
        };
    };
    let first = text(&line[..length]);
    let number = id.to_string();
    let told = first
        .strip_prefix(['=', '?'])
        .and_then(|rest| rest.strip_prefix(number.as_str()))
        .filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    if told.is_none() {
        return Heard::Nonsense(first);
    }
    let mut end = length + 1;
    loop {
        let rest = &line[end..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            return Heard::More;
        };
        end += length + 1;
        if rest[..length].iter().all(blank) {
            break;
        }
    }
    let whole = text(&line[..end]);
    let told = whole[1 + number.len()..].trim().to_owned();
    let answer = match line[0] {
        b'=' => GtpAnswer::Yes(told),
        _ => GtpAnswer::No(told),
    };
    Heard::Answer(answer, start + end)
}

/// Text without the control characters that the protocol has ignored.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .filter(|&c| !c.is_control() || matches!(c, '\n' | '\t'))
        .collect()
}

fn nonsense(command: &str, line: &str) -> Broken {
    Broken::Nonsense(format!(
        "answered `{command}` with nonsense: {}",
        quoted(line)
    ))
}

/// The beginning of an answer, for a message.
pub fn quoted(line: &str) -> String {
    let mut short: String = line.chars().take(QUOTED).collect();
    if short.len() < line.len() {
        short.push_str("...");
    }
    format!("\"{short}\"")
}

/// A program of its own group: an interrupt from the keyboard is not meant for it, and what it
/// starts can be ended with it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Where it has ended, others of its group may not have.
    if let Some(group) = Pid::from_raw(id.cast_signed()) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_out() {
        let yes = |told: &str, end| Heard::Answer(GtpAnswer::Yes(told.to_owned()), end);
        let no = |told: &str, end| Heard::Answer(GtpAnswer::No(told.to_owned()), end);
        let nonsense = |line: &str| Heard::Nonsense(line.to_owned());
        for (heard, cut_out) in [
            ("", Heard::More),
            ("\n\n", Heard::More),
            ("=7", Heard::More),
            ("=7\n", Heard::More),
            ("=7\n\n", yes("", 4)),
            ("=7 \n\n", yes("", 5)),
            ("=7 a b\n\n=8", yes("a b", 8)),
            ("\r\n=7 a\r\nb\r\n\r\n", yes("a\nb", 13)),
            ("=7 a\nb\n", Heard::More),
            ("?7 no\n\n", no("no", 7)),
            ("= a\n\n", nonsense("= a")),
            ("=8 a\n\n", nonsense("=8 a")),
            ("=70 a\n\n", nonsense("=70 a")),
            ("=7a\n\n", nonsense("=7a")),
            ("hello\n", nonsense("hello")),
            ("hello", Heard::More),
        ] {
            assert_eq!(cut(heard.as_bytes(), 7), cut_out, "{heard:?}");
        }
        let endless = "x".repeat(1000);
        assert_eq!(cut(endless.as_bytes(), 7), Heard::Nonsense(endless));
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_talks_and_does_not_listen_costs_its_time() {
        let talks = "i=1; while :; do printf '=%s\\n\\n' $i; i=$((i+1)); done";
        let words = ["sh", "-c", talks].map(str::to_owned);
        let mut conversation = Conversation::start(&words).unwrap();
        let commands = vec!["x".repeat(400); 8];
        // More than any pipe takes.
        let mut said = (0..1000).map(|_| {
            let until = Instant::now() + Duration::from_secs(1);
            conversation.say(&commands, until)
        });
        assert_eq!(said.find_map(Result::err), Some(Broken::Hung));
    }

    /// Whatever comes, cutting ends, and never past the end.
    #[test]
    fn no_bytes_are_too_odd() {
        let alphabet = [b'=', b'?', b'7', b' ', b'\n', b'\r', b'a', 0xff];
        let mut heard = Vec::new();
        for n in 0..8_u32.pow(6) {
            heard.clear();
            heard.extend((0..6).map(|i| alphabet[(n >> (3 * i) & 7) as usize]));
            if let Heard::Answer(_, end) = cut(&heard, 7) {
                assert!(end <= heard.len());
            }
        }
    }
}
