//! The one table of every finding code.
//!
//! An entry's example is its documentation (`audit explain CODE`) and its test: auditing the
//! example must give the code, and no other code above a note.

use super::severity::Severity;
use super::stage::Stage;

/// The smallest thing that shows a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// One file of SGF.
    Sgf(&'static str),
    /// Not showable by one file's bytes (an unreadable folder, an archive): how it comes about.
    Told(&'static str),
}

macro_rules! codes {
    ($($name:ident, $id:literal, $stage:ident, $severity:ident, $says:literal, $example:expr;)*) => {
        // Sentences name things such as FF[4], which are no links.
        #[allow(rustdoc::broken_intra_doc_links)]
        /// What a finding is about. Its id is a slug that stays the same for ever.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $says] $name,)* }

        impl Code {
            /// Every code, by stage and then as listed.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// The slug that reports show, such as `illegal-suicide`.
            pub fn id(self) -> &'static str { match self { $(Code::$name => $id,)* } }

            /// The stage that finds it.
            pub fn stage(self) -> Stage { match self { $(Code::$name => Stage::$stage,)* } }

            /// How much it matters where nothing says otherwise.
            pub fn severity(self) -> Severity { match self { $(Code::$name => Severity::$severity,)* } }

            /// One sentence on what it is.
            pub fn says(self) -> &'static str { match self { $(Code::$name => $says,)* } }

            /// The smallest thing that shows it.
            pub fn example(self) -> Example { match self { $(Code::$name => $example,)* } }
        }
    };
}

use Example::{Sgf, Told};

codes! {
    // ---- discover ----
    Unreadable, "unreadable", Discover, Error,
        "A file, folder or archive entry could not be read, or not to its end.",
        Told("a file without read permission, or a .gz that breaks off");
    ChecksumWrong, "checksum-wrong", Discover, Error,
        "What was unpacked does not fit its checksum: any game of it may be damaged, and none is audited.",
        Told("an entry of a zip, or a .sgf.gz, of which a byte was changed");
    FolderLoop, "folder-loop", Discover, Warning,
        "A symbolic link leads back to a folder that it lies in.",
        Told("`audit --follow` on a folder with a link to its own parent");
    ArchiveDamaged, "archive-damaged", Discover, Error,
        "An archive is damaged or cut short; what could be read of it was audited.",
        Told("the first half of a .tar.gz, or a .zip without its directory");
    ArchiveNested, "archive-nested", Discover, Error,
        "An archive inside an archive was not opened.",
        Told("a .zip with another .zip in it");
    ArchiveUnsupported, "archive-unsupported", Discover, Warning,
        "An archive is of a kind that is not read.",
        Told("a .7z, .rar or .tar.xz file");
    EntryEncrypted, "entry-encrypted", Discover, Error,
        "An archive entry is encrypted.",
        Told("a .zip with a password");
    EntryUnsupported, "entry-unsupported", Discover, Error,
        "An archive entry is of a kind, or packed in a way, that is not read.",
        Told("a .zip written with Deflate64 or LZMA");
    LimitEntryBytes, "limit-entry-bytes", Discover, Error,
        "A file or archive entry is larger than the limit `--max-entry-bytes`, or a game or tar member than 128 MiB.",
        Told("`audit --max-entry-bytes 1000` on a larger file");
    LimitExpansion, "limit-expansion", Discover, Error,
        "A compressed file expands further than the limit `--max-expansion`.",
        Told("a .gz of a gigabyte of blanks");

    // ---- decode ----
    Utf16, "utf-16", Decode, Note,
        "The file, or the part of it in which the game stands, is UTF-16 or UTF-32, which SGF does not provide for; it was decoded.",
        Told("a file that some editor saved as \"Unicode\"");
    CharsetAssumed, "charset-assumed", Decode, Note,
        "There is no CA and the text is not plain ASCII: the character set was found from the text.",
        Sgf("(;GM[1]FF[4]SZ[9]PB[\u{5433}\u{6e05}\u{6e90}])");
    CharsetWrong, "charset-wrong", Decode, Warning,
        "The text is not in the character set that CA names; another was found from the text.",
        Sgf("(;GM[1]FF[4]CA[GBK]SZ[9]PB[\u{5433}\u{6e05}\u{6e90}])");
    CharsetUnknown, "charset-unknown", Decode, Warning,
        "CA names no character set that is read; one was found from the text.",
        Sgf("(;GM[1]FF[4]CA[Klingon]SZ[9]PB[\u{5433}\u{6e05}\u{6e90}])");
    TextLost, "text-lost", Decode, Warning,
        "Some characters could not be decoded; the names and texts in which they stood lack them.",
        Sgf("(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Le\u{fffd}])");

    // ---- parse ----
    NoGame, "no-game", Parse, Error,
        "The source holds no game tree.",
        Sgf("hello");
    EmptySource, "empty-source", Parse, Error,
        "The file is empty.",
        Sgf(" ");
    PointerFile, "pointer-file", Parse, Error,
        "A Git LFS pointer stands in place of the game or archive; the file itself was never fetched.",
        Sgf("version https://git-lfs.github.com/spec/v1");
    HtmlPage, "html-page", Parse, Error,
        "A web page stands in place of the game or archive, as after a failed download.",
        Sgf("<!DOCTYPE html><html><body>Not found</body></html>");
    OtherFormat, "other-format", Parse, Error,
        "A record in a Go server's own format, which has to be converted to SGF.",
        Sgf("\\HS\n\\[GAMETIME=2001-02-03\\]");
    OtherGame, "other-game", Parse, Warning,
        "GM says that the game is not Go; it is not read.",
        Sgf("(;FF[4]GM[3]PB[a]PW[b])");
    SizeMissing, "size-missing", Parse, Note,
        "SZ is missing or empty; 19 is assumed, as SGF says.",
        Sgf("(;GM[1]FF[4];B[dd])");
    SizeNotLiteral, "size-not-literal", Parse, Note,
        "The size is not a plain number, or for a rectangle two with a colon between; what it was read as is said.",
        Sgf("(;GM[1]FF[4]SZ[9x9];B[dd])");
    SizeTooLarge, "size-too-large", Parse, Error,
        "The board is larger than 25x25; the game is not read.",
        Sgf("(;GM[1]FF[4]SZ[37];B[dd])");
    SizeUnreadable, "size-unreadable", Parse, Error,
        "SZ is no board size; the game is not read.",
        Sgf("(;GM[1]FF[4]SZ[-9];B[dd])");
    PointNotLiteral, "point-not-literal", Parse, Note,
        "A point is named as at the rim of a board (`D4`) or in capitals, or a pass or a last resignation by its word, and read so; said once in a game.",
        Sgf("(;GM[1]FF[4]SZ[9];B[D4];W[pass])");
    TurnUnreadable, "turn-unreadable", Parse, Error,
        "A turn that is no point of any board; it is left out, so the position after it is not to be trusted.",
        Sgf("(;GM[1]FF[4]SZ[9];B[d?])");
    SetupUnreadable, "setup-unreadable", Parse, Warning,
        "A value of AB, AW or AE that is no point; it is left out.",
        Sgf("(;GM[1]FF[4]SZ[9]AB[dd][d?];W[ee])");
    MarkUnreadable, "mark-unreadable", Parse, Note,
        "A value of TB or TW that is no point of the board; it is left out.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd];TB[d?])");
    MarkContradicts, "mark-contradicts", Parse, Note,
        "A point stands in TB and in TW of one node; in the margin by the marks it counts for both.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd];TB[aa]TW[aa])");
    ValueUnreadable, "value-unreadable", Parse, Warning,
        "A value that does not fit its property; it is left out.",
        Sgf("(;GM[1]FF[4]SZ[9]PL[green];B[dd])");
    SeveralValues, "several-values", Parse, Warning,
        "A property that takes one value has several; the first is used.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd][ee])");
    RepeatedProperty, "repeated-property", Parse, Note,
        "A property comes twice; the first is used. A warning where the result may depend on it.",
        Sgf("(;GM[1]FF[4]SZ[9]PB[a]PB[b];B[dd])");
    MisplacedProperty, "misplaced-property", Parse, Note,
        "A property of the root stands elsewhere; it is used all the same.",
        Sgf("(;GM[1]FF[4];SZ[9];B[dd])");
    FormatUnknown, "format-unknown", Parse, Note,
        "FF names no known version of SGF; the game is read as FF[4].",
        Sgf("(;GM[1]FF[7]SZ[9];B[dd])");
    TwoTurnsInNode, "two-turns-in-node", Parse, Warning,
        "A node has more than one turn; all are played in the order in which they stand.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]W[ee])");
    PropertyWithoutValue, "property-without-value", Parse, Warning,
        "A property name that no value follows; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9];B;B[dd])");
    ValueWithoutProperty, "value-without-property", Parse, Warning,
        "A value that no property name stands before; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9];[aa];B[dd])");
    UnclosedValue, "unclosed-value", Parse, Warning,
        "The closing bracket of a value is missing; it is assumed before the next property or node.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd;W[ee])");
    UnescapedBracket, "unescaped-bracket", Parse, Note,
        "A closing bracket inside a text is not escaped; it is taken as text.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]C[Kim [3d]: hello];W[ee])");
    StrayBracket, "stray-bracket", Parse, Warning,
        "A closing bracket that closes nothing; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]];W[ee])");
    Truncated, "truncated", Parse, Error,
        "The game ends in the middle of a value, as after a broken download.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd];W[ee]C[the en");
    UnclosedTree, "unclosed-tree", Parse, Warning,
        "A closing parenthesis is missing; it is assumed where the game ends.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]");
    MissingParenthesis, "missing-parenthesis", Parse, Warning,
        "The opening parenthesis of the game is missing; it is assumed before the first node.",
        Sgf(";GM[1]FF[4]SZ[9];B[dd]");
    MissingSemicolon, "missing-semicolon", Parse, Warning,
        "A property without a semicolon before its node; it is assumed.",
        Sgf("(GM[1]FF[4]SZ[9];B[dd])");
    EmptyVariation, "empty-variation", Parse, Note,
        "A variation without a node; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9]();B[dd])");
    NameInSmallLetters, "name-in-small-letters", Parse, Warning,
        "A property's name is in small letters, or one of its two is, which SGF does not know: the property is ignored. Said once in a game.",
        Sgf("(;GM[1]FF[4]SZ[9]re[W+R];B[dd])");
    GamesInVariations, "games-in-variations", Parse, Warning,
        "Variations name players or a result, as if several games had been merged into one tree; only the first is read.",
        Sgf("(;GM[1]FF[4]SZ[9](;PB[a]PW[b]RE[B+R];B[dd])(;PB[c]PW[d]RE[W+R];B[ee]))");
    JunkInGame, "junk-in-game", Parse, Note,
        "Text between properties that is no SGF; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9] what? ;B[dd])");
    JunkAroundGames, "junk-around-games", Parse, Note,
        "Text before, between or after the games; it is ignored.",
        Sgf("my best game: (;GM[1]FF[4]SZ[9];B[dd])");
    StrayParenthesis, "stray-parenthesis", Parse, Note,
        "Parentheses that belong to no game; they are ignored.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]))");
    NodesOutsideGame, "nodes-outside-game", Parse, Warning,
        "Nodes with turns outside of any game, as after a parenthesis too many; they are ignored.",
        Sgf("(;GM[1]FF[4]SZ[9];B[dd]);W[ee])");
    LimitNodes, "limit-nodes", Parse, Error,
        "The game tree has more nodes than the limit; what comes after is not read.",
        Told("a file of more than a million nodes");
    LimitDepth, "limit-depth", Parse, Error,
        "Variations are nested deeper than the limit; what comes after is not read.",
        Told("a file of ten thousand nested variations");
    LimitPoints, "limit-points", Parse, Error,
        "Point lists name more points than the limit; the others are not read.",
        Told("a file of thousands of compressed point lists");
    LimitGames, "limit-games", Parse, Error,
        "The source has more games than the limit; the others are not read.",
        Told("a file of more games than the limit allows");

    ResultNotLiteral, "result-not-literal", Parse, Note,
        "The result is not in SGF's form; what it was read as is said.",
        Sgf("(;GM[1]SZ[9]RE[White won by resignation];B[ee];W[ce])");
    ResultInZi, "result-in-zi", Parse, Note,
        "The result's margin is in Chinese stones, each of them two points.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[白胜2又3/4子];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    ResultRemark, "result-remark", Parse, Note,
        "Words stand after the result.",
        Sgf("(;GM[1]SZ[9]RE[W+R (time penalty)];B[ee];W[ce])");
    ResultUnknown, "result-unknown", Parse, Warning,
        "The result could not be understood; the game is treated as one without result.",
        Sgf("(;GM[1]SZ[9]RE[john wins];B[ee];W[ce])");
    ResultInComment, "result-in-comment", Parse, Note,
        "There is no result, but a comment tells one; it is not used.",
        Sgf("(;GM[1]SZ[9];B[ee];W[ce]C[White wins by resignation])");
    KomiNotLiteral, "komi-not-literal", Parse, Note,
        "The komi is not a plain number, or not in KM; what was read is said.",
        Sgf("(;GM[1]SZ[9]KM[5 1/2]RE[W+R];B[ee];W[ce])");
    KomiInZi, "komi-in-zi", Parse, Note,
        "The komi is in Chinese stones, each of them two points.",
        Sgf("(;GM[1]SZ[9]KM[3.75]RE[W+R];B[ee];W[ce])");
    KomiInHundredths, "komi-in-hundredths", Parse, Note,
        "The komi is in hundredths, as the Fox server writes it.",
        Sgf("(;GM[1]SZ[9]KM[375]RE[W+R];B[ee];W[ce])");
    KomiUnusual, "komi-unusual", Parse, Note,
        "The komi is larger than any in use. Another may have been meant, so nothing is proved by it.",
        Sgf("(;GM[1]SZ[9]KM[65]RE[W+R];B[ee];W[ce])");
    KomiUnreadable, "komi-unreadable", Parse, Warning,
        "The komi could not be understood; the record counts as one that states none.",
        Sgf("(;GM[1]SZ[9]KM[yes]RE[W+R];B[ee];W[ce])");
    KomiAssumed, "komi-assumed", Parse, Note,
        "The record states no komi, and one was taken: the one that the audit was told to assume, the one of its rules, or, of a 19x19 game whose result has half a point, the one usual in its year. A komi of 0, which is taken else, is not noted.",
        Told("`audit --komi 6.5` on a record without KM");
    KomiOverridden, "komi-overridden", Parse, Note,
        "The recorded komi was set aside for the one that audit.toml imposes.",
        Told("KM[0] among games for which audit.toml has `komi = 6.5` and `override = true`");
    HandicapNotLiteral, "handicap-not-literal", Parse, Note,
        "The handicap is not a plain number; what it was read as is said.",
        Sgf("(;GM[1]SZ[9]HA[none]RE[W+R];B[ee];W[ce])");
    HandicapUnreadable, "handicap-unreadable", Parse, Warning,
        "The handicap could not be understood; the stones on the board are counted.",
        Sgf("(;GM[1]SZ[9]HA[yes]RE[W+R];B[ee];W[ce])");
    RulesNotLiteral, "rules-not-literal", Parse, Note,
        "The rules are named in another way than usual, or known from the event, the result or the komi; what they were read as is said.",
        Sgf("(;GM[1]SZ[9]RU[日本]RE[W+R];B[ee];W[ce])");
    RulesUnknown, "rules-unknown", Parse, Warning,
        "The rules named are not known; rules are assumed as where none are named.",
        Sgf("(;GM[1]SZ[9]RU[Tianyi]RE[W+R];B[ee];W[ce])");
    RulesOverridden, "rules-overridden", Parse, Note,
        "The recorded rules were set aside for those that audit.toml imposes.",
        Told("RU[Japanese] among games for which audit.toml has `rules = \"chinese\"` and `override = true`");

    // ---- replay ----
    OccupiedPoint, "occupied-point", Replay, Error,
        "A stone was played where there was one; it is replaced, as SGF asks.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];W[ee])");
    PlayOffBoard, "play-off-board", Replay, Error,
        "A play lies off the board; it is not executed.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];W[jj])");
    KoRecapture, "ko-recapture", Replay, Error,
        "A ko was retaken at once, which every rule set forbids.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");
    IllegalSuicide, "illegal-suicide", Replay, Warning,
        "A play took its own last liberty where the rules forbid that.",
        Sgf("(;GM[1]FF[4]SZ[9]RU[Japanese];B[ab];W[ee];B[ba];W[aa])");
    LegalSuicide, "legal-suicide", Replay, Note,
        "A play took its own last liberty where the rules allow that.",
        Sgf("(;GM[1]FF[4]SZ[9]RU[NZ];B[ac];W[ab];B[bb];W[ee];B[ba];W[aa])");
    PositionalSuperko, "positional-superko", Replay, Warning,
        "A play repeated the whole board where the rules forbid that.",
        Sgf("(;GM[1]FF[4]SZ[9]RU[Tromp-Taylor];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb])");
    SituationalSuperko, "situational-superko", Replay, Warning,
        "A play repeated the whole board with the same player to move where the rules forbid that.",
        Sgf("(;GM[1]FF[4]SZ[9]RU[AGA];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb];W[];B[];W[bb])");
    BoardRepeats, "board-repeats", Replay, Note,
        "A play repeated the whole board; the rules allow it.",
        Sgf("(;GM[1]FF[4]SZ[9]RU[Japanese];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[];B[cb])");
    OutOfTurn, "out-of-turn", Replay, Warning,
        "A colour played twice in a row, or PL named the other one.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];W[cc];W[gg])");
    PassOutOfTurn, "pass-out-of-turn", Replay, Note,
        "A colour passed that had just moved, or PL named the other one: no stone was put.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];W[cc];W[];B[])");
    TurnsAfterPasses, "turns-after-two-passes", Replay, Note,
        "A player plays on after both passed.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];W[];B[];W[cc])");
    NoTurns, "no-turns", Replay, Note,
        "The main line holds no turn: a position or a diagram, or the moves are lost.",
        Sgf("(;GM[1]FF[4]SZ[9])");
    MoveInRoot, "move-in-root", Replay, Note,
        "The root holds a turn, which SGF calls bad style.",
        Sgf("(;GM[1]FF[4]SZ[9]B[ee];W[cc])");
    MixedNode, "mixed-node", Replay, Note,
        "A node holds both setup and a turn; they are executed in the order of the file.",
        Sgf("(;GM[1]FF[4]SZ[9];AW[cc]B[ee])");
    SetupMidGame, "setup-mid-game", Replay, Warning,
        "Stones were set up or taken away after the first turn.",
        Sgf("(;GM[1]FF[4]SZ[9];B[ee];AW[cc];W[gg])");
    SetupOffBoard, "setup-off-board", Replay, Warning,
        "A point of AB, AW or AE lies off the board; it is ignored.",
        Sgf("(;GM[1]FF[4]SZ[9]AB[jj];B[ee])");
    SetupTwice, "setup-twice", Replay, Note,
        "A point stands twice in AB, in AW or in AE of one node; it is set once.",
        Sgf("(;GM[1]FF[4]SZ[9]AW[cc][cc];B[ee])");
    SetupContradicts, "setup-contradicts", Replay, Warning,
        "A point stands in two of AB, AW and AE of one node; the last in the file is used.",
        Sgf("(;GM[1]FF[4]SZ[9]AB[cc]AW[cc];B[ee])");
    NoLiberties, "no-liberties", Replay, Error,
        "Setup left a chain without liberties: no game leads to such a board.",
        Sgf("(;GM[1]FF[4]SZ[9]AW[aa]AB[ab][ba];W[ee])");
    HandicapMismatch, "handicap-mismatch", Replay, Warning,
        "HA does not fit the handicap stones.",
        Sgf("(;GM[1]FF[4]SZ[9]HA[3]AB[cg][gc];W[ee])");
    HandicapWithoutStones, "handicap-without-stones", Replay, Warning,
        "HA names a handicap, but no stones were set up or placed for it.",
        Sgf("(;GM[1]FF[4]SZ[9]HA[2];W[ee])");
    HandicapByMoves, "handicap-by-moves", Replay, Note,
        "The handicap stones are recorded as turns of Black in a row.",
        Sgf("(;GM[1]FF[4]SZ[9]HA[2];B[cg];B[gc];W[ee])");
    HandicapNotStated, "handicap-not-stated", Replay, Note,
        "Black has stones on the board before the first turn, but HA is missing.",
        Sgf("(;GM[1]FF[4]SZ[9]AB[cg][gc];W[ee])");

    // ---- analyse ----

    // ---- score ----

    // ---- judge ----
    MarginDiffers, "margin-differs", Judge, Warning,
        "The record states another margin than the board gives.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[W+3.5];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    WinnerDiffers, "winner-differs", Judge, Error,
        "The board has another winner than the record.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+5.5];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    CountingConvention, "counting-convention", Judge, Note,
        "The record is not the strict count, but what a counting convention in use gives.",
        Told("a record by territory that counts a point which must still be filled");
    ConventionTurnsWinner, "convention-turns-winner", Judge, Warning,
        "The record agrees by a counting convention, and has another winner than the strict count.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RE[B+0.5];B[bc];W[dc];B[bb];W[db];B[bd];W[dd];B[ba];W[da];B[be];W[de];B[ac];W[ec];B[ca];W[cb];B[cc];W[cd];B[ce];W[];B[])");
    LastMovesPlayed, "last-moves-played", Judge, Note,
        "The board as it stands does not give what the record states, but does so with its last moves played on.",
        Sgf("(;GM[1]SZ[7]KM[0]RU[Chinese]RE[B+1]AB[ca][cb][bc][cc][cd][ce][cf][cg]AW[ea][eb][ec][fc][ed][ee][ef][eg]PL[B])");
    LastMovesLikely, "last-moves-likely", Judge, Note,
        "The record stops early; with its last moves played on, the board is off by a few points, and the recorded margin is a likely one.",
        Told("a record that has a point less than the board that was played out, on which a point may have to be filled");
    MetByNetwork, "met-by-network", Judge, Note,
        "By the analysis the record is left open, or wrong by an estimate; the network, which is asked by itself then, gives just what it states. The statuses shown are the network's.",
        Sgf("(;GM[1]FF[4]SZ[9]KM[0.5]RU[Chinese]RE[B+9.5];B[fd];W[dc];B[cd];W[gf];B[eb];W[dd];B[ee];W[de];B[gb];W[bb];B[ef];W[bf];B[ge];W[ff];B[eg];W[hf];B[gh];W[cg];B[dh];W[ch];B[ci];W[bi];B[di];W[db];B[bh];W[dg];B[eh];W[ea];B[fa];W[ec];B[fb];W[fc];B[gc];W[da];B[bg];W[ce];B[df];W[cf];B[ag];W[];B[])");
    Unsettled, "unsettled", Judge, Note,
        "The board is not settled enough to say whether the record is right.",
        Told("a ko that decides the game is left open at the end");
    ScoreUnfinished, "score-unfinished", Judge, Warning,
        "The record states a score, but the board is far from its end.",
        Sgf("(;GM[1]SZ[9]KM[6.5]RU[Japanese]RE[B+3.5];B[ee];W[ce])");
    MovesMissing, "moves-missing", Judge, Note,
        "The record says that it lacks moves; its result cannot be compared with the board.",
        Sgf("(;GM[1]SZ[9]KM[0]RU[Japanese]RE[B+3 (moves beyond 2 not given)];B[ee];W[ce])");
    KomiImplied, "komi-implied", Judge, Note,
        "The record states no komi; one that may have been played with makes its result exact.",
        Told("a finished game without KM whose result fits a komi of 6.5");
    FractionMisfit, "fraction-misfit", Judge, Warning,
        "The fractions of komi and margin do not fit each other.",
        Told("KM[6.5] with RE[B+3]");
    ScoreTooLarge, "score-too-large", Judge, Error,
        "The margin is larger than the board can give.",
        Told("RE[B+1000]");
    ResignedWon, "resigned-won", Judge, Warning,
        "A player resigned a settled board on which that player has won.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+R];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    WinnerCannotBe, "winner-cannot-be", Judge, Warning,
        "The record names a winner, but the board is settled and won by the other side.",
        Sgf("(;GM[1]SZ[5]KM[0.5]RU[Chinese]RE[B+];AB[ac][ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][da][db][dc][dd][de][ec];B[];W[])");
    Duplicate, "duplicate", Judge, Note,
        "The game stands in the corpus before, perhaps seen from another side of the board.",
        Told("one game under two names");
    DuplicateContradicts, "duplicate-contradicts", Judge, Error,
        "The game stands in the corpus before, and the two records contradict each other: they state other results, and the board does not confirm both by other rules or another komi.",
        Told("one game under two names, with RE[B+3.5] and with RE[W+3.5]");
    SameBeginning, "same-beginning", Judge, Note,
        "The game begins as one before it and is no copy: one is cut short, or they part later on.",
        Told("a game and its first 50 turns as another file");
    RefereeDiffers, "referee-differs", Judge, Note,
        "A referee's dead stones do not give the margin that the audit counts.",
        Told("`audit --referee` with an engine that takes other stones for dead");
    RefereeRefused, "referee-refused", Judge, Note,
        "A referee cannot be asked about this game; it has no opinion.",
        Told("`audit --referee` with an engine that does not know boards of this size");
    RefereeHung, "referee-hung", Judge, Warning,
        "A referee gave no answer within `--referee-timeout`; it has no opinion.",
        Told("`audit --referee` with an engine that thinks for ever");
    RefereeDied, "referee-died", Judge, Warning,
        "A referee ended instead of answering; it has no opinion.",
        Told("`audit --referee` with an engine that crashes");
    RefereeFlooded, "referee-flooded", Judge, Warning,
        "A referee's answer had no end; it has no opinion.",
        Told("`audit --referee` with a program that writes for ever");
    RefereeNonsense, "referee-nonsense", Judge, Warning,
        "A referee's answer makes no sense; it has no opinion.",
        Told("`audit --referee` with a program that is no engine");

    // ---- report ----
    InternalError, "internal-error", Report, Error,
        "A defect of this program kept it from auditing a game; please report it.",
        Told("no file is known to show it");
}

impl Code {
    /// Whether what it stands on holds no game: there is none, or nothing was opened that could hold one. A game that is
    /// broken is a game, one of chess as well, and what could not be read may be one.
    pub fn is_no_game(self) -> bool {
        matches!(
            self,
            Code::FolderLoop
                | Code::ArchiveUnsupported
                | Code::NoGame
                | Code::EmptySource
                | Code::PointerFile
                | Code::HtmlPage
                | Code::OtherFormat
        )
    }

    /// Whether another run may not find it, on the same game and with the same settings.
    pub fn may_pass(self) -> bool {
        matches!(
            self,
            Code::InternalError
                | Code::RefereeHung
                | Code::RefereeDied
                | Code::RefereeFlooded
                | Code::RefereeNonsense
        )
    }
}
