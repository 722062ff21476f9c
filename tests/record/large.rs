//! Sources that are large or deep: a row each, in time linear in their size.

use crate::describe::describe;
use sgf_audit::Limits;
use sgf_audit::record::komi::KomiSource;
use sgf_audit::record::readings::{Readings, Terms};
use sgf_audit::record::{Action, GameRecord, Source};

fn read(text: String, limits: &Limits) -> GameRecord {
    let source = Source::open(text.into_bytes(), limits);
    assert_eq!(source.rows(), 1);
    source.game(0)
}

fn turns(record: &GameRecord) -> usize {
    let actions = record.nodes.iter().flat_map(|node| &node.actions);
    actions.filter(|a| matches!(a, Action::Turn { .. })).count()
}

fn codes(record: &GameRecord) -> Vec<&'static str> {
    record.findings.iter().map(|f| f.code.id()).collect()
}

#[test]
fn a_million_nodes_in_one_chain() {
    let turns_of = |n: usize| format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(n / 2));
    let record = read(turns_of(999_998), &Limits::default());
    assert!(record.stopped_at.is_none() && record.findings.is_empty());
    assert_eq!(turns(&record), 999_998);
    let record = read(turns_of(1_200_000), &Limits::default());
    assert_eq!(
        (turns(&record), record.stopped_at.is_none()),
        (999_999, false)
    );
    assert_eq!(codes(&record), ["limit-nodes"]);
}

/// Nodes that the audit added cost no more than others.
#[test]
fn nodes_that_are_passed_over_cost_nothing() {
    let text = format!("(;SZ[9]{})", ";B[aa];AUDIT[1]C[x]".repeat(400_000));
    let record = read(text, &Limits::default());
    assert_eq!((turns(&record), record.nodes.len()), (400_000, 400_001));
}

/// A few bytes of a compressed list name hundreds of points, and a node may hold any number of
/// properties: both are limited as nodes are.
#[test]
fn points_and_properties_are_limited_as_nodes_are() {
    let points = |record: &GameRecord| -> usize {
        let actions = record.nodes.iter().flat_map(|node| &node.actions);
        let set = actions.map(|action| match action {
            Action::Setup { points, .. } => points.len(),
            _ => 0,
        });
        let marks = record.nodes.iter().filter_map(|node| node.marks.as_ref());
        set.sum::<usize>() + marks.map(|m| m.black.len() + m.white.len()).sum::<usize>()
    };
    let limits = Limits {
        nodes: 10_000,
        ..Limits::default()
    };
    for list in [
        "AB[aa:ZZ]AE[aa:ZZ]",
        "TB[aa:ZZ]TW[aa:ss]",
        "AW[aa][bb]AB[aa]",
        "AW[aa:sa]TW[ss:aa][ee]",
    ] {
        let record = read(format!("(;SZ[19]{})", list.repeat(5000)), &limits);
        assert!(record.stopped_at.is_some(), "{list}");
        let reached = |finding: &&sgf_audit::finding::Finding| finding.code.id() == "limit-points";
        let message = &record.findings.iter().find(reached).unwrap().message;
        assert!(
            message.contains("more than 10,000 points (limit max-nodes"),
            "{message}"
        );
        assert!((9_000..=10_000).contains(&points(&record)), "{list}");
    }
    let exactly = format!("(;SZ[19]{}AB[])", "AB[aa]".repeat(10_000));
    let record = read(exactly, &limits);
    assert!(record.stopped_at.is_none() && points(&record) == 10_000);
    // 1.9 MB, which took minutes.
    let list = ";AB[aa:ZZ]AE[aa:ZZ]".repeat(100_000);
    let record = read(format!("(;SZ[52]{list})"), &Limits::default());
    assert!(codes(&record).contains(&"limit-points"));
    for list in ["B[aa]W[bb]", "MN[1]B[]W[]", "TB[]", "PL[B]"] {
        let record = read(format!("(;SZ[9];{})", list.repeat(50_000)), &limits);
        assert!(record.stopped_at.is_some(), "{list}");
        assert!(codes(&record).contains(&"limit-nodes"), "{list}");
        assert!(turns(&record) <= 20_500, "{list}");
    }
}

