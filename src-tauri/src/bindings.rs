//! Generates the TypeScript of the window's interface: the types that cross, the commands, and the constants of the
//! games.
//!
//! A test checks `ui/src/lib/bindings.ts`; `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings` writes it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use duiyi_core::base::{BySide, Millis, Outcome, Reason, Score, Side};
use duiyi_core::classics::{ClassicFinding, ClassicVerdict, SourceAgreement};
use duiyi_core::ending::{EndingGoal, EndingProof, EndingState, Endings, ExactResult, ExactVerdict};
use duiyi_core::engine::gomoku::opening::balanced::{BalancedOpenings, BalancedStones};
use duiyi_core::explain::{
    Defences, Fact, ForcingShape, Lesson, MatingPattern, Protection, Threat, ThreatKind, ThreatSearch,
    ThreatSearchResult,
};
use duiyi_core::game::repetition::Violation;
use duiyi_core::game::{
    BoardView, ForbiddenPoint, GOMOKU_SIZE_DEFAULT, GameKind, LastMove, MoveRow, NamedLine, Obstacle, ObstaclePart,
    OpeningName, PlacedPiece, Refusal, RepetitionWarning, Ruled, SetupCodes, SideViolation,
};
use duiyi_core::lab::{
    KnownChild, KnownNode, LabChild, LabFigures, LabIteration, LabMeasure, LabMethod, LabNode, MoveValue, NodeFate,
    Rivals,
};
use duiyi_core::lesson::{Course, LessonFault, LessonState, LessonVerdict};
use duiyi_core::odds::{Handicap, Odds};
use duiyi_core::puzzle::{AttemptState, AttemptVerdict, PuzzleGoal, PuzzleHint, PuzzleTheme, RunEnd, ThemeGroup};
use duiyi_core::record::TimeControl;
use duiyi_core::record::export::PictureStyle;
use duiyi_core::record::export::replay::ReplayPart;
use duiyi_core::record::export::style::{BoardWood, EdgeLabels, PageLanguage, PieceFaces, StoneSurface};
use duiyi_core::record::format::encoding::TextEncoding;
use duiyi_core::record::format::{Location, RecordPart};
use duiyi_core::record::note::{Colour, Glyph, Label, Mark, Note, Worth};
use duiyi_core::review::{
    BlunderWarning, FilmFrame, ForcedWin, Phase, ReviewLabel, ReviewReport, ReviewedMove, SideReport, TriedMove,
};
use duiyi_core::search::{Level, Statistics};
use duiyi_core::session::{
    Abilities, Clocks, Coach, EngineThinking, Event, Hint, OpeningProtocol, OpeningTurn, PendingDecision, Player,
    Snapshot,
};
use duiyi_core::study::{Beginning, Merged, Node, Stopped, StudyHeader};
use duiyi_core::tictactoe::GameCounts;
use duiyi_core::{gomoku, xiangqi};
use duiyi_host::analysis::RootMoves;
use duiyi_host::books::{
    BUILT_IN, BookAnswer, BookEdit, BookProgress, BookPruning, BookUse, ChangeReport, ListedBook, ListedMove, MoveSign,
    OpenedBook, WholeChange,
};
use duiyi_host::classics::{BetterPlay, ClassicManual, ClassicRemarks, ClassicRow, ClassicView, ClassicsList};
use duiyi_host::desk::class::{ClassNews, ClassState, GuestGame, ShownPosition, UnfinishedClass};
use duiyi_host::desk::count_many::{CountedGames, GameCount};
use duiyi_host::desk::doubtful::{DoubtfulFiles, EncodingChoice, TextSample};
use duiyi_host::desk::export::ExportSubject;
use duiyi_host::desk::export_many::ExportedGames;
use duiyi_host::desk::import::{DuplicateRecord, ImportCounts, ImportOutcome, SkippedRecord};
use duiyi_host::desk::library::{Diagram, ExploredMove, ExploredPosition, LibraryFolder, ODDS_TAG};
use duiyi_host::desk::merge::StudyMerge;
use duiyi_host::desk::salvage::{SalvageEvent, SalvageState};
use duiyi_host::desk::study::{OpenedStudy, SkippedPart, StudyCursor, StudyTab, StudyUpdate};
use duiyi_host::desk::table::{TableClosing, TableNews, TableState, TableTerms, VisitedClass, WrittenCode};
use duiyi_host::desk::{CurrentGame, DeskEvent, Update};
use duiyi_host::endings::{EndingClass, EndingRow};
use duiyi_host::engine_list::console::{ConsoleLine, ConsoleSource};
use duiyi_host::engine_list::probe::PROBE_CODES;
use duiyi_host::engine_list::{EngineConfig, OptionValue, Probe};
use duiyi_host::engines::EngineProtocol;
use duiyi_host::engines::FaultKind;
use duiyi_host::files::Notice;
use duiyi_host::lab::LabEvent;
use duiyi_host::lessons::{ChapterProgress, CourseProgress, LessonRequest, LessonSummary};
use duiyi_host::levels::{FairGame, Fit, LevelRow, LevelTable};
use duiyi_host::library::{
    AccuracyPoint, FAVOURITE, Facets, FaultCounts, GameOrder, GameRow, LibraryPage, LibraryProgress, MATCH_TAG,
    MergeReport, PartKind, PartOfPosition, PlayerAlias, PlayerLine, PlayerMonth, PlayerPage, PlayerResults, Query,
    QueryFault, QueryFaultKind, TrashFilter, ValueCount,
};
use duiyi_host::matches::{EloEstimate, MatchBook, MatchGameResult, MatchProgress, MatchResults, MatchSetup};
use duiyi_host::network::class::{ClassGuest, ClassResults, ClassStanding, NextRound};
use duiyi_host::network::{FoundTable, Phrase, TableQuestion};
use duiyi_host::pairing::TournamentFormat;
use duiyi_host::puzzles::{
    BestRun, DailyPuzzle, PlaceInSet, PuzzleCount, PuzzleImport, PuzzleRequest, PuzzleRun, PuzzleSet, PuzzleSummary,
    Refutation, SkippedPuzzle,
};
use duiyi_host::repertoire::{Departure, DrillState, RepertoireCoverage, RepertoireGap, RepertoireRow};
use duiyi_host::review::BatchState;
use duiyi_host::settings::*;
use duiyi_host::tournament::{
    OwnOpenings, PairingScore, PlacedResult, Standing, TournamentBoard, TournamentChange, TournamentConditions,
    TournamentEntrant, TournamentEntry, TournamentExport, TournamentNews, TournamentPlan, TournamentProgress,
    TournamentResult, TournamentState,
};
use serde::Serialize;
use serde_json::{Value, json};
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Ident, Item, ItemFn, Lit, Meta, Pat, PathArguments, ReturnType, Type,
};
use ts_rs::{Config, TS};

