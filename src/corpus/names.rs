//! The names of games by their rows. Rows are sorted by source, so that a name has its beginning
//! from the one before: only what differs is kept, and every now and then a name as a whole.

/// Names between two that are kept as a whole.
const BLOCK: u32 = 32;

/// The names of all sources so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Sources one after the other: rows since the last, its first game, bytes shared with the
    /// last name, bytes that follow, these.
    bytes: Vec<u8>,
    /// The first row of each block, and where it begins.
    blocks: Vec<(u32, usize)>,
    /// Names in the last block.
    in_block: u32,
    /// The last name, the first row that it stands for, and the game that would be its next.
    last: Vec<u8>,
    first_row: u32,
    next_game: u64,
}

impl Names {
    /// Adds the next row.
    pub fn add(&mut self, row: u32, source: &str, game: u64) {
        let goes_on = game == self.next_game && source.as_bytes() == self.last;
        self.next_game = game.wrapping_add(1);
        if goes_on && !self.blocks.is_empty() {
            return;
        }
        if self.blocks.is_empty() || self.in_block == BLOCK {
            self.blocks.push((row, self.bytes.len()));
            self.in_block = 0;
            self.last.clear();
            self.first_row = row;
        }
        let name = source.as_bytes();
        let same = self.last.iter().zip(name);
        let shared = same.take_while(|(a, b)| a == b).count();
        self.number(u64::from(row - self.first_row));
        self.number(game);
        self.number(shared as u64);
        self.number((name.len() - shared) as u64);
        self.bytes.extend_from_slice(&name[shared..]);
        self.last.truncate(shared);
        self.last.extend_from_slice(&name[shared..]);
        self.first_row = row;
        self.in_block += 1;
    }

    /// The name of the game in a row that was added.
    pub fn get(&self, row: u32) -> String {
        let block = self.blocks.partition_point(|&(first, _)| first <= row);
        let Some(&(mut first_row, at)) = block.checked_sub(1).and_then(|at| self.blocks.get(at))
        else {
            return String::new();
        };
        let end = self
            .blocks
            .get(block)
            .map_or(self.bytes.len(), |&(_, at)| at);
        let mut bytes = &self.bytes[at..end];
        let mut name = Vec::new();
        let mut game = 0;
        while let Some(source) = next(&mut bytes) {
            if first_row + source.rows > row {
                break;
            }
            first_row += source.rows;
            game = source.game;
            name.truncate(source.shared);
            name.extend_from_slice(source.rest);
        }
        let name = String::from_utf8_lossy(&name);
        match game + u64::from(row - first_row) {
            0 => name.into_owned(),
            game => format!("{name} (game {game})"),
        }
    }

    /// Memory in bytes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.bytes.capacity() + 16 * self.blocks.capacity()
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number > 127 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

struct Source<'a> {
    rows: u32,
    game: u64,
    shared: usize,
    rest: &'a [u8],
}

fn next<'a>(bytes: &mut &'a [u8]) -> Option<Source<'a>> {
    let rows = number(bytes)? as u32;
    let game = number(bytes)?;
    let shared = number(bytes)? as usize;
    let length = number(bytes)? as usize;
    let (rest, after) = bytes.split_at_checked(length)?;
    *bytes = after;
    Some(Source {
        rows,
        game,
        shared,
        rest,
    })
}

fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_name() {
        let mut names = Names::default();
        let mut rows = Vec::new();
        for folder in 0..20 {
            for file in 0..100 {
                let source = format!("games/{folder:02}/ä{:03}.sgf", file * file % 700);
                // Some with many games, some that begin anew, some with the rest of a file.
                let games = if file % 10 == 0 { 300 } else { 1 };
                let first = if file % 30 == 5 { 200 } else { 0 };
                for game in first..first + games {
                    names.add(rows.len() as u32, &source, game);
                    rows.push(match game {
                        0 => source.clone(),
                        n => format!("{source} (game {n})"),
                    });
                }
            }
        }
        for (row, name) in rows.iter().enumerate() {
            assert_eq!(names.get(row as u32), *name, "row {row}");
        }
        assert!(names.bytes.len() < 20 * 100 * 20, "{}", names.bytes.len());
    }

    #[test]
    fn nothing_is_named_before_there_is_something() {
        assert_eq!(Names::default().get(0), "");
    }
}