#[test]
fn nested_variations_are_no_recursion() {
    let nested = |n: usize| {
        format!(
            "(;SZ[9]{}{})",
            "(;B[aa](;W[bb]".repeat(n / 2),
            ")".repeat(n)
        )
    };
    let limits = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    let record = read(nested(300_000), &limits);
    assert!(record.stopped_at.is_none() && record.findings.is_empty());
    assert_eq!(turns(&record), 300_000);
    let record = read(nested(300_000), &Limits::default());
    assert_eq!(
        (turns(&record), record.stopped_at.is_none()),
        (9_999, false)
    );
    assert_eq!(codes(&record), ["limit-depth"]);
}

#[test]
fn many_games_are_found_once() {
    let source = Source::open(
        b"(;SZ[9];B[aa];W[bb])\n".repeat(100_000),
        &Limits::default(),
    );
    assert_eq!(source.rows(), 100_000);
    let last = source.game(99_999);
    assert_eq!((last.location.line, turns(&last)), (100_000, 2));
    let limits = Limits {
        games: 10,
        ..Limits::default()
    };
    let source = Source::open(b"(;SZ[9];B[aa])".repeat(11), &limits);
    assert_eq!(source.rows(), 10);
    assert_eq!(codes(&source.game(9)), ["limit-games"]);
    assert!(codes(&source.game(8)).is_empty());
}

#[test]
fn a_source_above_the_limit_is_not_read() {
    let limits = Limits {
        entry_bytes: 10,
        ..Limits::default()
    };
    let record = read("(;SZ[9];B[aa])".to_owned(), &limits);
    assert_eq!(codes(&record), ["limit-entry-bytes"]);
}

#[test]
fn the_same_fault_many_times_is_said_a_few_times() {
    let record = read(
        format!("(;SZ[9]{})", ";B[?]".repeat(1000)),
        &Limits::default(),
    );
    assert_eq!(record.findings.len(), 10);
    assert!(record.findings[9].message.ends_with("and 990 more like it"));
}

/// Sources made to be read twice, or to the end again and again. Half a second each would be far
/// too long; a quadratic reading takes minutes.
#[test]
fn no_source_takes_quadratic_time() {
    let pieces: [&[u8]; 13] = [
        b"(",
        b"(;",
        b"(;x",
        b"(;-(x",
        b"x(- [",
        b"(;C[",
        b"(;GM[1]C[\n",
        b"[",
        b"\\",
        b"(;C[\x81\\])",
        b"(;C[\x81\\]\x1b$B)",
        b"B[a]x",
        b"(;CA[GBK]C[\x81]",
    ];
    for piece in pieces {
        let bytes = piece.repeat((1 << 21) / piece.len());
        let start = std::time::Instant::now();
        let source = Source::open(bytes, &Limits::default());
        let games = source.rows();
        for game in 0..games {
            source.game(game);
        }
        let took = start.elapsed();
        assert!(took.as_secs() < 20, "{piece:?}: {games} games in {took:?}");
    }
}

/// A limit that nothing reaches limits nothing, however large it is.
#[test]
fn the_largest_limit_is_no_limit() {
    let sgf = "(;SZ[19]AB[aa:bb]AW[cc:dd];B[ee];W[ff])";
    let read = |nodes| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        Source::open(sgf.into(), &limits).game(0)
    };
    let (usual, largest) = (read(Limits::default().nodes), read(usize::MAX));
    assert_eq!(describe(&usual), describe(&largest));
    assert!(largest.findings.is_empty(), "{:?}", largest.findings);
}

#[test]
fn a_komi_with_a_hundred_thousand_remarks_one_in_the_other() {
    let komi = "1(".repeat(100_000) + &" )".repeat(100_000);
    let record = read(format!("(;SZ[9]KM[{komi}];B[aa])"), &Limits::default());
    let readings = Readings::of(&record, &Terms::default());
    assert_eq!(readings.komi_source, KomiSource::Assumed);
}