use crate::announce::AnnouncementRoute;
use crate::board_search::{BalanceSeen, BoardSearchKind, DefencesSeen, ExactSeen, ThreatSearchSeen};
use crate::calls::FAULT;
use crate::dto::*;
use crate::explain::ThreatsSeen;
use crate::library::PickKind;
use crate::opener::NOT_SHOWN;
use crate::sound::SoundName;
use crate::tables::{NO_SEARCH, NOT_A_CODE};
use crate::web_process::PAGE_RESTARTED;

const HEADER: &str = "\
// Made from src-tauri/src by `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings`. Do not edit.

import type { Channel } from \"@tauri-apps/api/core\";
";

/// The sources of the commands, by module.
const SOURCES: &[(&str, &str)] = &[
    ("commands", include_str!("commands.rs")),
    ("board_search", include_str!("board_search.rs")),
    ("books", include_str!("books.rs")),
    ("class", include_str!("class.rs")),
    ("classics", include_str!("classics.rs")),
    ("endings", include_str!("endings.rs")),
    ("engines", include_str!("engines.rs")),
    ("explain", include_str!("explain.rs")),
    ("lab", include_str!("lab.rs")),
    ("lessons", include_str!("lessons.rs")),
    ("library", include_str!("library.rs")),
    ("opener", include_str!("opener.rs")),
    ("puzzles", include_str!("puzzles.rs")),
    ("records", include_str!("records.rs")),
    ("repertoires", include_str!("repertoires.rs")),
    ("review", include_str!("review.rs")),
    ("study", include_str!("study.rs")),
    ("tables", include_str!("tables.rs")),
    ("analysis", include_str!("analysis.rs")),
];

