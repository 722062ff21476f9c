//! GNU Go, or another engine that speaks GTP, is asked for the dead stones.

use sgf_audit::go::{Point, PointSet, Size};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// A GTP engine that is asked for dead stones.
pub struct Engine {
    _process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What an engine said.
pub struct Theirs {
    pub dead: PointSet,
    pub time: Duration,
}

impl Engine {
    pub fn start(command: &str) -> Result<Engine, Box<dyn Error>> {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().ok_or("a command is expected")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        Ok(Engine {
            input: input.ok_or("no standard input")?,
            output: BufReader::new(output.ok_or("no standard output")?),
            _process: process,
        })
    }

    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        writeln!(self.input, "{command}")?;
        self.input.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine ended".into());
            }
            match line.trim_end() {
                "" if answer.is_empty() => {}
                "" => break,
                line => answer = answer + line + " ",
            }
        }
        match answer.strip_prefix('=') {
            Some(answer) => Ok(answer.trim().to_owned()),
            None => Err(format!("{command}: {answer}").into()),
        }
    }

    /// The dead stones at the end of the record in the file.
    pub fn dead(&mut self, path: &Path, size: Size) -> Result<Theirs, Box<dyn Error>> {
        let start = Instant::now();
        self.ask(&format!("loadsgf {}", path.display()))?;
        let answer = self.ask("final_status_list dead")?;
        let name = |point: Point| (point.vertex(size).to_string(), point);
        let vertices: Vec<(String, Point)> = size.points().map(name).collect();
        let dead = answer
            .split_whitespace()
            .filter_map(|vertex| vertices.iter().find(|(name, _)| name == vertex))
            .map(|&(_, point)| point)
            .collect();
        let time = start.elapsed();
        Ok(Theirs { dead, time })
    }
}