/// The codes of refused moves and opening decisions.
fn board_codes() -> impl Iterator<Item = &'static str> {
    let moves = xiangqi::IllegalMove::CODES.into_iter().chain(gomoku::IllegalMove::CODES);
    moves.chain(gomoku::protocol::OpeningError::CODES)
}

fn bindings() -> String {
    let config = Config::default().with_large_int("number");
    // The TypeScript name of each type that crosses, by its Rust name.
    let mut names = BTreeMap::new();
    macro_rules! declare {
        ($($name:ty),+ $(,)?) => {
            [$({
                names.insert(stringify!($name), <$name as TS>::name(&config));
                <$name as TS>::decl(&config)
            }),+]
        };
    }
    let types = declare![
        Side,
        BySide<Side>,
        GameKind,
        Player,
        SetupCodes,
        Millis,
        TimeControl,
        Coach,
        Odds,
        Handicap,
        NewGame,
        OpeningProtocol,
        OpeningTurn,
        PendingDecision,
        OpeningName,
        NamedLine,
        LastMove,
        MoveRow,
        Clocks,
        Outcome,
        ForbiddenPoint,
        BoardView,
        PlacedPiece,
        Violation,
        SideViolation,
        Ruled,
        RepetitionWarning,
        Protection,
        MatingPattern,
        ForcingShape,
        ThreatKind,
        Threat,
        Defences,
        Fact,
        Lesson,
        DefencesSeen,
        BalancedStones,
        BalancedOpenings,
        BalanceSeen,
        ThreatSearchResult,
        ThreatSearch,
        ThreatSearchSeen,
        ExactResult,
        ExactVerdict,
        ExactSeen,
        BoardSearchKind,
        ThreatsSeen,
        Hint,
        EngineThinking,
        Abilities,
        Snapshot,
        CurrentGame,
        Event,
        DeskEvent,
        Update,
        ObstaclePart,
        Obstacle,
        Refusal,
        GameRow,
        Diagram,
        GameOrder,
        TrashFilter,
        PartKind,
        PartOfPosition,
        Query,
        QueryFaultKind,
        QueryFault,
        LibraryPage,
        ValueCount,
        Facets,
        PlayerAlias,
        PlayerResults,
        PlayerLine,
        AccuracyPoint,
        PlayerMonth,
        FaultCounts,
        PlayerPage,
        ExploredMove,
        ExploredPosition,
        LibraryProgress,
        MergeReport,
        SalvageState,
        SalvageEvent,
        LibraryFolder,
        PickKind,
        Location,
        Stopped,
        Colour,
        Mark,
        Label,
        Glyph,
        Note,
        Node,
        StudyHeader,
        StudyCursor,
        StudyTab,
        OpenedStudy,
        SkippedPart,
        StudyUpdate,
        Merged,
        StudyMerge,
        StudyEdit,
        ImportCounts,
        SkippedRecord,
        TextSample,
        DoubtfulFiles,
        EncodingChoice,
        DuplicateRecord,
        ImportOutcome,
        RecordPart,
        ExportForm,
        FormOfGames,
        ExportedGames,
        GameCount,
        CountedGames,
        ExportSubject,
        BoardWood,
        PieceFaces,
        StoneSurface,
        EdgeLabels,
        PageLanguage,
        xiangqi::notation::NotationStyle,
        PictureStyle,
        ReplayPart,
        ForcedWin,
        Phase,
        ReviewLabel,
        ReviewedMove,
        SideReport,
        ReviewReport,
        ReviewNews,
        BatchState,
        FilmFrame,
        TriedMove,
        BlunderWarning,
        LabMethod,
        LabFigures,
        LabMeasure,
        Statistics,
        LabIteration,
        MoveValue,
        Rivals,
        LabEvent,
        NodeFate,
        LabChild,
        LabNode,
        GameCounts,
        KnownChild,
        KnownNode,
        Beginning,
        UnfinishedTable,
        Unfinished,
        TableQuestion,
        Phrase,
        WrittenCode,
        TableTerms,
        TableClosing,
        FoundTable,
        ShownPosition,
        VisitedClass,
        TableState,
        TableNews,
        ClassGuest,
        NextRound,
        ClassStanding,
        ClassResults,
        GuestGame,
        ClassState,
        UnfinishedClass,
        ClassNews,
        ClassNotice,
        TableNotice,
        Notice,
        Language,
        Theme,
        Notation,
        XiangqiSet,
        BoardStyle,
        StoneStyle,
        Announce,
        GomokuSearch,
        GameChoice,
        Opponent,
        Seat,
        ClockKind,
        ClockChoice,
        CoachChoice,
        NewGameChoice,
        AnalysisChoice,
        RootMoves,
        LibraryView,
        LibraryChoice,
        MatchChoice,
        TournamentChoice,
        EngineChoice,
        Settings,
        AnnouncementRoute,
        Startup,
        About,
        SoundName,
        EngineProtocol,
        OptionValue,
        EngineConfig,
        Probe,
        ConsoleSource,
        ConsoleLine,
        MatchBook,
        MatchSetup,
        MatchGameResult,
        MatchResults,
        EloEstimate,
        MatchProgress,
        TournamentFormat,
        TournamentEntrant,
        TournamentConditions,
        OwnOpenings,
        TournamentPlan,
        Standing,
        PairingScore,
        TournamentResult,
        TournamentBoard,
        TournamentState,
        TournamentProgress,
        PlacedResult,
        TournamentChange,
        TournamentNews,
        TournamentEntry,
        TournamentOverview,
        TournamentExport,
        LevelRow,
        LevelTable,
        Fit,
        FairGame,
        BuiltIn,
        EngineOverview,
        Worth,
        FoundLine,
        ScoreScale,
        Progress,
        Finding,
        ClassicVerdict,
        ClassicFinding,
        SourceAgreement,
        ClassicManual,
        ClassicRow,
        ClassicsList,
        BetterPlay,
        ClassicView,
        ClassicRemarks,
        PuzzleGoal,
        PuzzleTheme,
        ThemeGroup,
        PuzzleRequest,
        RunEnd,
        PuzzleRun,
        BestRun,
        PuzzleSet,
        PlaceInSet,
        SkippedPuzzle,
        PuzzleImport,
        AttemptState,
        AttemptVerdict,
        PuzzleCount,
        DailyPuzzle,
        PuzzleSummary,
        PuzzleHint,
        CurrentPuzzle,
        PuzzleStep,
        Refutation,
        LessonState,
        LessonFault,
        LessonVerdict,
        ChapterProgress,
        CourseProgress,
        LessonSummary,
        LessonRequest,
        CurrentLesson,
        LessonTurn,
        EndingGoal,
        EndingProof,
        EndingState,
        EndingRow,
        EndingClass,
        CurrentEnding,
        EndingTurn,
        MoveSign,
        BookUse,
        ListedBook,
        ListedBooks,
        ListedMove,
        BookAnswer,
        BookEdit,
        BookPruning,
        WholeChange,
        ChangeReport,
        OpenedBook,
        BookProgress,
        DrillState,
        RepertoireRow,
        Departure,
        RepertoireGap,
        RepertoireCoverage,
        CoveredRepertoire,
        CurrentDrill,
        DrillTurn,
        Word,
    ];
    let lists = [
        list("BOARD_CODES", board_codes()),
        list("SETUP_CODES", xiangqi::FenError::CODES),
        list("SESSION_CODES", Refusal::CODES),
        list("HOST_CODES", duiyi_host::CODES),
        list("WINDOW_CODES", [PAGE_RESTARTED, NOT_SHOWN, NOT_A_CODE, NO_SEARCH, FAULT]),
        list("EXTERNAL_ENGINE_CODES", FaultKind::CODES),
        list("PROBE_CODES", PROBE_CODES),
        list("PARTS", RecordPart::CODES),
        list("ANALYSIS_NOTES", duiyi_host::analysis::NOTES),
        list("REASONS", Reason::ALL.map(Reason::code)),
    ];
    let pieces_max: BTreeMap<_, _> =
        xiangqi::Role::ALL.map(|role| (role.letter(), role.count_max())).into_iter().collect();
    let xiangqi_start = xiangqi::fen::START.split(' ').next();
    let constants = [
        constant("XIANGQI_RULES", &xiangqi::rule::Rule::ALL.map(xiangqi::rule::Rule::code)),
        constant("GOMOKU_RULES", &gomoku::Rule::ALL.map(gomoku::Rule::code)),
        constant(
            "OPENING_PROTOCOLS",
            &gomoku::protocol::OpeningProtocol::ALL.map(gomoku::protocol::OpeningProtocol::code),
        ),
        constant("LEVELS", &(Level::MIN.number()..=Level::MAX.number()).collect::<Vec<_>>()),
        constant("SIZE_MIN", &gomoku::point::MIN_SIZE),
        constant("SIZE_MAX", &gomoku::point::MAX_SIZE),
        constant("SIZE_USUAL", &GOMOKU_SIZE_DEFAULT),
        constant("OPENING_SIZE_MIN", &gomoku::protocol::Opening::MIN_SIZE),
        constant("XIANGQI_START", &xiangqi_start),
        constant("ENCODINGS", &TextEncoding::CHOICES),
        constant("RULING_MOVES", &(Score::RULING_DISTANCE / 2)),
        constant("FAVOURITE", &FAVOURITE),
        constant("MATCH_TAG", &MATCH_TAG),
        constant("ODDS_TAG", &ODDS_TAG),
        constant("XIANGQI_ODDS", &odds(GameKind::Xiangqi)),
        constant("GOMOKU_ODDS", &odds(GameKind::Gomoku)),
        constant("LESSON_STEPS", &lesson_steps()),
        constant("PUZZLE_THEMES", &puzzle_themes()),
        constant("BUILT_IN_BOOK", &BUILT_IN),
        constant("ENDING_CLASSES", &ending_classes()),
        constant("PIECES_MAX", &pieces_max),
    ];
    let commands = commands(&names);
    let parts = types.into_iter().chain(lists).chain(constants).chain(commands);
    parts.fold(HEADER.to_owned(), |text, part| format!("{text}\nexport {part}\n"))
}

/// Lists the odds of a game, each with the side that always gives it and the start of the usual game.
fn odds(game: GameKind) -> Vec<Value> {
    let entry = |odds: Odds| {
        let setup = Handicap::new(odds, Side::First).set_up(Setup::usual(game)).expect("the game has these odds");
        json!({ "odds": odds, "giver": odds.giver(), "start": setup.start_fen() })
    };
    Odds::ALL.into_iter().filter(|odds| odds.suits(game)).map(entry).collect()
}

/// Lists the themes of puzzles by game, in display order, each with its group.
fn puzzle_themes() -> BTreeMap<&'static str, Vec<Value>> {
    let themes = |game: GameKind| {
        let listed = PuzzleTheme::ALL.into_iter().filter(|theme| theme.suits(game));
        let entry = |theme: PuzzleTheme| Some(json!({ "theme": theme, "group": theme.group()? }));
        (game.code(), listed.filter_map(entry).collect())
    };
    GameKind::ALL.into_iter().map(themes).collect()
}

/// Lists the ids of all steps, for the test that each has a text.
fn lesson_steps() -> Vec<String> {
    let courses = duiyi_host::lessons::GAMES.into_iter().filter_map(Course::built_in);
    courses.flat_map(|course| course.steps().map(|step| step.id.clone()).collect::<Vec<_>>()).collect()
}

/// Lists the classes of endings, for the test that each has a name.
fn ending_classes() -> Vec<String> {
    let mut classes: Vec<String> = Endings::built_in().all.into_iter().map(|ending| ending.class).collect();
    classes.dedup();
    classes
}

/// Writes a value of core that the page needs.
fn constant(name: &str, value: &impl Serialize) -> String {
    format!("const {name} = {} as const;", serde_json::to_string(value).expect("these are plain values"))
}

/// Writes the commands twice: as methods with their types, and as the names of commands and arguments for Tauri.
fn commands(names: &BTreeMap<&str, String>) -> [String; 2] {
    let (mut methods, mut words) = (String::new(), String::new());
    for command in SOURCES.iter().flat_map(|(_, text)| commands_in(text)) {
        let name = command.sig.ident.to_string();
        let answer = match &command.sig.output {
            ReturnType::Default => "void".to_owned(),
            ReturnType::Type(_, answer) => typescript(answer, names),
        };
        let arguments = arguments(&command);
        let typed: Vec<_> =
            arguments.iter().map(|(name, of)| format!("{}: {}", camel(name), typescript(of, names))).collect();
        for line in doc(&command.attrs) {
            methods += &format!("  /**{line} */\n");
        }
        methods += &format!("  {}({}): Promise<{answer}>;\n", camel(&name), typed.join(", "));
        // The page makes the command of the method's name, which the first screen need not load twice.
        let remade: String = camel(&name)
            .chars()
            .map(|letter| if letter.is_uppercase() { format!("_{}", letter.to_lowercase()) } else { letter.into() })
            .collect();
        assert_eq!(remade, name, "the page makes another command of the method's name");
        let quoted: Vec<_> = arguments.iter().map(|(name, _)| format!("{:?}", camel(name))).collect();
        words += &format!("  {}: [{}],\n", camel(&name), quoted.join(", "));
    }
    [format!("interface Commands {{\n{methods}}}"), format!("const COMMANDS = {{\n{words}}} as const;")]
}

fn commands_in(text: &str) -> impl Iterator<Item = ItemFn> {
    let is_command = |attribute: &Attribute| attribute.path().segments.last().is_some_and(|s| s.ident == "command");
    syn::parse_file(text).expect("these sources compile").items.into_iter().filter_map(move |item| match item {
        Item::Fn(function) if function.attrs.iter().any(is_command) => Some(function),
        _ => None,
    })
}

/// Returns the arguments from the page; Tauri passes the state of the program.
fn arguments(command: &ItemFn) -> Vec<(Ident, &Type)> {
    let typed = command.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    let named = typed.filter_map(|typed| match &*typed.pat {
        Pat::Ident(name) => Some((name.ident.clone(), &*typed.ty)),
        _ => None,
    });
    named.filter(|(_, of)| !matches!(of, Type::Path(path) if ["State", "AppHandle"].iter().any(|own| path.path.segments[0].ident == own))).collect()
}

fn doc(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    });
    let texts = lines.filter_map(|value| match value {
        Expr::Lit(literal) => Some(&literal.lit),
        _ => None,
    });
    texts.filter_map(|literal| if let Lit::Str(text) = literal { Some(text.value()) } else { None }).collect()
}

/// Returns the TypeScript name of a type.
fn typescript(of: &Type, names: &BTreeMap<&str, String>) -> String {
    let path = match of {
        Type::Reference(reference) => return typescript(&reference.elem, names),
        Type::Tuple(tuple) if tuple.elems.is_empty() => return "void".to_owned(),
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { panic!("no command takes an array of another length") };
            let Lit::Int(length) = &length.lit else { panic!("lengths are numbers") };
            let length: usize = length.base10_parse().expect("lengths are small");
            return format!("[{}]", vec![typescript(&array.elem, names); length].join(", "));
        }
        Type::Path(path) => &path.path,
        _ => panic!("no command takes or gives such a type so far"),
    };
    let last = path.segments.last().expect("a path is not empty");
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(inside) => {
            inside.args.iter().find(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
        }
        _ => None,
    };
    let inner = inner.map(|argument| match argument {
        GenericArgument::Type(of) => typescript(of, names),
        _ => panic!("no command takes or gives such a type so far"),
    });
    match (last.ident.to_string().as_str(), inner) {
        ("String" | "str", None) => "string".to_owned(),
        ("bool", None) => "boolean".to_owned(),
        ("u8" | "u16" | "u32" | "u64" | "usize" | "i64", None) => "number".to_owned(),
        ("Option", Some(inner)) => format!("{inner} | null"),
        ("Vec", Some(inner)) => format!("Array<{inner}>"),
        // The body of the call itself.
        ("Request", None) => "Uint8Array".to_owned(),
        ("Channel", Some(inner)) => format!("Channel<{inner}>"),
        ("Answer", Some(inner)) => inner,
        (name, _) => names.get(name).unwrap_or_else(|| panic!("`{name}` crosses, but is not declared")).clone(),
    }
}

/// Converts a name as Tauri does: `read_me` becomes `readMe`.
fn camel(name: &(impl ToString + ?Sized)) -> String {
    let name = name.to_string();
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (head, tail) = word.split_at(1);
        text + &head.to_uppercase() + tail
    })
}

#[test]
fn every_command_is_handled() {
    let handled = include_str!("lib.rs");
    for (module, text) in SOURCES {
        for command in commands_in(text) {
            let path = format!("{module}::{},", command.sig.ident);
            assert!(handled.contains(&path), "the window does not know {path}");
        }
    }
}

/// Writes a list of codes, sorted and without duplicates, for the page's texts.
fn list(name: &str, codes: impl IntoIterator<Item = &'static str>) -> String {
    let codes: BTreeSet<_> = codes.into_iter().map(|code| format!("  {code:?},\n")).collect();
    format!("const {name} = [\n{}] as const;", codes.into_iter().collect::<String>())
}

#[test]
fn the_ui_has_the_types_of_this_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/src/lib/bindings.ts");
    let made = bindings();
    if std::env::var_os("DUIYI_WRITE_BINDINGS").is_some() {
        std::fs::write(&path, &made).expect("the sources can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the types are checked in");
    assert!(written == made, "{} is out of date; write it anew as its first line says", path.display());
}

/// [`crate::calls`] catches the panic of a command on its own thread, not that of a future.
#[test]
fn no_command_is_async() {
    for command in SOURCES.iter().flat_map(|(_, text)| commands_in(text)) {
        let mut attributes = command.attrs.iter().filter(|attribute| !attribute.path().is_ident("doc"));
        let plain = attributes.all(|attribute| matches!(attribute.meta, Meta::Path(_)));
        assert!(plain && command.sig.asyncness.is_none(), "{} is async", command.sig.ident);
    }
}

/// The lists of codes are written by hand, and the refusals are in many files: this test compares them.
#[test]
fn no_code_is_missing_from_the_lists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known = board_codes().chain(Refusal::CODES).chain(duiyi_host::CODES).chain(FaultKind::CODES);
    let known: BTreeSet<_> = known.collect();
    let mut found = BTreeSet::new();
    let mut folders = Vec::from(["core/src", "host/src", "src-tauri/src"].map(|folder| root.join(folder)));
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("the sources are here") {
            let path = entry.expect("a folder can be listed").path();
            if ["tests", "tests.rs", "bindings.rs"].iter().any(|name| path.ends_with(name)) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("sources are text");
            // The errors of files have their codes in a match.
            let arm = (path.ends_with("error.rs") && path.starts_with(root.join("host"))).then_some("=> \"");
            let openings = ["DeskError::disk(\"", "Notice::new(\"", "plain(\"", "code: \""].into_iter().chain(arm);
            for opening in openings {
                let codes = text.split(opening).skip(1).filter_map(|rest| rest.split('"').next());
                // The codes of named openings, such as `D4`, begin with a capital.
                let codes = codes.filter(|code| code.starts_with(|letter: char| letter.is_ascii_lowercase()));
                found.extend(codes.map(str::to_owned));
            }
        }
    }
    // No error to a person, who has cancelled the work.
    found.remove("stopped");
    assert!(found.len() > 15, "the refusals are found where they stand: {found:?}");
    let missing: Vec<_> = found.iter().filter(|code| !known.contains(code.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?} are in no list of codes");
}
