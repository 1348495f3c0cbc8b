// Made from src-tauri/src by `DUIYI_WRITE_BINDINGS=1 cargo test -p duiyi-desktop bindings`. Do not edit.

import type { Channel } from "@tauri-apps/api/core";

export type Side = "first" | "second";

export type BySide<T> = { 
/**
 * The value of the side that moves first.
 */
first: T, 
/**
 * The value of the side that moves second.
 */
second: T, };

export type GameKind = "xiangqi" | "gomoku" | "tictactoe";

export type Player = { "kind": "human", 
/**
 * Display name; may be empty.
 */
name: string, } | { "kind": "engine", 
/**
 * Playing strength, which includes its time limits.
 */
level: number, } | { "kind": "external", 
/**
 * The engine's id in the shell.
 */
id: string, 
/**
 * Display name, also for records.
 */
name: string, };

export type SetupCodes = { 
/**
 * The code of the game.
 */
game: GameKind, 
/**
 * The code of an rule. An empty one means the usual rule.
 */
rule: string, 
/**
 * Lines of a Gomoku board; 15 if absent.
 */
size?: number | null, 
/**
 * The start of a Xiangqi game as FEN, or the board of one of Gomoku with free stones, as
 * [`gomoku::Position::placement`] writes it; absent for the usual start.
 */
start?: string | null, 
/**
 * The code of a Gomoku opening protocol.
 */
opening?: string | null, };

export type Millis = number;

export type TimeControl = { "kind": "none" } | { "kind": "fischer", 
/**
 * The budget.
 */
main: Millis, 
/**
 * Added after each move.
 */
increment: Millis, } | { "kind": "perMove", 
/**
 * The time.
 */
each: Millis, } | { "kind": "byoYomi", 
/**
 * The budget.
 */
main: Millis, 
/**
 * The length of a period.
 */
period: Millis, periods: number, };

export type Coach = { 
/**
 * A blunder is held back until it is confirmed.
 */
warnings: boolean, 
/**
 * The threats on the board may be shown.
 */
threats: boolean, 
/**
 * The evaluation of the board is shown.
 */
evaluation: boolean, };

export type Odds = "first-move" | "left-horse" | "cannon" | "rook" | "both-horses" | "nine-pieces" | "two-stones" | "three-stones" | "swap" | "half-time" | "fifth-time";

export type Handicap = { odds: Odds, 
/**
 * The side of the stronger player, at the start of an opening.
 */
giver: Side, };

export type NewGame = { setup: SetupCodes, clock: TimeControl, coach: Coach, 
/**
 * The odds that one side gives. The set-up may lack them.
 */
odds?: Handicap | null, 
/**
 * The value of the side that moves first.
 */
first: Player, 
/**
 * The value of the side that moves second.
 */
second: Player, };

export type OpeningProtocol = "swap1" | "swap" | "swap2" | "rif" | "yamaguchi" | "soosorv-8" | "taraguchi-10";

export type OpeningTurn = { "kind": "place", 
/**
 * The bound; anywhere if there is none.
 */
reach: number | null, } | { "kind": "swap" } | { "kind": "swapOrAdd" } | { "kind": "number", most: number, } | { "kind": "fifth" } | { "kind": "offer", left: number, } | { "kind": "pick" };

export type PendingDecision = { protocol: OpeningProtocol, 
/**
 * The colour that the deciding player holds now.
 */
by: Side, turn: OpeningTurn, 
/**
 * The choices other than points, in words; empty while no person may decide.
 */
words: Array<string>, 
/**
 * The fifth stones offered so far.
 */
offers: Array<string>, };

export type OpeningName = { 
/**
 * The usual code, such as `C91` or `D4`; may be empty.
 */
code: string, chinese: string, english: string, };

export type NamedLine = { name: OpeningName, rows: Array<MoveRow>, };

export type LastMove = { 
/**
 * The origin; absent for a placed stone.
 */
from: string | null, 
/**
 * The target; in Gomoku the point of the stone.
 */
to: string, };

export type MoveRow = { 
/**
 * Coordinates, `h2e2` or `h8`.
 */
uci: string, 
/**
 * Chinese notation in simplified characters, `炮二平五`.
 */
chinese: string, 
/**
 * Chinese notation in traditional characters.
 */
traditional: string, 
/**
 * World Xiangqi Federation notation, `C2=5`.
 */
wxf: string, 
/**
 * The notation of Vietnamese books, `P2-5`.
 */
vietnamese: string, 
/**
 * ICCS notation, `H2-E2`.
 */
iccs: string, 
/**
 * The origin; absent for a placed stone.
 */
from: string | null, 
/**
 * The target; in Gomoku the point of the stone.
 */
to: string, side: Side, 
/**
 * FEN letter of the piece, in Xiangqi.
 */
piece: string | null, 
/**
 * FEN letter of the captured piece.
 */
capture: string | null, 
/**
 * Whether the move gives check.
 */
check: boolean, };

export type Clocks = { left: BySide<Millis>, 
/**
 * The side whose clock runs.
 */
running: Side | null, 
/**
 * The time control of each side; absent where both have that of the game.
 */
controls?: BySide<TimeControl> | null, };

export type Outcome = { 
/**
 * The winner; absent for a draw.
 */
winner: Side | null, reason: string, };

export type ForbiddenPoint = { point: string, 
/**
 * The foul's word for programs.
 */
foul: string, };

export type BoardView = { 
/**
 * Rows from the top down: the first field of a FEN, or `x`, `o` and numbers where stones are placed.
 */
placement: string, sideToMove: Side, 
/**
 * Legal targets by origin. Placed stones have the single key `""`. Empty if no move is allowed.
 */
destinations: { [key in string]: Array<string> }, lastMove: LastMove | null, 
/**
 * The square of the general in check.
 */
check: string | null, 
/**
 * The stones of the winning row; empty without one.
 */
winningLine: Array<string>, forbidden: Array<ForbiddenPoint>, outcome: Outcome | null, };

export type PlacedPiece = { 
/**
 * FEN letter, a capital for Red.
 */
piece: string, at: string, };

export type Violation = "check" | "chase" | "attack";

export type SideViolation = { side: Side, kind: Violation, checks: number, 
/**
 * Moves that threatened mate.
 */
threats: number, chases: number, 
/**
 * The pieces under perpetual chase, at the end of the cycle.
 */
prey: Array<PlacedPiece>, };

export type Ruled = { 
/**
 * The side that loses; absent for a draw.
 */
loser: Side | null, 
/**
 * The faults of neither side, of one, or of both.
 */
faults: Array<SideViolation>, 
/**
 * The moves from the first occurrence to the last.
 */
cycle: Array<MoveRow>, };

export type RepetitionWarning = { row: MoveRow, 
/**
 * The answer that completes the repetition, if the move itself does not.
 */
reply: MoveRow | null, 
/**
 * The ruling on that repetition.
 */
ruled: Ruled, };

export type Protection = "none" | "sham" | "cheap";

export type MatingPattern = "horseCannon" | "doubleCannon" | "palaceHorse" | "cornerHorse" | "heavenEarthCannons" | "ironBolt" | "twinRooks" | "smothered" | "heartPiercer" | "anglerHorse" | "octagonHorse" | "facingGeneral";

export type ForcingShape = "straightFour" | "doubleFour" | "fourThree" | "doubleThree";

export type ThreatKind = { "kind": "mate", 
/**
 * Upper bound of its moves.
 */
moves: number, 
/**
 * The name of the mating net, if all longest defences share it.
 */
pattern: MatingPattern | null, } | { "kind": "capture", taker: PlacedPiece, taken: PlacedPiece, root: Protection, } | { "kind": "fork", 
/**
 * The attacker, on its square after the move.
 */
by: PlacedPiece, 
/**
 * Its profitable targets, the general first.
 */
targets: Array<PlacedPiece>, } | { "kind": "discovery", 
/**
 * The piece that uncovers, on its square before the move.
 */
mover: PlacedPiece, 
/**
 * The piece with the uncovered attack.
 */
by: PlacedPiece, 
/**
 * The target: a lost piece or the general.
 */
target: PlacedPiece, } | { "kind": "screen", 
/**
 * The screen, on its square before the move.
 */
mover: PlacedPiece, 
/**
 * The cannon.
 */
by: PlacedPiece, 
/**
 * The target: a lost piece or the general.
 */
target: PlacedPiece, } | { "kind": "pin", pinned: PlacedPiece, 
/**
 * The piece that pins.
 */
by: PlacedPiece, 
/**
 * The piece behind: the general or a more valuable piece.
 */
behind: PlacedPiece, } | { "kind": "check", 
/**
 * The moving piece, on its present square.
 */
by: PlacedPiece, } | { "kind": "five", 
/**
 * The stones of the five, without the last.
 */
row: Array<string>, 
/**
 * The foul that keeps Black from blocking.
 */
foul: string | null, } | { "kind": "vcf", 
/**
 * Number of the winner's moves, the five included.
 */
moves: number, 
/**
 * The shape of its first move.
 */
shape: ForcingShape | null, 
/**
 * The rows that meet in its first move, without that stone: of a straight four the open three.
 */
rows: Array<Array<string>>, 
/**
 * The foul that keeps Black from blocking a four of the line.
 */
foul: string | null, } | { "kind": "vct", 
/**
 * Number of the winner's moves in the line, the five included. A shorter win may exist.
 */
moves: number, 
/**
 * The shape of its first move.
 */
shape: ForcingShape | null, } | { "kind": "openThree", row: Array<string>, 
/**
 * Points that make the straight four.
 */
fours: Array<string>, } | { "kind": "shape", shape: ForcingShape, 
/**
 * The rows that meet there, without the stone itself.
 */
rows: Array<Array<string>>, } | { "kind": "forbidden", at: string, 
/**
 * The code of the foul.
 */
foul: string, 
/**
 * The rows of the foul, with the stone itself.
 */
rows: Array<Array<string>>, } | { "kind": "apart", at: string, };

export type Threat = { side: Side, what: ThreatKind, 
/**
 * A line that shows the threat, with the longest defence. Empty for a threat without a move, such as a pin.
 */
line: Array<MoveRow>, };

export type Defences = { 
/**
 * The win that the other side has after a pass.
 */
threat: Threat, 
/**
 * The moves after which a complete search finds no win by fours or threes.
 */
holding: Array<string>, 
/**
 * The moves of which the limit of the search leaves that open.
 */
open: Array<string>, };

export type Fact = { "bearing": "allows", "threat": Threat } | { "bearing": "ignores", "threat": Threat } | { "bearing": "does", "threat": Threat } | { "bearing": "stops", "threat": Threat };

export type Lesson = { 
/**
 * Move number, from 1.
 */
ply: number, played: MoveRow, 
/**
 * The proved reason against the move.
 */
fact: Fact, 
/**
 * The name of the mate on the board.
 */
mate: MatingPattern | null, };

export type DefencesSeen = { placement: string, sideToMove: Side, 
/**
 * `null` without a win of the other side.
 */
found: Defences | null, };

export type BalancedStones = { 
/**
 * The new stones, in their order.
 */
stones: Array<string>, 
/**
 * The value of the board after them for Black, in centipawns.
 */
score: number, };

export type BalancedOpenings = { 
/**
 * The number of stones on the board after them: 3 for *swap*, 5 for *swap2*.
 */
stonesAfter: number, list: Array<BalancedStones>, 
/**
 * Whether every candidate was searched.
 */
whole: boolean, };

export type BalanceSeen = { placement: string, sideToMove: Side, 
/**
 * `null` for a board that is no swap opening.
 */
found: BalancedOpenings | null, };

export type ThreatSearchResult = "vcf" | "vct" | "quiet" | "none" | "unknown";

export type ThreatSearch = { 
/**
 * The side that was to win, as if it were to move.
 */
side: Side, result: ThreatSearchResult, 
/**
 * The branches of the tree, each from the attacker's first move to its end: after each move of the attacker come
 * the answers that stop its threat, or delay it by a four. The main line is the first.
 */
lines: Array<Array<string>>, 
/**
 * Whether the tree has every such answer; a large tree is cut, and its last branches are single lines.
 */
whole: boolean, 
/**
 * The nodes of all searches.
 */
nodes: number, };

export type ThreatSearchSeen = { placement: string, sideToMove: Side, 
/**
 * `null` after the end of a game.
 */
found: ThreatSearch | null, };

export type ExactResult = { "kind": "win", side: Side, plies: number, } | { "kind": "draw" } | { "kind": "repetition" } | { "kind": "outOfReach" };

export type ExactVerdict = { result: ExactResult, 
/**
 * The fastest wins, the longest defences, or all moves that hold the draw.
 */
moves: Array<MoveRow>, };

export type ExactSeen = { placement: string, sideToMove: Side, 
/**
 * `null` for a board with more pieces.
 */
found: ExactVerdict | null, };

export type BoardSearchKind = "defences" | "balance" | "threats" | "exact";

export type ThreatsSeen = { placement: string, sideToMove: Side, threats: Array<Threat>, };

export type Hint = { 
/**
 * The move, in coordinates.
 */
mv: string, from: string | null, to: string, 
/**
 * The principal variation, which starts with the move.
 */
line: Array<MoveRow>, 
/**
 * Proved facts about the move.
 */
reasons: Array<Fact>, };

export type EngineThinking = { side: Side, 
/**
 * Time since the start of the search.
 */
elapsed: Millis, };

export type Abilities = { 
/**
 * A person may move.
 */
play: boolean, undo: boolean, hint: boolean, offerDraw: boolean, 
/**
 * A person plays, and something has been played: a game without a move is simply left.
 */
resign: boolean, 
/**
 * An engine thinks and can be forced to move.
 */
moveNow: boolean, rematch: boolean, 
/**
 * Two engines play and can be paused.
 */
pause: boolean, 
/**
 * Two engines are paused and can play on, or make a single move.
 */
goOn: boolean, };

export type Snapshot = { 
/**
 * The board. Its `side_to_move` is the colour of the next stone, also in an opening. `destinations` is empty
 * while no person may move. `outcome` includes resignation and the like.
 */
board: BoardView, 
/**
 * The number of moves so far.
 */
ply: number, 
/**
 * The index of the first of `moves`. The snapshot before has the earlier moves. Zero in a full snapshot.
 */
movesFrom: number, moves: Array<MoveRow>, 
/**
 * FEN letters of the pieces each side has lost, most valuable first.
 */
lost: BySide<Array<string>>, 
/**
 * Absent in an untimed game.
 */
clocks: Clocks | null, 
/**
 * The ruling on the repetition that ended the game.
 */
ruled: Ruled | null, 
/**
 * The moves of the side to move that would end the game by repetition, or let the opponent end it.
 */
repetitions: Array<RepetitionWarning>, thinking: EngineThinking | null, 
/**
 * The side that offers a draw.
 */
drawOffer: Side | null, hint: Hint | null, 
/**
 * Absent after the opening.
 */
deciding: PendingDecision | null, 
/**
 * The longest named opening that the game has followed.
 */
openingName: OpeningName | null, 
/**
 * In a game of two engines, the value of the board by the engine that moved last, unless it did not search.
 */
worth: Worth | null, can: Abilities, 
/**
 * Game, rule and start.
 */
setup: SetupCodes, 
/**
 * The time control, which starts after an opening.
 */
clock: TimeControl, coach: Coach, 
/**
 * The odds that one side gives, which the set-up has.
 */
odds?: Handicap | null, 
/**
 * The value of the side that moves first.
 */
first: Player, 
/**
 * The value of the side that moves second.
 */
second: Player, };

export type CurrentGame = { 
/**
 * The game's id.
 */
uid: string, 
/**
 * The game's row in the library, once it is saved.
 */
saved: number | null, 
/**
 * The colour of this machine's player, in a game with another machine.
 */
mine?: Side, 
/**
 * The board. Its `side_to_move` is the colour of the next stone, also in an opening. `destinations` is empty
 * while no person may move. `outcome` includes resignation and the like.
 */
board: BoardView, 
/**
 * The number of moves so far.
 */
ply: number, 
/**
 * The index of the first of `moves`. The snapshot before has the earlier moves. Zero in a full snapshot.
 */
movesFrom: number, moves: Array<MoveRow>, 
/**
 * FEN letters of the pieces each side has lost, most valuable first.
 */
lost: BySide<Array<string>>, 
/**
 * Absent in an untimed game.
 */
clocks: Clocks | null, 
/**
 * The ruling on the repetition that ended the game.
 */
ruled: Ruled | null, 
/**
 * The moves of the side to move that would end the game by repetition, or let the opponent end it.
 */
repetitions: Array<RepetitionWarning>, thinking: EngineThinking | null, 
/**
 * The side that offers a draw.
 */
drawOffer: Side | null, hint: Hint | null, 
/**
 * Absent after the opening.
 */
deciding: PendingDecision | null, 
/**
 * The longest named opening that the game has followed.
 */
openingName: OpeningName | null, 
/**
 * In a game of two engines, the value of the board by the engine that moved last, unless it did not search.
 */
worth: Worth | null, can: Abilities, 
/**
 * Game, rule and start.
 */
setup: SetupCodes, 
/**
 * The time control, which starts after an opening.
 */
clock: TimeControl, coach: Coach, 
/**
 * The odds that one side gives, which the set-up has.
 */
odds?: Handicap | null, 
/**
 * The value of the side that moves first.
 */
first: Player, 
/**
 * The value of the side that moves second.
 */
second: Player, };

export type Event = { "kind": "started" } | { "kind": "resumed" } | { "kind": "moved", 
/**
 * The move in every notation.
 */
row: MoveRow, 
/**
 * The number of moves since the start.
 */
ply: number, } | { "kind": "decided", 
/**
 * The deciding side, by its colour before the decision.
 */
by: Side, choice: string, } | { "kind": "openingOver" } | { "kind": "undone", 
/**
 * The number of moves that remain.
 */
ply: number, } | { "kind": "thinking", side: Side, } | { "kind": "paused" } | { "kind": "wentOn" } | { "kind": "hint" } | { "kind": "evaluated" } | { "kind": "drawOffered", by: Side, } | { "kind": "drawDeclined", by: Side, } | { "kind": "ended", outcome: Outcome, } | { "kind": "trouble", 
/**
 * A word for programs.
 */
code: string, 
/**
 * One sentence for people.
 */
message: string, 
/**
 * The object concerned, for example a file.
 */
at: string | null, };

export type DeskEvent = { "kind": "saved", 
/**
 * Its row in the library.
 */
id: number, } | Event;

export type Update = { 
/**
 * Grows by one from update to update.
 */
seq: number, 
/**
 * The events, in order.
 */
events: Array<DeskEvent>, 
/**
 * The game after it.
 */
game: CurrentGame, };

export type ObstaclePart = "leg" | "eye" | "way" | "screen" | "checker" | "general" | "own" | "three" | "four" | "overline";

export type Obstacle = { part: ObstaclePart, 
/**
 * Its points: one for a piece, several for a row.
 */
points: Array<string>, 
/**
 * The FEN letter of a piece.
 */
piece: string | null, 
/**
 * The file of a piece in the mover's view, 1 to 9.
 */
file: number | null, };

export type Refusal = { 
/**
 * The code for programs, such as `blocked-leg`.
 */
code: string, 
/**
 * One English sentence without a full stop.
 */
message: string, 
/**
 * The square or point that explains the refusal, the rank of a FEN, or a file.
 */
at: string | null, 
/**
 * More points that explain it: the rows of a foul.
 */
points: Array<string>, 
/**
 * The obstacles, one per piece or row.
 */
obstacles: Array<Obstacle>, };

export type GameRow = { 
/**
 * Number of the game in this library. It is never reused.
 */
id: number, 
/**
 * Time of deletion in milliseconds since 1970; `None` for a game outside the trash.
 */
deletedAtMs: number | null, tags: Array<string>, 
/**
 * The first ply with the part of a position that the list was asked for; 0 is the start.
 */
atPly: number | null, 
/**
 * Unique name of the game, the same as its journal's.
 */
uid: string, 
/**
 * `xiangqi`, `gomoku` or `tictactoe`.
 */
game: GameKind, rule: string, 
/**
 * Points along one side of a Gomoku board.
 */
size: number | null, first: Player, second: Player, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * `first` or `second`; `None` is a draw or no result.
 */
winner: Side | null, reason: string, plies: number, 
/**
 * Date of the record as far as it is known: `2026.11.21`, `1989.05`, `1989`, or empty.
 */
date: string, 
/**
 * In milliseconds since 1970.
 */
startedAtMs: number, 
/**
 * In milliseconds since 1970.
 */
endedAtMs: number, 
/**
 * Final position, for the thumbnail.
 */
finalPlacement: string, opening: string | null, event: string, round: string, 
/**
 * The code of the opening, such as `C91`; empty for an opening without one.
 */
openingCode: string, 
/**
 * Accuracy of each side by the last review, 0 to 100; `None` without a review of the whole game.
 */
accuracy: BySide<number | null>, };

export type Diagram = { 
/**
 * The game, its rule and its size; the start and the opening are ignored.
 */
setup: SetupCodes, 
/**
 * The rows of the board from the top, in the notation of its game.
 */
placement: string, 
/**
 * The side to move.
 */
sideToMove: Side, };

export type GameOrder = "date" | "added" | "plies" | "players" | "first" | "second" | "event" | "round" | "result" | "opening" | "rule" | "tags" | "accuracy";

export type TrashFilter = "kept" | "trash" | "both";

export type PartKind = "pieces" | "shape" | "material";

export type PartOfPosition = { 
/**
 * `xiangqi`, `gomoku` or `tictactoe`.
 */
game: GameKind, 
/**
 * The rows of a board from the top, in the notation of its game.
 */
placement: string, kind: PartKind, };

export type Query = { 
/**
 * `xiangqi`, `gomoku` or `tictactoe`.
 */
game?: GameKind | null, rule?: string | null, 
/**
 * `1-0`, `0-1`, `1/2-1/2` or `*`; or `win`, `loss` or `draw` from the person's point of view.
 */
result?: string | null, 
/**
 * Level of a participating engine.
 */
level?: number | null, 
/**
 * The complete name of the opening.
 */
opening?: string | null, tag?: string | null, 
/**
 * Only games without this tag.
 */
withoutTag?: string | null, 
/**
 * Only games from the usual start.
 */
usualStart?: boolean | null, 
/**
 * Year, `2026`, or month, `2026-11`, of the record's date.
 */
date?: string | null, 
/**
 * The complete name of a player; games under other names of the person count, too.
 */
player?: string | null, 
/**
 * The complete name of the event.
 */
event?: string | null, 
/**
 * Only games that had this part of a position.
 */
part?: PartOfPosition | null, 
/**
 * Only games whose moves another game has, too, those with the same moves together.
 */
duplicates?: boolean | null, 
/**
 * Words that all occur in names, rule, reason, opening, event or comments, in any case; or the first moves of a
 * game. It may contain fields, such as `year:1999..2005`, `opening:B*` or `event:"Five Rams Cup"`.
 */
text: string, sort: GameOrder, 
/**
 * Sorts the other way round.
 */
reversed?: boolean | null, 
/**
 * Whether the rows have their [`GameFacts`] and the facets the events, which the index knows.
 */
facts?: boolean | null, 
/**
 * Most games of the page.
 */
limit: number, 
/**
 * Games before the page.
 */
offset: number, shelf: TrashFilter, };

export type QueryFaultKind = "field" | "empty" | "game" | "result" | "side" | "level" | "rule" | "reason" | "date" | "year" | "moves" | "accuracy" | "material" | "length";

export type QueryFault = { 
/**
 * The word as it was typed.
 */
word: string, kind: QueryFaultKind, };

export type LibraryPage = { 
/**
 * Games in order, without moves and record. [`super::Library::load`] returns those of one game.
 */
rows: Array<GameRow>, 
/**
 * Number of games in the complete list.
 */
total: number, 
/**
 * Games that the index lacks: words and positions do not find them yet.
 */
unindexed: number, 
/**
 * Games of the page with impossible values, which are shown as unknown.
 */
corrected: number, 
/**
 * Words of the text that cannot be taken as they are meant.
 */
faults: Array<QueryFault>, };

export type ValueCount = { 
/**
 * The value as [`Query`] takes it.
 */
value: string, 
/**
 * Number of games with the value.
 */
games: number, };

export type Facets = { game: Array<ValueCount>, rule: Array<ValueCount>, result: Array<ValueCount>, 
/**
 * By the level of a participating engine.
 */
level: Array<ValueCount>, 
/**
 * The most frequent openings.
 */
opening: Array<ValueCount>, tag: Array<ValueCount>, 
/**
 * By year, and by month of the chosen year.
 */
date: Array<ValueCount>, 
/**
 * The most frequent people and external engines; a person counts under one name.
 */
player: Array<ValueCount>, 
/**
 * The most frequent events; empty for a query without [`Query::facts`].
 */
event: Array<ValueCount>, 
/**
 * Games that the index lacks: words and positions do not find them yet.
 */
unindexed: number, };

export type PlayerAlias = { name: string, person: string | null, };

export type PlayerResults = { wins: number, draws: number, losses: number, 
/**
 * Games without a result.
 */
unfinished: number, };

export type PlayerLine = { 
/**
 * The opening, or the name of the opponent.
 */
name: string, 
/**
 * The level of an opponent that is the built-in engine.
 */
level: number | null, results: PlayerResults, };

export type AccuracyPoint = { 
/**
 * `2026-11`, or `2026` where no month is known.
 */
date: string, 
/**
 * 0 to 100.
 */
mean: number, games: number, };

export type PlayerMonth = { 
/**
 * `2026-11`, or `2026` where no month is known.
 */
date: string, results: PlayerResults, };

export type FaultCounts = { inaccuracies: number, mistakes: number, blunders: number, 
/**
 * Forced wins given away.
 */
missedWins: number, 
/**
 * Forced wins given to the opponent.
 */
allowedWins: number, opening: number, middle: number, ending: number, };

export type PlayerPage = { 
/**
 * The person's name; empty for the person at this computer.
 */
name: string, 
/**
 * The other names.
 */
aliases: Array<string>, sides: BySide<PlayerResults>, 
/**
 * The most frequent openings.
 */
openings: Array<PlayerLine>, 
/**
 * The most frequent opponents.
 */
opponents: Array<PlayerLine>, 
/**
 * The results of the last months with games, in order of time.
 */
months: Array<PlayerMonth>, 
/**
 * The accuracy of games with a date, in order of time.
 */
accuracy: Array<AccuracyPoint>, 
/**
 * The number of reviewed games, with or without a date.
 */
reviewed: number, 
/**
 * The mean accuracy of the reviewed games, 0 to 100.
 */
meanAccuracy: number | null, 
/**
 * The faults in the reviewed games.
 */
faults: FaultCounts, 
/**
 * Games that the index lacks: their accuracy is not known yet.
 */
unindexed: number, };

export type ExploredMove = { 
/**
 * The move.
 */
row: MoveRow, 
/**
 * The moves that the counts join, as they lead to images of one position: the named one and the others. In coordinates.
 */
alike: Array<string>, 
/**
 * Games that the first player won.
 */
first: number, 
/**
 * Games that were drawn.
 */
draws: number, 
/**
 * Games that the second player won.
 */
second: number, 
/**
 * Games without a result.
 */
unfinished: number, };

export type ExploredPosition = { 
/**
 * The moves, the most frequent first.
 */
moves: Array<ExploredMove>, 
/**
 * Games that the index lacks.
 */
unindexed: number, };

export type LibraryProgress = { 
/**
 * Games so far; fewer from report to report while a cancelled restore is undone.
 */
games: number, 
/**
 * Games in all.
 */
total: number, };

export type MergeReport = { 
/**
 * Games that were missing.
 */
added: number, 
/**
 * Games that left the trash.
 */
undeleted: number, 
/**
 * Games that were present already.
 */
known: number, 
/**
 * Games that were here with another record, which stays.
 */
differing: number, 
/**
 * Games that came or were present, with impossible values in the backup; those are unknown here.
 */
corrected: number, 
/**
 * Games that could not be read.
 */
unreadable: number, };

export type SalvageState = { 
/**
 * Games saved so far.
 */
games: number, 
/**
 * Whether an earlier run began it and was interrupted.
 */
again: boolean, };

export type SalvageEvent = { "kind": "progress", 
/**
 * The progress so far.
 */
state: SalvageState, } | { "kind": "ended", 
/**
 * The reports and the errors.
 */
notices: Array<Notice>, };

export type LibraryFolder = { 
/**
 * The folder; `None` if the system names none.
 */
folder: string | null, 
/**
 * Whether a person chose it.
 */
chosen: boolean, 
/**
 * The error that makes the library unusable there.
 */
trouble: Refusal | null, };

export type PickKind = "folder" | "save" | "open";

export type Location = { "kind": "line", "number": number } | { "kind": "byte", "number": number };

export type Stopped = { 
/**
 * Position of the move in the file.
 */
place: Location, 
/**
 * Number of the move, from 1.
 */
ply: number, 
/**
 * The text of the move.
 */
written: string, 
/**
 * The refusal of the move.
 */
why: Refusal, };

export type Colour = "green" | "red" | "yellow" | "blue";

export type Mark = { colour: Colour, 
/**
 * Where an arrow begins, in coordinates; a ring begins nowhere.
 */
from: string | null, 
/**
 * The point ringed, or the head of the arrow.
 */
to: string, };

export type Label = { 
/**
 * The point, in coordinates.
 */
at: string, 
/**
 * The text, on one line.
 */
text: string, };

export type Glyph = number;

export type Note = { 
/**
 * The comment; lines are separated by `\n`.
 */
comment: string, 
/**
 * Signs such as `!` and `?!`, in the order written.
 */
glyphs: Array<Glyph>, 
/**
 * Arrows and rings on the board after the move.
 */
marks: Array<Mark>, 
/**
 * Texts on the board after the move.
 */
labels: Array<Label>, 
/**
 * The mover's clock after the move.
 */
clock: Millis | null, 
/**
 * An engine's evaluation of the position after the move.
 */
evaluation: string | null, };

export type Node = { 
/**
 * Its id, valid while the study is open.
 */
id: number, 
/**
 * The parent; absent for the root.
 */
parent: number | null, 
/**
 * The children, the main line first.
 */
children: Array<number>, 
/**
 * The text of the move; empty for the root.
 */
written: string, 
/**
 * The move in every notation; absent for the root and for illegal moves.
 */
row: MoveRow | null, 
/**
 * A number that nodes with the same position share; absent for the root and for illegal moves.
 */
position: number | null, 
/**
 * Absent for an empty note.
 */
note: Note | null, };

export type StudyHeader = { first: string, second: string, 
/**
 * `2026.11.22`, or empty.
 */
date: string, event: string, site: string, round: string, annotator: string, outcome: Outcome | null, };

export type StudyCursor = { 
/**
 * The node at the cursor.
 */
node: number, 
/**
 * The position after its move.
 */
board: BoardView, 
/**
 * The opening that leads to the position, if it has a name.
 */
openingName: OpeningName | null, };

export type StudyTab = { 
/**
 * Its row in the library; below zero for a study that the library does not have.
 */
id: number, 
/**
 * Its game.
 */
game: GameKind, 
/**
 * The event of its record, or empty.
 */
event: string, 
/**
 * The first player.
 */
first: Player, 
/**
 * The second player.
 */
second: Player, 
/**
 * Whether changes of it are not on disk.
 */
isUnsaved: boolean, };

export type OpenedStudy = { 
/**
 * Its row in the library.
 */
row: GameRow, 
/**
 * The game and its start.
 */
setup: SetupCodes, 
/**
 * The part of the record's header that a person edits.
 */
header: StudyHeader, 
/**
 * Every node, the start first; of a long study the first 10,000 and the path to the cursor.
 */
nodes: Array<Node>, 
/**
 * The parts of the record that are not shown.
 */
skipped: Array<SkippedPart>, 
/**
 * All open studies, this one included.
 */
tabs: Array<StudyTab>, 
/**
 * Grows by one from update to update of a study. After a gap a page takes the whole study.
 */
seq: number, 
/**
 * The end by the rules, where the record has another winner or no result.
 */
verdict: Outcome | null, 
/**
 * Where the main line could not be read.
 */
stopped: Stopped | null, 
/**
 * The node of that move.
 */
unread: number | null, 
/**
 * The node in view, with its board.
 */
place: StudyCursor, 
/**
 * Whether a change can be undone.
 */
canUndo: boolean, 
/**
 * Whether an undone change can be made again.
 */
canRedo: boolean, 
/**
 * Why the study is not on disk, if it is not.
 */
unsaved: Refusal | null, };

export type SkippedPart = { "kind": "move" } & Stopped | { "kind": "other", 
/**
 * Its position in the file.
 */
place: Location, 
/**
 * One English sentence without a full stop.
 */
message: string, } | { "kind": "rest", 
/**
 * The number of moves that are shown.
 */
shown: number, } | { "kind": "record" };

export type StudyUpdate = { 
/**
 * The study, by its row before the change.
 */
study: number, 
/**
 * The nodes that look different, new ones included, and those of a long study that the page may lack. A node that no
 * parent lists any more is gone.
 */
nodes: Array<Node>, 
/**
 * Present if the header was changed.
 */
row: GameRow | null, 
/**
 * Present if the header was changed.
 */
header: StudyHeader | null, 
/**
 * Whether the change took the game out of the trash.
 */
isRestored: boolean, 
/**
 * Grows by one from update to update of a study. After a gap a page takes the whole study.
 */
seq: number, 
/**
 * The end by the rules, where the record has another winner or no result.
 */
verdict: Outcome | null, 
/**
 * Where the main line could not be read.
 */
stopped: Stopped | null, 
/**
 * The node of that move.
 */
unread: number | null, 
/**
 * The node in view, with its board.
 */
place: StudyCursor, 
/**
 * Whether a change can be undone.
 */
canUndo: boolean, 
/**
 * Whether an undone change can be made again.
 */
canRedo: boolean, 
/**
 * Why the study is not on disk, if it is not.
 */
unsaved: Refusal | null, };

export type Merged = { 
/**
 * The new moves.
 */
moves: number, 
/**
 * Moves that cannot be played here, with all moves after them.
 */
leftOut: number, 
/**
 * Studies that begin with a position which is not in this one.
 */
apart: number, };

export type StudyMerge = { 
/**
 * The changes of the study.
 */
update: StudyUpdate, 
/**
 * What was added.
 */
merged: Merged, 
/**
 * Games that could not be read.
 */
unread: number, };

export type StudyEdit = { "kind": "remove", node: number, } | { "kind": "promote", node: number, } | { "kind": "demote", node: number, } | { "kind": "makeMain", node: number, } | { "kind": "comment", node: number, text: string, } | { "kind": "judge", node: number, glyph: number | null, } | { "kind": "draw", node: number, marks: Array<Mark>, labels: Array<Label>, } | { "kind": "correct", node: number, mv: string, } | { "kind": "describe", header: StudyHeader, };

export type ImportCounts = { 
/**
 * Files read so far.
 */
files: number, 
/**
 * Files in all.
 */
filesTotal: number, 
/**
 * Games found so far.
 */
games: number, };

export type SkippedRecord = { 
/**
 * The file or folder; `None` for pasted text.
 */
place: string | null, 
/**
 * The number of the game in a file with several, from 1.
 */
game: number | null, 
/**
 * The reason.
 */
why: Refusal, };

export type TextSample = { 
/**
 * The file; `None` for pasted text.
 */
place: string | null, 
/**
 * Names, tags, comments and moves that are not ASCII, the first of each game; empty if the file has no game in this
 * encoding.
 */
texts: Array<string>, };

export type DoubtfulFiles = { 
/**
 * The guess, by its name in the WHATWG's standard.
 */
guess: string, 
/**
 * The number of files.
 */
files: number, 
/**
 * The texts of the first files, read as guessed.
 */
samples: Array<TextSample>, };

export type EncodingChoice = { 
/**
 * The guess.
 */
guess: string, 
/**
 * The name or a label of the encoding in the WHATWG's standard.
 */
encoding: string, };

export type DuplicateRecord = { 
/**
 * As [`SkippedRecord::place`].
 */
place: string | null, 
/**
 * As [`SkippedRecord::game`].
 */
game: number | null, 
/**
 * The game of the library, without moves and record.
 */
same: GameRow, };

export type ImportOutcome = { 
/**
 * The row to be opened, if there was a single game.
 */
opens: number | null, 
/**
 * Games that are new in the library.
 */
games: number, 
/**
 * Games that the library had already.
 */
known: number, 
/**
 * The number of games that were not filed, because the library has them in another form or with other headers. They
 * wait for [`Desk::import_duplicates`].
 */
duplicates: number, 
/**
 * The first of them.
 */
listedDuplicates: Array<DuplicateRecord>, 
/**
 * The first skipped records; the rest is only counted.
 */
skipped: Array<SkippedRecord>, 
/**
 * The number of skipped records not listed.
 */
unlisted: number, 
/**
 * Whether the import was stopped; the games filed before stay.
 */
stopped: boolean, 
/**
 * The files that wait for a choice of their encoding, those of earlier imports included.
 */
doubtful: Array<DoubtfulFiles>, };

export type RecordPart = "unplayable" | "variation" | "comment" | "glyph" | "mark" | "label" | "clock" | "evaluation" | "fact";

export type ExportForm = { name: string, ending: string, 
/**
 * How many of which parts the form leaves out.
 */
leftOut: Array<[RecordPart, number]>, 
/**
 * Why this game cannot be written in it.
 */
refused: Refusal | null, };

export type FormOfGames = { 
/**
 * Whether one file may hold all of them.
 */
holdsMany: boolean, name: string, ending: string, 
/**
 * How many of which parts the form leaves out.
 */
leftOut: Array<[RecordPart, number]>, 
/**
 * Why this game cannot be written in it.
 */
refused: Refusal | null, };

export type ExportedGames = { 
/**
 * Games written.
 */
games: number, 
/**
 * Games that the form cannot hold, or that are no longer in the library.
 */
leftOut: number, };

export type GameCount = { 
/**
 * The game of the book.
 */
game: GameKind, 
/**
 * The first plies of each game.
 */
pliesMax: number, 
/**
 * Moves that fewer games played are left out.
 */
gamesMin: number, };

export type CountedGames = { 
/**
 * Games of the game of the book.
 */
games: number, 
/**
 * Games of another one, or that are no longer in the library.
 */
leftOut: number, 
/**
 * Positions of the book.
 */
positions: number, 
/**
 * Moves of the book.
 */
moves: number, };

export type ExportSubject = "study" | "game";

export type BoardWood = "kaya" | "rosewood" | "xuan" | "lacquer";

export type PieceFaces = "traditional" | "simplified" | "letters" | "international";

export type StoneSurface = "slate" | "flat" | "letters";

export type EdgeLabels = "none" | "chinese" | "arabic" | "letters";

export type PageLanguage = "english" | "chinese" | "traditional" | "vietnamese";

export type NotationStyle = "uci" | "iccs" | "wxf" | "chinese" | "traditional" | "vietnamese";

export type PictureStyle = { wood: BoardWood, pieces: PieceFaces, stones: StoneSurface, labels: EdgeLabels, 
/**
 * Whether the right half of the river faces Black.
 */
riverFacing: boolean, 
/**
 * Whether the second side is at the bottom.
 */
flipped: boolean, 
/**
 * Whether stones show their numbers.
 */
numbers: boolean, 
/**
 * Whether players, event, date and move are written above the board.
 */
heading: boolean, language: PageLanguage, notation: NotationStyle, };

export type ReplayPart = "game" | "line";

export type ForcedWin = { "kind": "missed", moves: number, isMate: boolean, } | { "kind": "allowed", moves: number, isMate: boolean, };

export type Phase = "opening" | "middle" | "ending";

export type ReviewLabel = "fine" | "inaccuracy" | "mistake" | "blunder";

export type ReviewedMove = { 
/**
 * Move number, from 1.
 */
ply: number, node: number, side: Side, 
/**
 * The first side's winning chance after the move, 0 to 1.
 */
chance: number, 
/**
 * Lost share of the mover's winning chances, 0 to 1.
 */
loss: number, label: ReviewLabel | null, forced: ForcedWin | null, 
/**
 * The proved reasons against the move and for the better one.
 */
why: Array<Fact>, 
/**
 * The ruling on a repetition that the move leads to.
 */
repetition: RepetitionWarning | null, 
/**
 * The ruling on a repetition by which the better move ends the game.
 */
betterRepetition: RepetitionWarning | null, 
/**
 * The better line.
 */
best: Array<MoveRow>, 
/**
 * The best line after the move.
 */
answer: Array<MoveRow>, };

export type SideReport = { 
/**
 * Mean of `100 · e^(-4.4 · loss)` over its moves; `None` without moves.
 */
accuracy: number | null, 
/**
 * Number of moves with each label, in the order of [`ReviewLabel::ALL`].
 */
counts: [number, number, number, number], };

export type ReviewReport = { 
/**
 * Every move with known scores.
 */
moves: Array<ReviewedMove>, sides: BySide<SideReport>, 
/**
 * Numbers of the costliest faults, the worst first.
 */
swings: Array<number>, phases: Array<Phase>, };

export type ReviewNews = { "kind": "progress", done: number, total: number, moves: Array<ReviewedMove>, } | { "kind": "done", report: ReviewReport, 
/**
 * What the review has changed in the study in front; absent where it could not be kept.
 */
change: StudyUpdate | null, unkept: Refusal | null, } | { "kind": "puzzles", new: number, } | { "kind": "failed", why: Refusal, };

export type BatchState = { 
/**
 * Games to be reviewed; 0 without a review.
 */
waiting: number, reviewed: number, 
/**
 * Games that are gone, have no moves or parts that cannot be read, or were reviewed before.
 */
skipped: number, 
/**
 * The time for one game, in seconds.
 */
seconds: number, running: boolean, 
/**
 * The names of the players of the game in review.
 */
players: [string, string] | null, 
/**
 * The part of that game that is done, 0 to 1.
 */
part: number, 
/**
 * Why it does not go on.
 */
trouble: Refusal | null, };

export type FilmFrame = { row: MoveRow, board: BoardView, };

export type TriedMove = { row: MoveRow, 
/**
 * Whether the move gets no label.
 */
isRight: boolean, 
/**
 * Lost share of the mover's winning chances, 0 to 1.
 */
loss: number, forced: ForcedWin | null, 
/**
 * The ruling on a repetition that a wrong move leads to.
 */
repetition: RepetitionWarning | null, 
/**
 * The score after the move; `None` if it ends the game.
 */
worth: Worth | null, 
/**
 * The board after the move, then after each move of the answer to a wrong one.
 */
film: Array<FilmFrame>, };

export type BlunderWarning = { 
/**
 * The move. It is not played.
 */
row: MoveRow, 
/**
 * The proved reasons against the move. Without one, `answer` is the reason.
 */
facts: Array<Fact>, 
/**
 * The best line after the move.
 */
answer: Array<MoveRow>, };

export type LabMethod = "minimax" | "alphaBeta" | "ordered" | "hashed" | "nullWindow";

export type LabFigures = { nodes: number, 
/**
 * Visited nodes by ply; the root is ply 0.
 */
byPly: Array<number>, 
/**
 * Nodes evaluated statically, at depth zero.
 */
leaves: number, 
/**
 * Nodes at which the game was over.
 */
ends: number, 
/**
 * Nodes whose moves were searched.
 */
interior: number, 
/**
 * Legal moves at the interior nodes, searched or not.
 */
moves: number, cutoffs: number, 
/**
 * Beta cutoffs by the first move. Their share measures the move ordering.
 */
firstCutoffs: number, 
/**
 * Moves skipped by cutoffs.
 */
pruned: number, 
/**
 * Probes of the transposition table.
 */
probes: number, 
/**
 * Probes that found the position.
 */
hits: number, 
/**
 * Hits that caused a cutoff.
 */
hashCutoffs: number, 
/**
 * Moves that failed high in a null window and were searched again.
 */
researches: number, };

export type LabMeasure = { method: LabMethod, depth: number, 
/**
 * The value; `None` for an unfinished search.
 */
worth: Worth | null, 
/**
 * The PV; of equal lines the first found.
 */
line: Array<MoveRow>, 
/**
 * The counts, also of an unfinished search.
 */
figures: LabFigures, };

export type Statistics = { 
/**
 * Probes of the transposition table; quiescence, VCF and VCT nodes are not counted.
 */
probes: number, 
/**
 * Probes that found the position.
 */
hits: number, 
/**
 * Beta cutoffs by a move.
 */
cutoffs: number, 
/**
 * Beta cutoffs by the first move.
 */
firstCutoffs: number, };

export type LabIteration = { 
/**
 * Nominal depth. Extensions and reductions vary it by line.
 */
depth: number, depthSelective: number, 
/**
 * Nodes since the start of the search.
 */
nodes: number, 
/**
 * Time since the start of the search.
 */
time: Millis, worth: Worth, line: Array<MoveRow>, 
/**
 * Counts since the start of the search.
 */
statistics: Statistics, };

export type MoveValue = { row: MoveRow, 
/**
 * Alpha-beta's value, for its best moves only.
 */
alphaBeta: Worth | null, 
/**
 * Simulations of the Monte Carlo search through the move.
 */
visits: number, 
/**
 * Mean of these simulations.
 */
mcts: Worth | null, };

export type Rivals = { 
/**
 * Nodes of each search.
 */
nodes: number, 
/**
 * The moves by visits, the most visited first; then moves that only alpha-beta scores.
 */
moves: Array<MoveValue>, };

export type LabEvent = { "kind": "measured" } & LabMeasure | { "kind": "iterated" } & LabIteration | { "kind": "compared" } & Rivals | { "kind": "done" } | { "kind": "failed", code: string, message: string, };

export type NodeFate = "over" | "leaf" | "known" | "exact" | "low" | "cut";

export type LabChild = { 
/**
 * Its index in the tree.
 */
id: number | null, row: MoveRow, 
/**
 * Whether this repeats a null-window search of the same move.
 */
again: boolean, worth: Worth | null, fate: NodeFate | null, 
/**
 * Size of the subtree, the child included.
 */
nodes: number, };

export type LabNode = { 
/**
 * The depth of the search, in plies.
 */
depth: number, 
/**
 * The number of nodes of the tree.
 */
size: number, 
/**
 * Indices from the root to this node.
 */
path: Array<number>, 
/**
 * The moves from the root to this node.
 */
rows: Array<MoveRow>, board: BoardView, 
/**
 * The lower bound of the window; absent if infinite.
 */
alpha: Worth | null, 
/**
 * The upper bound of the window; absent if infinite.
 */
beta: Worth | null, worth: Worth, fate: NodeFate, 
/**
 * Size of the subtree, this node included.
 */
nodes: number, 
/**
 * The searched moves in search order, then those skipped by a cutoff.
 */
children: Array<LabChild>, };

export type GameCounts = { 
/**
 * Won by X.
 */
first: number, 
/**
 * Won by O.
 */
second: number, drawn: number, };

export type KnownChild = { row: MoveRow, placement: string, worth: Worth, games: GameCounts, };

export type KnownNode = { board: BoardView, worth: Worth, games: GameCounts, children: Array<KnownChild>, };

export type Beginning = { 
/**
 * Game and rule, and for Xiangqi the position.
 */
setup: SetupCodes, 
/**
 * The moves, in coordinates. Empty for Xiangqi, whose set-up holds the position.
 */
moves: Array<string>, };

export type UnfinishedTable = { 
/**
 * Whether this machine opened it.
 */
isHost: boolean, 
/**
 * Address and port of the host, for its guest.
 */
address: string, };

export type Unfinished = { uid: string, plies: number, 
/**
 * In milliseconds since 1970.
 */
lastAtMs: number, placement: string, clocks: Clocks | null, 
/**
 * Whether the rest of the game cannot be read.
 */
damaged: boolean, 
/**
 * The table of a game with another machine; the game goes on only there.
 */
table?: UnfinishedTable, 
/**
 * The colour of this machine's player at the table, before any swap.
 */
mine?: Side, 
/**
 * Game, rule and start.
 */
setup: SetupCodes, 
/**
 * The time control, which starts after an opening.
 */
clock: TimeControl, coach: Coach, 
/**
 * The odds that one side gives, which the set-up has.
 */
odds?: Handicap | null, 
/**
 * The value of the side that moves first.
 */
first: Player, 
/**
 * The value of the side that moves second.
 */
second: Player, };

export type TableQuestion = "take-back" | "draw" | "adjourn" | "rematch";

export type Phrase = "hello" | "good-luck" | "well-played" | "moment" | "thanks" | "goodbye";

export type WrittenCode = { 
/**
 * Four words.
 */
words: string, 
/**
 * Twelve digits in four groups.
 */
digits: string, };

export type TableTerms = { 
/**
 * The colour of this machine's player.
 */
mine: Side, 
/**
 * Game, rule and start.
 */
setup: SetupCodes, 
/**
 * The time control, which starts after an opening.
 */
clock: TimeControl, coach: Coach, 
/**
 * The odds that one side gives, which the set-up has.
 */
odds?: Handicap | null, 
/**
 * The value of the side that moves first.
 */
first: Player, 
/**
 * The value of the side that moves second.
 */
second: Player, };

export type TableClosing = { "why": "left" } | { "why": "otherLeft" } | { "why": "adjourned" } | { "why": "waitOver" } | { "why": "wrongCodes" } | { "why": "disagreement", 
/**
 * The file's path.
 */
file: string | null, } | { "why": "failed", 
/**
 * A code with a text of its own, or `table-failed`.
 */
code: string, 
/**
 * One sentence.
 */
message: string, };

export type FoundTable = { 
/**
 * The host's name; may be empty.
 */
name: string, game: GameKind, 
/**
 * The code of the rule; empty for a game with one rule.
 */
rule: string, 
/**
 * Address and port, for [`TableVisit`](super::TableVisit).
 */
address: string, };

export type ShownPosition = { 
/**
 * One line; empty for the board of two guests.
 */
title: string, 
/**
 * By the present colours; empty without names.
 */
players: BySide<string>, 
/**
 * The game and its start.
 */
setup: SetupCodes, 
/**
 * The position without legal moves.
 */
board: BoardView, 
/**
 * The number of moves.
 */
ply: number, 
/**
 * The last move.
 */
last: MoveRow | null, 
/**
 * The clock of the game.
 */
control: TimeControl, 
/**
 * The clocks of a game that goes on, when this was made.
 */
clocks: Clocks | null, 
/**
 * The result.
 */
outcome: Outcome | null, };

export type VisitedClass = { 
/**
 * The teacher's name.
 */
teacher: string, 
/**
 * The game of the class.
 */
game: GameKind, 
/**
 * Whether the guest only watches.
 */
watches: boolean, 
/**
 * What the class looks at.
 */
shown: ShownPosition | null, };

export type TableState = { 
/**
 * Distinguishes the tables of one run.
 */
id: number, 
/**
 * Whether this machine opened the table.
 */
isHost: boolean, 
/**
 * Address and port; empty until the table is open.
 */
address: string, 
/**
 * The code, for the host.
 */
code: WrittenCode | null, 
/**
 * How often a wrong code was given.
 */
wrongCodes: number, 
/**
 * The terms that wait for this machine's player.
 */
offered: TableTerms | null, 
/**
 * The name of the other player, once known.
 */
other: string | null, 
/**
 * Whether the other player is connected.
 */
isHere: boolean, 
/**
 * The seconds for which a game waits for a lost player, from the loss on.
 */
waitS: number, 
/**
 * The open question of the other player.
 */
asked: TableQuestion | null, 
/**
 * The open question of this machine's player.
 */
asking: TableQuestion | null, 
/**
 * The class, where the table belongs to one.
 */
class: VisitedClass | null, 
/**
 * The reason why the table is closed.
 */
closed: TableClosing | null, };

export type TableNews = { "kind": "opened" } | { "kind": "wrongCode" } | { "kind": "offered" } | { "kind": "here" } | { "kind": "inClass" } | { "kind": "shown" } | { "kind": "away" } | { "kind": "changed" } | { "kind": "asked" } | { "kind": "answered", 
/**
 * The question.
 */
question: TableQuestion, 
/**
 * The answer.
 */
accept: boolean, } | { "kind": "said", 
/**
 * The phrase.
 */
phrase: Phrase, } | { "kind": "refused", 
/**
 * One sentence in English.
 */
message: string, } | { "kind": "closed" };

export type ClassGuest = { name: string, isHere: boolean, 
/**
 * The number of the board at which the guest plays.
 */
board: number | null, };

export type NextRound = { 
/**
 * From 1.
 */
round: number, 
/**
 * By the colour at the start.
 */
pairs: Array<BySide<string>>, 
/**
 * The guest without an opponent.
 */
bye: string | null, };

export type ClassStanding = { player: number, 
/**
 * From 1. Players with equal points and Sonneborn-Berger share it.
 */
place: number, wins: number, draws: number, losses: number, 
/**
 * In half points, those for rounds without an opponent included.
 */
halfPoints: number, 
/**
 * The points of the beaten and half of those of the drawn opponents (Sonneborn and Berger), in quarter points. A
 * round without an opponent is a win against a player of the same points (FIDE Handbook C.07, article 16.4).
 */
sonnebornBerger: number, };

export type ClassResults = { round: number, 
/**
 * Whether the tournament is over.
 */
isLast: boolean, 
/**
 * The names of the players by number.
 */
names: Array<string>, 
/**
 * The best player first.
 */
standings: Array<ClassStanding>, };

export type GuestGame = { 
/**
 * From 1, over the whole class.
 */
number: number, 
/**
 * The round of the tournament, from 1.
 */
round: number, 
/**
 * By the present colours.
 */
players: BySide<string>, 
/**
 * Whether the players are connected.
 */
isHere: BySide<boolean>, 
/**
 * The position without legal moves.
 */
board: BoardView, 
/**
 * The side whose move or decision is next.
 */
turn: Side, 
/**
 * The number of moves.
 */
ply: number, 
/**
 * The last move.
 */
last: MoveRow | null, 
/**
 * The clocks when this was made.
 */
clocks: Clocks | null, 
/**
 * The result, also of a game that a player or the teacher ended.
 */
outcome: Outcome | null, };

export type ClassState = { 
/**
 * Address and port; empty until the class is open.
 */
address: string, 
/**
 * The code for the guests.
 */
code: WrittenCode | null, 
/**
 * The game of all boards.
 */
setup: SetupCodes, 
/**
 * The clock of all boards.
 */
clock: TimeControl, 
/**
 * How often a wrong code was given.
 */
wrongCodes: number, 
/**
 * Whether nobody else can join, after too many wrong codes.
 */
isDoorClosed: boolean, 
/**
 * The guests in the order of their coming.
 */
guests: Array<ClassGuest>, 
/**
 * The number of spectators.
 */
spectators: number, 
/**
 * The round that is paired and not begun.
 */
next: NextRound | null, 
/**
 * The results after the last round that is over.
 */
results: ClassResults | null, 
/**
 * The games of the latest round.
 */
games: Array<GuestGame>, 
/**
 * The number of the board that the spectators see.
 */
watched: number | null, 
/**
 * What everybody sees who does not play.
 */
shown: ShownPosition | null, 
/**
 * Whether the class is closed.
 */
isClosed: boolean, };

export type UnfinishedClass = { 
/**
 * The game of all boards.
 */
setup: SetupCodes, 
/**
 * The names of the guests.
 */
guests: Array<string>, 
/**
 * The round that was begun last, 0 before the first one.
 */
round: number, 
/**
 * The games that are not over.
 */
playing: number, 
/**
 * In milliseconds since 1970.
 */
beganAtMs: number, };

export type ClassNews = { "kind": "opened" } | { "kind": "damaged", 
/**
 * The entries that the class goes on without.
 */
lost: number, 
/**
 * The place where the damaged file is kept.
 */
at: string, } | { "kind": "wrongCode" } | { "kind": "guests" } | { "kind": "paired" } | { "kind": "began", 
/**
 * From 1.
 */
round: number, 
/**
 * The number of its games.
 */
games: number, } | { "kind": "board", 
/**
 * The number of the board.
 */
number: number, 
/**
 * Whether the game has ended now.
 */
ended: boolean, } | { "kind": "roundOver" } | { "kind": "shown" } | { "kind": "refused", 
/**
 * One sentence in English.
 */
message: string, } | { "kind": "closed", 
/**
 * The reason in one sentence, if it was not the teacher.
 */
message: string | null, };

export type ClassNotice = { unfinished: Array<Unfinished> | null, 
/**
 * What happened.
 */
news: ClassNews, 
/**
 * The class after it.
 */
class: ClassState, };

export type TableNotice = { unfinished: Array<Unfinished> | null, 
/**
 * What happened.
 */
news: TableNews, 
/**
 * The table after it.
 */
table: TableState, };

export type Notice = { 
/**
 * The code on which the window switches.
 */
code: string, 
/**
 * One sentence that names the place.
 */
message: string, 
/**
 * The file or folder, if there is one.
 */
at: string | null, 
/**
 * The number of affected games; often 0.
 */
games: number, 
/**
 * The number of games that could not be read; often 0.
 */
lost: number, };

export type Language = "system" | "zh-CN" | "zh-TW" | "en" | "vi";

export type Theme = "system" | "light" | "dark";

export type Notation = "chinese" | "traditional" | "wxf" | "vietnamese" | "iccs" | "uci";

export type XiangqiSet = "traditional" | "simplified" | "letters" | "international";

export type BoardStyle = "kaya" | "rosewood" | "xuan" | "lacquer";

export type StoneStyle = "slate" | "flat" | "letters";

export type Announce = "brief" | "full";

export type GomokuSearch = "alpha-beta" | "mcts";

export type GameChoice = "xiangqi" | "gomoku" | "tictactoe";

export type Opponent = "engine" | "auto" | "friend" | "network" | "engines" | "guest";

export type Seat = "first" | "second" | "random";

export type ClockKind = "none" | "fischer" | "per-move" | "byo-yomi";

export type ClockChoice = { kind: ClockKind, 
/**
 * Seconds for the whole game; for [`ClockKind::PerMove`], for each move.
 */
mainS: number, 
/**
 * Seconds added after each move.
 */
incrementS: number, 
/**
 * Seconds of a byo-yomi period.
 */
periodS: number, 
/**
 * The number of byo-yomi periods.
 */
periods: number, };

export type CoachChoice = { 
/**
 * Whether blunders are held back until they are confirmed.
 */
warnings: boolean, 
/**
 * Whether the threats on the board may be shown.
 */
threats: boolean, 
/**
 * Whether the evaluation of the board is shown.
 */
evaluation: boolean, };

export type NewGameChoice = { 
/**
 * The players.
 */
opponent: Opponent, 
/**
 * The engine's level, 1 to 5; of the first engine if two play.
 */
level: number, 
/**
 * The second engine's level.
 */
secondLevel: number, 
/**
 * The person's seat.
 */
seat: Seat, clock: ClockChoice, coach: CoachChoice, 
/**
 * The code of the odds, or `none`.
 */
odds: string, 
/**
 * Whether the person gives the odds instead of the opponent.
 */
gives: boolean, 
/**
 * The rule's code.
 */
rule: string, 
/**
 * The code of the opening protocol of a Gomoku game, or `none`.
 */
opening: string, 
/**
 * Points along one side of a Gomoku board; Xiangqi ignores it.
 */
size: number, 
/**
 * The id of the external engine, for [`Opponent::External`]. The settings file calls external engines guests.
 */
guest: string, 
/**
 * The id of the first external engine in a game of two engines; empty for the built-in one.
 */
firstGuest: string, 
/**
 * The id of the second external engine in a game of two engines; empty for the built-in one.
 */
secondGuest: string, };

export type AnalysisChoice = { 
/**
 * The number of lines (multi-PV).
 */
lines: number, 
/**
 * Time limit in seconds; 0 is no limit.
 */
seconds: number, 
/**
 * Threads of the built-in engine.
 */
threads: number, 
/**
 * Size of the built-in engine's transposition table, in mebibytes.
 */
hashMib: number, 
/**
 * The analysts: ids of external engines; the empty id is the built-in engine.
 */
analysts: Array<string>, };

export type RootMoves = { 
/**
 * In coordinates; without any every legal move is searched.
 */
moves: Array<string>, 
/**
 * Whether all moves but these are searched, instead of these alone.
 */
excluded: boolean, };

export type LibraryView = "boards" | "table";

export type LibraryChoice = { view: LibraryView, 
/**
 * The columns of the table, in order; the page knows their names.
 */
columns: Array<string>, 
/**
 * The column that sorts the list.
 */
sort: string, 
/**
 * Whether the order is reversed.
 */
reversed: boolean, };

export type MatchChoice = { game: GameChoice, 
/**
 * The players: the page knows the words for levels and external engines.
 */
first: string, second: string, 
/**
 * The ids of their books; empty for none.
 */
firstBook: string, secondBook: string, 
/**
 * The rule's code at Gomoku.
 */
rule: string, games: number, 
/**
 * Time for each move, in milliseconds.
 */
moveMs: number, };

export type TournamentChoice = { game: GameChoice, 
/**
 * The rule's code at Gomoku.
 */
rule: string, format: string, 
/**
 * The rounds of a Swiss; 0 follows the number of players.
 */
rounds: number, 
/**
 * The games of a pairing.
 */
games: number, 
/**
 * How long the engines think: the page knows the words.
 */
limit: string, 
/**
 * The id of a book, `own` for openings of a file, or empty for the built-in ones.
 */
openings: string, boards: number, 
/**
 * Whether scores of both players that agree end a game.
 */
adjudicates: boolean, 
/**
 * The players, as in [`MatchChoice`], in their order.
 */
xiangqi: Array<string>, gomoku: Array<string>, };

export type EngineChoice = { 
/**
 * 0 is one thread for each processor.
 */
threads: number, 
/**
 * Size of the transposition table in mebibytes; 0 is the default.
 */
hashMib: number, 
/**
 * Seconds for a move; 0 is the level's own time.
 */
seconds: number, 
/**
 * Node limit of a search; 0 is no limit.
 */
nodes: number, 
/**
 * Depth limit in plies; 0 is no limit.
 */
depth: number, };

export type Settings = { 
/**
 * The version of the file; [`VERSION`] once loaded, unless a newer program wrote it.
 */
version: number, language: Language, theme: Theme, 
/**
 * The notation of Xiangqi moves.
 */
notation: Notation, 
/**
 * The drawing of the Xiangqi pieces.
 */
xiangqiSet: XiangqiSet, 
/**
 * The surface of the boards.
 */
board: BoardStyle, 
/**
 * The drawing of the stones.
 */
stones: StoneStyle, 
/**
 * Whether moves make a sound.
 */
sound: boolean, 
/**
 * In percent.
 */
volume: number, 
/**
 * The detail of announcements.
 */
announce: Announce, 
/**
 * Whether moves are animated.
 */
animation: boolean, 
/**
 * Whether the legal moves of a picked piece are marked.
 */
legalDots: boolean, 
/**
 * Whether the edges of the board show coordinates.
 */
coordinates: boolean, 
/**
 * Whether the words on the river face each player.
 */
riverFacing: boolean, 
/**
 * Whether the opponent's Xiangqi pieces are upside down.
 */
rotateOpponent: boolean, 
/**
 * Whether stones are numbered.
 */
moveNumbers: boolean, 
/**
 * Whether points that Renju forbids are marked.
 */
forbiddenMarks: boolean, 
/**
 * Whether resigning needs a confirmation.
 */
confirmResign: boolean, 
/**
 * Whether placing a stone needs a second tap.
 */
confirmPlace: boolean, 
/**
 * Whether the built-in engine uses its opening books.
 */
openingBook: boolean, 
/**
 * The search method of the built-in engine at Gomoku.
 */
gomokuSearch: GomokuSearch, 
/**
 * The limits of the built-in engine at full strength.
 */
engine: EngineChoice, 
/**
 * The scale of the user interface, in percent.
 */
uiScale: number, 
/**
 * Custom keys by the action's id; an empty string means the default key.
 */
keys: { [key in string]: string }, 
/**
 * The settings of the analysis.
 */
analysis: AnalysisChoice, 
/**
 * The list of the library.
 */
library: LibraryChoice, 
/**
 * The last choices for a match of two engines.
 */
engineMatch: MatchChoice, 
/**
 * The last choices for a tournament of engines.
 */
tournament: TournamentChoice, 
/**
 * The name that players of other machines see.
 */
playerName: string, lastGame: GameChoice, 
/**
 * The last choices for a new game of Xiangqi.
 */
xiangqiNew: NewGameChoice, 
/**
 * The last choices for a new game of Gomoku.
 */
gomokuNew: NewGameChoice, 
/**
 * The last choices for a new game of tic-tac-toe.
 */
tictactoeNew: NewGameChoice, };

export type AnnouncementRoute = "window" | "alertDialog" | "liveRegion";

export type Startup = { settings: Settings, 
/**
 * Whether there are no saved settings yet.
 */
first: boolean, unfinished: Array<Unfinished>, notices: Array<Notice>, game: CurrentGame | null, 
/**
 * The salvage of a damaged library, while it goes on.
 */
salvage: SalvageState | null, announcements: AnnouncementRoute, 
/**
 * Whether no step of a lesson was ever on the board.
 */
newToLessons: boolean, 
/**
 * The table, open or just closed.
 */
table?: TableState, 
/**
 * The class that this machine has opened.
 */
class?: ClassState, 
/**
 * The class that was cut off and can go on.
 */
unfinishedClass?: UnfinishedClass, };

export type About = { version: string, 
/**
 * The licences of the parts.
 */
notices: string, };

export type SoundName = "place" | "capture" | "stone" | "select" | "illegal" | "check" | "low-time" | "end";

export type EngineProtocol = "uci" | "ucci" | "gomocup";

export type OptionValue = { "kind": "check", name: string, value: boolean, preset: boolean, } | { "kind": "spin", name: string, value: number, preset: number, min: number, max: number, } | { "kind": "combo", name: string, value: string, preset: string, choices: Array<string>, } | { "kind": "text", name: string, value: string, preset: string, } | { "kind": "button", name: string, };

export type EngineConfig = { 
/**
 * Empty until the engine is first saved.
 */
id: string, 
/**
 * The name in the list.
 */
name: string, 
/**
 * The command line, as a person writes it.
 */
command: string, 
/**
 * The protocol that the probe found.
 */
protocol: EngineProtocol, game: GameChoice, options: Array<OptionValue>, };

export type Probe = { "kind": "answers", 
/**
 * The time from the start until the engine was ready, in milliseconds.
 */
ms: number, protocol: EngineProtocol, game: GameChoice, 
/**
 * The name that the engine reports.
 */
name: string, 
/**
 * The author that the engine reports; may be empty.
 */
author: string, options: Array<OptionValue>, } | { "kind": "fails", 
/**
 * One of `PROBE_CODES`.
 */
code: string, 
/**
 * One English sentence.
 */
message: string, 
/**
 * The subject of the message: a protocol, the program, or the system's error.
 */
at: string | null, 
/**
 * The first lines of its output.
 */
lines: Array<string>, };

export type ConsoleSource = "sent" | "said" | "note";

export type ConsoleLine = { source: ConsoleSource, text: string, };

export type MatchBook = { 
/**
 * Its id in the list of books.
 */
id: string, 
/**
 * Whether the best move is played instead of one by lot.
 */
best: boolean, };

export type MatchSetup = { 
/**
 * The set-up; each pair of games has its own opening.
 */
setup: SetupCodes, 
/**
 * The players; neither is a person.
 */
players: [Player, Player], 
/**
 * The opening book of each player, in a file.
 */
books: [MatchBook | null, MatchBook | null], games: number, 
/**
 * Time for each move.
 */
moveTime: Millis, 
/**
 * The tag of this match's games in the library, beside [`MATCH_TAG`].
 */
collection: string, };

export type MatchGameResult = { 
/**
 * The game's row in the library; `None` if it could not be saved.
 */
id: number | null, 
/**
 * Half points of the first player: 0, 1 or 2.
 */
halfPoints: number, };

export type MatchResults = { wins: number, draws: number, losses: number, 
/**
 * Pairs with 0, ½, 1, 1½ and 2 points.
 */
pairs: [number, number, number, number, number], };

export type EloEstimate = { 
/**
 * The first entrant's rating minus the second's.
 */
elo: number, 
/**
 * Half of the 95 % confidence interval (Wilson's score interval); the distance to `bound` if there is one.
 */
error: number, 
/**
 * The likelihood that the first entrant is stronger, in per cent.
 */
los: number, 
/**
 * The least difference that 95 of 100 such matches allow, in the winner's favour. Only if one side won every game:
 * then the difference has no upper limit, and `elo` is that of half a point less.
 */
bound: number | null, };

export type MatchProgress = { plan: MatchSetup, running: boolean, 
/**
 * Of the first player.
 */
results: MatchResults, 
/**
 * Absent before the first game.
 */
strength: EloEstimate | null, 
/**
 * Games that each player lost by a crash, a hang or an illegal move.
 */
faults: [number, number], 
/**
 * The last of them, at the name of its player.
 */
lastFault: Refusal | null, 
/**
 * The board of the game in progress, or of the last one.
 */
placement: string, 
/**
 * Whether the first engine moves first in that game.
 */
firstBegins: boolean, 
/**
 * The finished games, in order.
 */
games: Array<MatchGameResult>, 
/**
 * The reason why the last game could not be saved.
 */
unkept: Refusal | null, };

export type TournamentFormat = { "kind": "roundRobin" } | { "kind": "gauntlet" } | { "kind": "knockout" } | { "kind": "swiss", rounds: number, };

export type TournamentEntrant = { 
/**
 * Not a person.
 */
player: Player, book: MatchBook | null, };

export type TournamentConditions = { format: TournamentFormat, 
/**
 * The games of a pairing; colours change after each.
 */
games: number, control: TimeControl, 
/**
 * Nodes for each move, beside the time.
 */
nodes: number | null, 
/**
 * Whether scores of both players that agree end a game.
 */
adjudicates: boolean, 
/**
 * Games at a time.
 */
boards: number, };

export type OwnOpenings = { game: GameKind, 
/**
 * The name of the file.
 */
name: string, count: number, };

export type TournamentPlan = { 
/**
 * The usual start of a game under a rule.
 */
setup: SetupCodes, conditions: TournamentConditions, 
/**
 * From 2 to [`PLAYERS_MAX`], the strongest first.
 */
entrants: Array<TournamentEntrant>, 
/**
 * The person's own openings, which take the place of the built-in ones.
 */
openings: OwnOpenings | null, 
/**
 * The tag of the games in the library, beside [`crate::library::MATCH_TAG`].
 */
collection: string, };

export type Standing = { player: number, 
/**
 * From 1. Players with equal points and Sonneborn-Berger share it, except in a knockout.
 */
place: number, wins: number, draws: number, losses: number, 
/**
 * In half points, those for rounds without an opponent included.
 */
halfPoints: number, 
/**
 * The points of the beaten and half of those of the drawn opponents, game by game (Sonneborn and Berger), in quarter
 * points. A round without an opponent counts as games won against a player of the same points (FIDE Handbook C.07,
 * article 16.4). A pairing of 70,000 games exceeds 32 bits.
 */
sonnebornBerger: number, 
/**
 * The last round of a game.
 */
round: number, 
/**
 * Pairs of games with 0, ½, 1, 1½ and 2 points.
 */
pairs: [number, number, number, number, number], 
/**
 * Games lost by a fault, in the order of [`FaultCategory::ALL`].
 */
faults: [number, number, number], 
/**
 * The rating, against the mean of all players.
 */
elo: number, 
/**
 * Half of the 95 % confidence interval of the rating.
 */
error: number, 
/**
 * The likelihood that the player is stronger than the next one of the table, in per cent; `None` for the last.
 */
superiority: number | null, };

export type PairingScore = { 
/**
 * The earlier entrant first.
 */
players: [number, number], results: MatchResults, 
/**
 * Elo, its error and the likelihood of superiority, as of a match ([`MatchResults::strength`]).
 */
strength: EloEstimate, };

export type TournamentResult = { 
/**
 * The game's row in the library; `None` if it is not there.
 */
id: number | null, 
/**
 * From 1.
 */
round: number, 
/**
 * Who moved first, and who second, by their places among the entrants.
 */
players: [number, number], 
/**
 * Half points of the player who moved first: 0, 1 or 2.
 */
halfPoints: number, 
/**
 * With the moves of the opening.
 */
plies: number, };

export type TournamentBoard = { 
/**
 * Who moves first, and who second, by their places among the entrants.
 */
players: [number, number], placement: string, };

export type TournamentState = { running: boolean, 
/**
 * Games that are left; 0 once the tournament is over. The replays of a knockout count once they are due.
 */
open: number, 
/**
 * The best player first.
 */
table: Array<Standing>, 
/**
 * Each two players who have met.
 */
pairings: Array<PairingScore>, 
/**
 * The reason why the last game is not in the library, or why the tournament has stopped.
 */
trouble: Refusal | null, 
/**
 * The last fault, at the name of its player.
 */
lastFault: Refusal | null, };

export type TournamentProgress = { id: string, plan: TournamentPlan, 
/**
 * In the order of the schedule.
 */
games: Array<TournamentResult>, running: boolean, 
/**
 * Games that are left; 0 once the tournament is over. The replays of a knockout count once they are due.
 */
open: number, 
/**
 * The best player first.
 */
table: Array<Standing>, 
/**
 * Each two players who have met.
 */
pairings: Array<PairingScore>, 
/**
 * The reason why the last game is not in the library, or why the tournament has stopped.
 */
trouble: Refusal | null, 
/**
 * The last fault, at the name of its player.
 */
lastFault: Refusal | null, };

export type PlacedResult = { 
/**
 * Its index among the games so far, in the order of the schedule.
 */
place: number, result: TournamentResult, };

export type TournamentChange = { id: string, state: TournamentState, 
/**
 * `None` for a tournament that has ended or paused.
 */
latest: PlacedResult | null, 
/**
 * The number of games so far. A listener that has another number of them has missed one.
 */
played: number, };

export type TournamentNews = { "kind": "progress", progress: TournamentProgress, } | { "kind": "change", change: TournamentChange, } | { "kind": "boards", boards: Array<TournamentBoard>, };

export type TournamentEntry = { id: string, 
/**
 * The collection of its games; of a damaged file the id.
 */
collection: string, 
/**
 * Why the file cannot be used, if so.
 */
fault: Refusal | null, };

export type TournamentOverview = { shown: TournamentProgress | null, 
/**
 * The latest first.
 */
all: Array<TournamentEntry>, 
/**
 * The last openings of the person for each game.
 */
openings: Array<OwnOpenings>, };

export type TournamentExport = "table" | "games";

export type LevelRow = { 
/**
 * 1 to 5.
 */
level: number, 
/**
 * Relative to level 1.
 */
elo: number, 
/**
 * Half of the 95 % interval of the difference to the level below; 0 for level 1.
 */
error: number, 
/**
 * Games won against the level below.
 */
wins: number, 
/**
 * Games drawn against the level below.
 */
draws: number, 
/**
 * Games lost against the level below.
 */
losses: number, 
/**
 * The median time of a move with the level's own limits, on one thread, in milliseconds.
 */
thinkMs: number, };

export type LevelTable = { game: string, rule: string, 
/**
 * The nodes of `duiyi bench` at this game; they identify the engine.
 */
bench: number, 
/**
 * A hash of the levels' moves and nodes in the positions of `bench`; it identifies the levels.
 */
signature: string, 
/**
 * The node limit of the highest level, which has no limit of its own.
 */
nodes: number, seed: number, 
/**
 * One row for each level, the weakest first.
 */
levels: Array<LevelRow>, };

export type Fit = { 
/**
 * 1 to 5.
 */
level: number, 
/**
 * The finished games against levels used for the fit, at most [`RECENT_GAMES`].
 */
games: number, };

export type FairGame = { 
/**
 * The level to play, 1 to 5.
 */
level: number, 
/**
 * What that level gives.
 */
odds: Odds | null, 
/**
 * The level of the last games, those that are named.
 */
against: number, 
/**
 * Those games, at most five.
 */
games: number, 
/**
 * The person's wins in them.
 */
wins: number, };

export type BuiltIn = { version: string, threads: number, hashMib: number, 
/**
 * The processors of the machine: no search has more threads.
 */
processors: number, 
/**
 * The measured strength of the levels.
 */
levels: Array<LevelTable>, };

export type EngineOverview = { builtIn: BuiltIn, externals: Array<EngineConfig>, match: MatchProgress | null, };

export type Worth = { "kind": "centipawns", "value": number } | { "kind": "mate", "value": number };

export type FoundLine = { worth: Worth, 
/**
 * The first player's expected result in thousandths, by the scale of its engine.
 */
chance: number, 
/**
 * Its first moves.
 */
rows: Array<MoveRow>, };

export type ScoreScale = "told" | "fitted" | "builtIn";

export type Progress = "looking" | "resting" | "failed";

export type Finding = { 
/**
 * The look it belongs to.
 */
look: number, 
/**
 * The library's number of the study.
 */
study: number, node: number, 
/**
 * The external engine's name in the list of engines; empty for the built-in engine.
 */
analyst: string, progress: Progress, depth: number, nodes: number, ms: number, lines: Array<FoundLine>, scale: ScoreScale, 
/**
 * The evaluation in the form of records, first player's view: `0.35,12` has pawns and depth, `#-4,12` moves to
 * mate and depth. Absent before the first line.
 */
evaluation: string | null, 
/**
 * One of `ANALYSIS_NOTES`, if the engine cannot search the lines or moves that were requested.
 */
note: string | null, 
/**
 * Why the engine failed at this position; absent unless `progress` is `failed`.
 */
fault: Refusal | null, };

export type ClassicVerdict = "sound" | "anotherWins" | "firstMoveFails" | "missedDefence" | "resultWrong" | "unclear";

export type ClassicFinding = { "kind": "proved", winner: Side, moves: number, } | { "kind": "mate", winner: Side, moves: number, } | { "kind": "score", cp: number, };

export type SourceAgreement = "agree" | "positionOnly" | "oneLineage" | "oneSource" | "linesDiffer" | "positionsDiffer";

export type ClassicManual = { title: string, 
/**
 * Empty if unknown.
 */
author: string, 
/**
 * A year, a span of years, `song`, `ming`, `qing`, or empty.
 */
date: string, };

export type ClassicRow = { 
/**
 * Index of its manual.
 */
manual: number, volume: string, number: string, title: string, isGame: boolean, 
/**
 * `None` for games and compositions that are not judged.
 */
verdict: ClassicVerdict | null, 
/**
 * Whether the verdict is proved.
 */
isProved: boolean, isSolvable: boolean, 
/**
 * The named mate at the end of the line.
 */
mate: MatingPattern | null, };

export type ClassicsList = { 
/**
 * Version and nodes of the judging engine; empty if nothing is judged.
 */
judgedBy: string, manuals: Array<ClassicManual>, 
/**
 * Every composition; a composition is known by its index here.
 */
rows: Array<ClassicRow>, };

export type BetterPlay = { 
/**
 * Moves of the main line before it.
 */
after: number, 
/**
 * The better move with its continuation.
 */
line: Array<MoveRow>, finding: ClassicFinding, };

export type ClassicView = { setup: SetupCodes, 
/**
 * The starting position.
 */
board: BoardView, side: Side, 
/**
 * The stated winner; `None` for a draw and if nothing is stated.
 */
winner: Side | null, isDraw: boolean, 
/**
 * The winner by the mate at the end of the line, where no result is stated.
 */
mates: Side | null, line: Array<MoveRow>, 
/**
 * Whether the transcribed line goes on with an illegal move.
 */
isCut: boolean, 
/**
 * The number of variations.
 */
variations: number, agreement: SourceAgreement, 
/**
 * Whether the composition is judged; the findings below are `None` otherwise.
 */
start: ClassicFinding | null, first: ClassicFinding | null, end: ClassicFinding | null, 
/**
 * Another first move that wins.
 */
other: MoveRow | null, otherFinding: ClassicFinding | null, 
/**
 * A missed defence; in a game, the greatest mistake.
 */
better: BetterPlay | null, };

export type ClassicRemarks = { 
/**
 * At the start: the stated result and the verdict.
 */
start: string, 
/**
 * At another first move that wins.
 */
other: string, 
/**
 * At the better play.
 */
better: string, };

export type PuzzleGoal = "mate" | "checks" | "fours" | "threat" | "better" | "classic";

export type PuzzleTheme = "horseCannon" | "doubleCannon" | "palaceHorse" | "cornerHorse" | "heavenEarthCannons" | "ironBolt" | "twinRooks" | "smothered" | "heartPiercer" | "anglerHorse" | "octagonHorse" | "facingGeneral" | "stalemate" | "otherMate" | "fork" | "pin" | "discovery" | "doubleCheck" | "sacrifice" | "quietMove" | "defence" | "mateIn1" | "mateIn2" | "mateIn3" | "longMate" | "fourThree" | "doubleFour" | "straightFour" | "foulTrap" | "vcf2" | "vcf3" | "vcf4" | "vcf5" | "longVcf" | "vct" | "better";

export type ThemeGroup = "shapes" | "tactics" | "lengths";

export type PuzzleRequest = { "kind": "daily", game: GameKind, } | { "kind": "due" } | { "kind": "fresh", game: GameKind, 
/**
 * Any theme if `None`.
 */
theme: PuzzleTheme | null, 
/**
 * Any grade if `None`.
 */
grade: number | null, } | { "kind": "own" } | { "kind": "classic", index: number, } | { "kind": "ownSet", set: number, } | { "kind": "run", game: GameKind, } | { "kind": "nextOfRun" };

export type RunEnd = "time" | "misses" | "stopped" | "puzzles";

export type PuzzleRun = { game: GameKind, solved: number, missed: number, 
/**
 * The miss that ends a run.
 */
missesMax: number, 
/**
 * The time left, in milliseconds.
 */
left: Millis, 
/**
 * The reason of the end; `None` while the run goes on.
 */
end: RunEnd | null, 
/**
 * The best earlier result of the game; `None` without one.
 */
best: number | null, };

export type BestRun = { game: GameKind, 
/**
 * The number of solved puzzles.
 */
solved: number, };

export type PuzzleSet = { id: number, name: string, count: number, solved: number, 
/**
 * Puzzles with a proved win.
 */
proved: number, };

export type PlaceInSet = { set: number, name: string, 
/**
 * The number of the puzzle, from 1.
 */
number: number, count: number, 
/**
 * The title in the imported file; may be empty.
 */
title: string, 
/**
 * Whether the win is proved. Otherwise the line of the file is followed.
 */
proved: boolean, };

export type SkippedPuzzle = { 
/**
 * The number of the entry in the file, from 1.
 */
number: number, 
/**
 * Its line, if the file has one entry a line.
 */
line: number | null, why: Refusal, };

export type PuzzleImport = { 
/**
 * The name of the new set; no set was made if it has no puzzle.
 */
name: string, 
/**
 * The number of its puzzles.
 */
count: number, 
/**
 * Those with a proved win. The others follow the line of the file.
 */
proved: number, skipped: Array<SkippedPuzzle>, 
/**
 * The number of skipped entries not listed.
 */
unlisted: number, };

export type AttemptState = "solving" | "wrong" | "solved" | "shown";

export type AttemptVerdict = { "kind": "right", 
/**
 * The defence, in every notation.
 */
reply: MoveRow, } | { "kind": "solved" } | { "kind": "wrong" };

export type PuzzleCount = { game: GameKind, theme: PuzzleTheme, grade: number, count: number, 
/**
 * Solved puzzles among [`count`](PuzzleCount::count).
 */
solved: number, };

export type DailyPuzzle = { game: GameKind, 
/**
 * Whether it was solved today. A puzzle comes again on a later day.
 */
solved: boolean, 
/**
 * Its first position, rows from the top.
 */
placement: string, 
/**
 * The solver's side.
 */
side: Side, goal: PuzzleGoal, 
/**
 * The number of the solver's moves.
 */
moves: number, };

export type PuzzleSummary = { 
/**
 * Consecutive days with a solved puzzle.
 */
streak: number, 
/**
 * Puzzles due today.
 */
due: number, 
/**
 * Puzzles from own games.
 */
own: number, daily: Array<DailyPuzzle>, 
/**
 * The best timed run of each game that has one.
 */
runs: Array<BestRun>, sets: Array<PuzzleSet>, shelves: Array<PuzzleCount>, };

export type PuzzleHint = { "kind": "where", part: Array<string>, } | { "kind": "move", row: MoveRow, };

export type CurrentPuzzle = { id: string, setup: SetupCodes, goal: PuzzleGoal, grade: number, 
/**
 * The number of the solver's moves in the line.
 */
moves: number, 
/**
 * The solver's side.
 */
side: Side, state: AttemptState, board: BoardView, 
/**
 * The moves on the board; a wrong one is the last.
 */
rows: Array<MoveRow>, hint: PuzzleHint | null, 
/**
 * Wrong moves so far.
 */
misses: number, 
/**
 * Whether any hint was taken.
 */
helped: boolean, 
/**
 * Days until the puzzle is due again.
 */
again: number | null, 
/**
 * The error of the disk; the attempt is then not saved.
 */
unsaved: Refusal | null, 
/**
 * The index of the classical composition, if it is one.
 */
classic: number | null, 
/**
 * The themes, once the puzzle is over: before, they would give the solution away.
 */
themes: Array<PuzzleTheme>, 
/**
 * The place in an own set, if the puzzle is of one.
 */
place: PlaceInSet | null, 
/**
 * The timed run, if the puzzle belongs to one.
 */
run: PuzzleRun | null, };

export type PuzzleStep = { row: MoveRow, verdict: AttemptVerdict, puzzle: CurrentPuzzle, };

export type Refutation = { 
/**
 * The principal variation; the first move is the answer.
 */
line: Array<MoveRow>, 
/**
 * Whether the solver still wins, only not by the puzzle's goal.
 */
wins: boolean, };

export type LessonState = "open" | "solved" | "shown";

export type LessonFault = { "kind": "otherPiece" } | { "kind": "captured", reply: MoveRow, } | { "kind": "tooSlow" } | { "kind": "noCheck" } | { "kind": "otherWay" } | { "kind": "escapes", reply: MoveRow, } | { "kind": "loses", reply: MoveRow, } | { "kind": "delays", reply: MoveRow, } | { "kind": "noShape" } | { "kind": "blocked", reply: MoveRow, } | { "kind": "allowed" } | { "kind": "otherFoul", 
/**
 * The code of the foul.
 */
foul: string, } | { "kind": "mayRepeat", side: Side, } | { "kind": "oneMustDeviate" } | { "kind": "bothRepeat" };

export type LessonVerdict = { "kind": "right", row: MoveRow, 
/**
 * The opponent's reply; absent where the opponent waits.
 */
reply: MoveRow | null, } | { "kind": "solved", 
/**
 * The last move, if the attempt is one.
 */
row: MoveRow | null, } | { "kind": "wrong", 
/**
 * The attempt as a move, if it is one.
 */
row: MoveRow | null, fault: LessonFault, };

export type ChapterProgress = { code: string, 
/**
 * Whether each step is solved, in order.
 */
solved: Array<boolean>, };

export type CourseProgress = { game: GameKind, chapters: Array<ChapterProgress>, };

export type LessonSummary = { 
/**
 * Whether no step was ever on the board.
 */
isNew: boolean, courses: Array<CourseProgress>, };

export type LessonRequest = { "kind": "continue", game: GameKind, } | { "kind": "chapter", game: GameKind, code: string, } | { "kind": "step", id: string, };

export type CurrentLesson = { id: string, setup: SetupCodes, 
/**
 * The code of the chapter.
 */
chapter: string, 
/**
 * The index of the step in its chapter.
 */
index: number, 
/**
 * The ids of the steps of the chapter.
 */
steps: Array<string>, 
/**
 * Whether each of them is solved.
 */
solved: Array<boolean>, 
/**
 * The id of the next step; absent after the last one of the course.
 */
next: string | null, 
/**
 * The code of the goal.
 */
goal: string, 
/**
 * The greatest number of the learner's moves, if the goal has one.
 */
moves: number | null, 
/**
 * The squares of the goal: to reach, or of pieces left to capture.
 */
targets: Array<string>, 
/**
 * The learner's side.
 */
side: Side, state: LessonState, board: BoardView, 
/**
 * The moves on the board, replies included; those before the task come first.
 */
rows: Array<MoveRow>, 
/**
 * The number of moves before the task.
 */
before: number, 
/**
 * The next attempt of a solution after a hint, in coordinates.
 */
hint: string | null, 
/**
 * The hint in every notation, if it is a move.
 */
hintRow: MoveRow | null, 
/**
 * Wrong attempts so far.
 */
mistakes: number, 
/**
 * The name of the mate, once the step is over.
 */
pattern: MatingPattern | null, 
/**
 * The legal targets of the piece to look at, once the step is over.
 */
reach: Array<string>, 
/**
 * The ruling on the repetition, once the step is over.
 */
ruled: Ruled | null, 
/**
 * The error of the disk; the progress is then not saved.
 */
unsaved: Refusal | null, };

export type LessonTurn = { verdict: LessonVerdict, lesson: CurrentLesson, };

export type EndingGoal = "win" | "hold";

export type EndingProof = "table" | "fours" | "threats" | "strategy";

export type EndingState = "open" | "replying" | "givenAway" | "reached";

export type EndingRow = { id: string, goal: EndingGoal, 
/**
 * The moves of the fastest win, or those to hold for.
 */
moves: number, 
/**
 * The most stars so far; 0 if the result was never reached.
 */
stars: number, };

export type EndingClass = { game: GameKind, code: string, endings: Array<EndingRow>, };

export type CurrentEnding = { id: string, 
/**
 * The code of its class.
 */
class: string, 
/**
 * The index of the ending in its class.
 */
index: number, 
/**
 * The number of endings of the class.
 */
of: number, 
/**
 * The id of the next ending of the game; absent after the last one.
 */
next: string | null, setup: SetupCodes, goal: EndingGoal, proof: EndingProof, 
/**
 * Whether a table judges the moves, and not a search.
 */
isExact: boolean, 
/**
 * The moves of the fastest proved win, or those to hold for.
 */
moves: number, 
/**
 * The person's side.
 */
side: Side, state: EndingState, board: BoardView, 
/**
 * The moves on the board; one that gave the result away is the last of the person.
 */
rows: Array<MoveRow>, 
/**
 * The moves of the person so far, those taken back included.
 */
played: number, 
/**
 * Moves that gave the result away.
 */
mistakes: number, 
/**
 * The reply that shows why the last move gave the result away.
 */
refutation: MoveRow | null, 
/**
 * The stars of this attempt, once the result is reached.
 */
stars: number | null, 
/**
 * The most stars so far; 0 without any.
 */
best: number, 
/**
 * The error of the disk; the stars are then not saved.
 */
unsaved: Refusal | null, };

export type EndingTurn = { row: MoveRow, ending: CurrentEnding, };

export type MoveSign = "plain" | "good" | "doubtful" | "forbidden";

export type BookUse = { 
/**
 * [`BUILT_IN`], a file name in the folder of books, or a path.
 */
id: string, 
/**
 * Whether it answers for the first side.
 */
first: boolean, 
/**
 * Whether it answers for the second side.
 */
second: boolean, 
/**
 * Whether the engine plays its best move instead of one by lot.
 */
best: boolean, };

export type ListedBook = { 
/**
 * The name of the file without its ending; empty for the built-in books.
 */
name: string, 
/**
 * Its path; `None` for the built-in books.
 */
path: string | null, 
/**
 * Its game; `None` for the built-in books, and for one that cannot be opened.
 */
game: GameKind | null, 
/**
 * Whether its moves can be changed.
 */
editable: boolean, 
/**
 * Whether the version before its last change as a whole is kept.
 */
kept: boolean, 
/**
 * Whether it can be taken off the list.
 */
removable: boolean, 
/**
 * The error that makes it unusable.
 */
trouble: Refusal | null, 
/**
 * [`BUILT_IN`], a file name in the folder of books, or a path.
 */
id: string, 
/**
 * Whether it answers for the first side.
 */
first: boolean, 
/**
 * Whether it answers for the second side.
 */
second: boolean, 
/**
 * Whether the engine plays its best move instead of one by lot.
 */
best: boolean, };

export type ListedBooks = { 
/**
 * In their order of priority.
 */
books: Array<ListedBook>, 
/**
 * The changes of this session that can be undone.
 */
undoable: number, };

export type ListedMove = { row: MoveRow, 
/**
 * The moves that lead to images of the same position, in coordinates.
 */
alike: Array<string>, 
/**
 * The more, the better; the unit is the book's own.
 */
weight: number, wins: number, draws: number, losses: number, sign: MoveSign, 
/**
 * A remark, or empty.
 */
remark: string, };

export type BookAnswer = { 
/**
 * The id of the book.
 */
id: string, 
/**
 * The best first.
 */
moves: Array<ListedMove>, 
/**
 * The error of reading it.
 */
trouble: Refusal | null, };

export type BookEdit = { weight: number, sign: MoveSign, 
/**
 * Cut after 2,000 characters.
 */
remark: string, };

export type BookPruning = { 
/**
 * At least so many games. Moves of which no games are counted stay: nothing is known of their number.
 */
gamesMin: number, 
/**
 * At least this weight; `None` for any.
 */
weightMin: number | null, 
/**
 * At most so far below the greatest weight of the position; `None` for any.
 */
within: number | null, };

export type WholeChange = { "kind": "merge", other: string, } | { "kind": "subtract", other: string, } | { "kind": "prune", pruning: BookPruning, };

export type ChangeReport = { 
/**
 * Moves of the result.
 */
moves: number, 
/**
 * Moves that the first book did not have.
 */
added: number, 
/**
 * Moves that were joined to one of the same name.
 */
joined: number, 
/**
 * Moves of the first book that were left out.
 */
leftOut: number, };

export type OpenedBook = { 
/**
 * Its id in the list.
 */
id: string, 
/**
 * Games of another kind in a file of records; they were not counted.
 */
others: number, 
/**
 * Records of such a file that could not be read.
 */
unreadable: number, };

export type BookProgress = { 
/**
 * Moves, positions or games so far.
 */
done: number, 
/**
 * All of them; 0 as long as it is not known.
 */
total: number, };

export type DrillState = "asking" | "wrong" | "lineEnd" | "done";

export type RepertoireRow = { 
/**
 * The id of its book.
 */
book: string, game: GameKind, 
/**
 * The person's side.
 */
side: Side, 
/**
 * Positions at the last training.
 */
positions: number, 
/**
 * Positions that were asked at least once.
 */
known: number, 
/**
 * Positions to ask today: those due, and new ones.
 */
due: number, };

export type Departure = { 
/**
 * The id of the book.
 */
book: string, side: Side, 
/**
 * The moves before it.
 */
line: Array<string>, played: MoveRow, 
/**
 * The moves of the book, the best first.
 */
right: Array<MoveRow>, };

export type RepertoireGap = { 
/**
 * The line from the start, with the reply.
 */
line: Array<MoveRow>, 
/**
 * The chance that a game gets there if the person follows the book, 0 to 1.
 */
chance: number, };

export type RepertoireCoverage = { 
/**
 * The chance that a game meets no gap as long as the replies are known, 0 to 1.
 */
covered: number, 
/**
 * The likeliest gaps first.
 */
gaps: Array<RepertoireGap>, };

export type CoveredRepertoire = { 
/**
 * The set-up of its games.
 */
setup: SetupCodes, coverage: RepertoireCoverage, };

export type CurrentDrill = { 
/**
 * The id of the book.
 */
book: string, setup: SetupCodes, side: Side, state: DrillState, board: BoardView, 
/**
 * The moves that lead to the board.
 */
rows: Array<MoveRow>, 
/**
 * Answers that were right at once, and those that were not.
 */
right: number, wrong: number, 
/**
 * The positions that are left for today.
 */
left: number, 
/**
 * The wrong move.
 */
tried: MoveRow | null, 
/**
 * Whether the book forbids it.
 */
forbidden: boolean, 
/**
 * The right moves, once a wrong one was tried.
 */
answers: Array<MoveRow>, 
/**
 * What the book says of the wrong move, or else of the right one; may be empty.
 */
remark: string, 
/**
 * The error of the disk: the progress is lost when the program ends.
 */
unsaved: Refusal | null, };

export type DrillTurn = { 
/**
 * The answer.
 */
row: MoveRow, right: boolean, drill: CurrentDrill, };

export type Word = { "kind": "game", update: Update, } | { "kind": "console", id: string, lines: Array<ConsoleLine>, } | { "kind": "import", progress: ImportCounts, } | { "kind": "drawing", done: number, total: number, } | { "kind": "library", progress: LibraryProgress, } | { "kind": "book", progress: BookProgress, } | { "kind": "offered" } | { "kind": "salvage", news: SalvageEvent, } | { "kind": "table", notice: TableNotice, } | { "kind": "class", notice: ClassNotice, } | { "kind": "closing" } | { "kind": "classGoesOn" } | { "kind": "foundTables", tables: Array<FoundTable>, } | { "kind": "unsaved", refusal: Refusal, } | { "kind": "analysis", finding: Finding, } | { "kind": "match", match: MatchProgress, } | { "kind": "tournament", news: TournamentNews, } | { "kind": "review", news: ReviewNews, } | { "kind": "batch", state: BatchState, change: StudyUpdate | null, } | { "kind": "lab", look: number, news: LabEvent, };

export const BOARD_CODES = [
  "blocked-eye",
  "blocked-leg",
  "blocked-path",
  "crosses-river",
  "double-four",
  "double-three",
  "exposes-general",
  "facing-generals",
  "game-over",
  "leaves-palace",
  "no-piece",
  "no-screen",
  "not-offered",
  "occupied",
  "off-board",
  "opening-over",
  "opening-turn",
  "opening-word",
  "opponents-piece",
  "overline",
  "own-piece",
  "pawn-retreat",
  "pawn-sideways",
  "same-fifth",
  "stays-in-check",
  "too-far",
  "too-many-screens",
  "wrong-number",
  "wrong-shape",
] as const;

export const SETUP_CODES = [
  "counter",
  "empty",
  "generals-face",
  "misplaced",
  "no-general",
  "opponent-in-check",
  "rank-count",
  "rank-width",
  "too-many",
  "trailing-text",
  "turn",
  "unknown-piece",
  "unused-field",
] as const;

export const SESSION_CODES = [
  "broken-record",
  "engine-failed",
  "engine-thinking",
  "game-over",
  "move-gone",
  "move-unread",
  "no-draw-now",
  "no-game",
  "no-hint-now",
  "no-offer",
  "no-pause",
  "no-person",
  "no-study",
  "not-now",
  "not-thinking",
  "not-your-turn",
  "nothing-to-undo",
  "other-start",
  "stones-count",
  "stones-five",
  "stones-unread",
  "too-many-games",
  "unreadable-move",
  "unsupported-record",
  "wrong-odds",
  "wrong-opening",
  "wrong-position",
  "wrong-rule",
  "wrong-size",
] as const;

export const HOST_CODES = [
  "already-open",
  "archive-damaged",
  "archive-encrypted",
  "archive-full",
  "archive-method",
  "archive-nested",
  "archive-ratio",
  "archive-too-large",
  "archive-too-many",
  "bad-book-name",
  "bad-id",
  "book-busy",
  "book-exists",
  "book-missing",
  "book-unusable",
  "books-set-aside",
  "class-closed",
  "class-cut-short",
  "class-full",
  "class-lost",
  "class-name-taken",
  "class-needs-name",
  "class-open",
  "class-removed",
  "corrected",
  "corrupt",
  "crashed",
  "damaged-book",
  "endings-set-aside",
  "engine-gone",
  "engines-set-aside",
  "exists",
  "file-exists",
  "foreign-library",
  "full",
  "game-cut-short",
  "game-lost",
  "invalid-path",
  "lessons-set-aside",
  "library-missing",
  "library-of-earlier-version",
  "library-salvaged",
  "library-salvaged-partly",
  "library-salvaged-roughly",
  "library-salvaging",
  "library-set-aside",
  "link-in-folder",
  "locked",
  "match-running",
  "missing-folder",
  "newer-version",
  "no-book",
  "no-class",
  "no-classic",
  "no-earlier-book",
  "no-ending",
  "no-file",
  "no-folder",
  "no-game",
  "no-lesson",
  "no-line",
  "no-puzzle",
  "no-repertoire",
  "no-solution",
  "not-a-book",
  "not-a-file",
  "not-a-library",
  "not-a-table",
  "other",
  "other-game",
  "overfull",
  "puzzle-sets-set-aside",
  "puzzles-set-aside",
  "read-only-book",
  "repertoires-set-aside",
  "restore-of-another-library",
  "restore-undone",
  "reviews-set-aside",
  "set-full",
  "settings-set-aside",
  "slow-book",
  "still-playing",
  "studies-set-aside",
  "table-away",
  "table-closed",
  "table-failed",
  "table-game",
  "table-lost",
  "table-no-help",
  "table-taken",
  "table-unreachable",
  "table-version",
  "table-wrong-code",
  "too-deep",
  "too-large",
  "too-long",
  "too-many-books",
  "too-many-files",
  "tournament-file",
  "tournament-openings",
  "tournament-running",
  "tournament-setup",
  "unfinished-book",
  "unknown-class",
  "unknown-encoding",
  "unknown-game",
  "unsaved",
  "unsaved-study",
  "unwritable",
  "unwritable-form",
  "whole-game",
] as const;

export const WINDOW_CODES = [
  "fault",
  "no-table-search",
  "not-a-code",
  "not-shown",
  "page-restarted",
] as const;

export const EXTERNAL_ENGINE_CODES = [
  "engine-died",
  "engine-flooded",
  "engine-given-up",
  "engine-illegal",
  "engine-missing",
  "engine-option",
  "engine-overran",
  "engine-sandboxed",
  "engine-silent",
  "engine-unfit",
  "engine-unreadable",
  "engine-wrong-game",
  "engine-wrong-protocol",
] as const;

export const PROBE_CODES = [
  "engine-command",
  "engine-died",
  "engine-flooded",
  "engine-missing",
  "engine-sandboxed",
  "engine-silent",
  "engine-unusable",
  "engine-wrong-protocol",
] as const;

export const PARTS = [
  "clock",
  "comment",
  "evaluation",
  "fact",
  "glyph",
  "label",
  "mark",
  "unplayable",
  "variation",
] as const;

export const ANALYSIS_NOTES = [
  "lines-option",
  "lines-protocol",
  "moves-protocol",
] as const;

export const REASONS = [
  "abandoned",
  "agreement",
  "board-full",
  "checkmate",
  "five",
  "forbidden",
  "forfeit",
  "move-limit",
  "no-attackers",
  "perpetual-attack",
  "perpetual-chase",
  "perpetual-check",
  "repetition",
  "resignation",
  "stalemate",
  "three",
  "time",
  "unstated",
] as const;

export const XIANGQI_RULES = ["asian","chinese","simple"] as const;

export const GOMOKU_RULES = ["freestyle","standard","renju","caro"] as const;

export const OPENING_PROTOCOLS = ["swap1","swap","swap2","rif","yamaguchi","soosorv-8","taraguchi-10"] as const;

export const LEVELS = [1,2,3,4,5] as const;

export const SIZE_MIN = 5 as const;

export const SIZE_MAX = 22 as const;

export const SIZE_USUAL = 15 as const;

export const OPENING_SIZE_MIN = 9 as const;

export const XIANGQI_START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR" as const;

export const ENCODINGS = ["UTF-8","gb18030","Big5","Shift_JIS","EUC-KR","windows-1252","windows-1251","windows-1250","windows-1258","KOI8-R"] as const;

export const RULING_MOVES = 250 as const;

export const FAVOURITE = "★" as const;

export const MATCH_TAG = "match" as const;

export const ODDS_TAG = "odds" as const;

export const XIANGQI_ODDS = [{"giver":"second","odds":"first-move","start":null},{"giver":"first","odds":"left-horse","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1"},{"giver":"first","odds":"cannon","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 1"},{"giver":"first","odds":"rook","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1"},{"giver":"first","odds":"both-horses","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1"},{"giver":"first","odds":"nine-pieces","start":"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1"},{"giver":null,"odds":"half-time","start":null},{"giver":null,"odds":"fifth-time","start":null}] as const;

export const GOMOKU_ODDS = [{"giver":"second","odds":"two-stones","start":"15/15/15/11x3/15/15/15/7x7/15/15/15/15/15/15/15"},{"giver":"second","odds":"three-stones","start":"15/15/15/3x7x3/15/15/15/7x7/15/15/15/15/15/15/15"},{"giver":"first","odds":"swap","start":null},{"giver":null,"odds":"half-time","start":null},{"giver":null,"odds":"fifth-time","start":null}] as const;

export const LESSON_STEPS = ["xiangqi.rook.look","xiangqi.rook.reach","xiangqi.rook.around","xiangqi.rook.capture","xiangqi.rook.safe","xiangqi.cannon.look","xiangqi.cannon.own","xiangqi.cannon.enemy","xiangqi.cannon.screen","xiangqi.cannon.two","xiangqi.horse.look","xiangqi.horse.reach","xiangqi.horse.leg","xiangqi.horse.capture","xiangqi.horse.oneway","xiangqi.elephant.look","xiangqi.elephant.reach","xiangqi.elephant.eye","xiangqi.elephant.capture","xiangqi.advisor.look","xiangqi.advisor.reach","xiangqi.advisor.capture","xiangqi.general.look","xiangqi.general.reach","xiangqi.general.capture","xiangqi.general.danger","xiangqi.soldier.look","xiangqi.soldier.river","xiangqi.soldier.capture","xiangqi.soldier.noback","xiangqi.check.rook","xiangqi.check.cannon","xiangqi.check.horse","xiangqi.check.soldier","xiangqi.check.discovered","xiangqi.escape.walk","xiangqi.escape.capture","xiangqi.escape.block","xiangqi.escape.unscreen","xiangqi.escape.double","xiangqi.facing.pinned","xiangqi.facing.power","xiangqi.facing.pin","xiangqi.stalemate.rook","xiangqi.stalemate.soldiers","xiangqi.stalemate.beware","xiangqi.mate.lines","xiangqi.mate.side","xiangqi.mate.defend","xiangqi.mate.two","xiangqi.named.double-cannon","xiangqi.named.horse-cannon","xiangqi.named.twin-rooks","xiangqi.named.iron-bolt","xiangqi.named.palace-horse","xiangqi.named.corner-horse","xiangqi.named.smothered","xiangqi.named.heart-piercer","xiangqi.named.heaven-earth","xiangqi.named.angler-horse","xiangqi.named.octagon-horse","xiangqi.named.facing-general","xiangqi.deeper.rooks","xiangqi.deeper.horses","xiangqi.deeper.horse-rook","xiangqi.deeper.bolt","xiangqi.deeper.three","xiangqi.repetition.check","xiangqi.repetition.check-black","xiangqi.repetition.pause","xiangqi.repetition.chase","xiangqi.repetition.protected","xiangqi.repetition.two","xiangqi.repetition.soldier","xiangqi.repetition.both","xiangqi.repetition.horse","xiangqi.repetition.chinese","xiangqi.repetition.threat","gomoku.five.row","gomoku.five.column","gomoku.five.diagonal","gomoku.five.gap","gomoku.five.ends","gomoku.five.first","gomoku.five.exact","gomoku.five.caro","gomoku.four.make","gomoku.four.gap","gomoku.four.open","gomoku.four.split","gomoku.four.side","gomoku.four.diagonal","gomoku.four.edge","gomoku.three.make","gomoku.three.split","gomoku.three.closed","gomoku.three.room","gomoku.three.diagonal","gomoku.three.two","gomoku.defend.four","gomoku.defend.gap","gomoku.defend.three","gomoku.defend.split","gomoku.defend.diagonal","gomoku.defend.delay","gomoku.defend.fork","gomoku.defend.white","gomoku.defend.white-four","gomoku.defend.win-first","gomoku.double.four-three","gomoku.double.double-three","gomoku.double.double-four","gomoku.double.four-three-diagonal","gomoku.double.double-three-diagonal","gomoku.double.four-three-gap","gomoku.double.double-three-gap","gomoku.double.after-three","gomoku.double.after-four","gomoku.double.choose","gomoku.renju.double-three","gomoku.renju.double-four","gomoku.renju.overline","gomoku.renju.one-line","gomoku.renju.five-first","gomoku.renju.exact","gomoku.renju.four-three","gomoku.renju.false-three","gomoku.renju.white-free","gomoku.renju.trap","gomoku.renju.beware","gomoku.vcf.two","gomoku.vcf.four-first","gomoku.vcf.short-1","gomoku.vcf.short-2","gomoku.vcf.short-3","gomoku.vcf.four-moves","gomoku.vcf.order","gomoku.vcf.corner","gomoku.vcf.five-moves","gomoku.vcf.longer","gomoku.vcf.long"] as const;

export const PUZZLE_THEMES = {"gomoku":[{"group":"tactics","theme":"defence"},{"group":"shapes","theme":"fourThree"},{"group":"shapes","theme":"doubleFour"},{"group":"shapes","theme":"straightFour"},{"group":"shapes","theme":"foulTrap"},{"group":"lengths","theme":"vcf2"},{"group":"lengths","theme":"vcf3"},{"group":"lengths","theme":"vcf4"},{"group":"lengths","theme":"vcf5"},{"group":"lengths","theme":"longVcf"},{"group":"lengths","theme":"vct"}],"tictactoe":[],"xiangqi":[{"group":"shapes","theme":"horseCannon"},{"group":"shapes","theme":"doubleCannon"},{"group":"shapes","theme":"palaceHorse"},{"group":"shapes","theme":"cornerHorse"},{"group":"shapes","theme":"heavenEarthCannons"},{"group":"shapes","theme":"ironBolt"},{"group":"shapes","theme":"twinRooks"},{"group":"shapes","theme":"smothered"},{"group":"shapes","theme":"heartPiercer"},{"group":"shapes","theme":"anglerHorse"},{"group":"shapes","theme":"octagonHorse"},{"group":"shapes","theme":"facingGeneral"},{"group":"shapes","theme":"stalemate"},{"group":"shapes","theme":"otherMate"},{"group":"tactics","theme":"fork"},{"group":"tactics","theme":"pin"},{"group":"tactics","theme":"discovery"},{"group":"tactics","theme":"doubleCheck"},{"group":"tactics","theme":"sacrifice"},{"group":"tactics","theme":"quietMove"},{"group":"tactics","theme":"defence"},{"group":"lengths","theme":"mateIn1"},{"group":"lengths","theme":"mateIn2"},{"group":"lengths","theme":"mateIn3"},{"group":"lengths","theme":"longMate"}]} as const;

export const BUILT_IN_BOOK = "built-in" as const;

export const ENDING_CLASSES = ["pawn","pawn-advisor","pawn-elephant","pawns-advisors","pawns-elephants","pawns-full","pawns-horse","horse-advisor","horse-advisors","horse-elephant","horse-elephants","horse-pawn","horse-pawn-advisors","horse-pawn-elephants","horse-pawn-full","cannon-advisor","cannon-advisors","cannon-pawn-advisors","horses-advisors","horse-cannon-advisors","rook-advisors","rook-elephants","rook-broken","rook-full","rook-horse","rook-horse-advisors","rook-cannon","rook-cannon-advisors","rook-pawns","rook-pawn-full","rook-horse-rook","rook-cannon-rook","fours","fours-long","threats","threats-long"] as const;

export const PIECES_MAX = {"a":2,"b":2,"c":2,"k":1,"n":2,"p":5,"r":2} as const;

export interface Commands {
  /** Returns the state that the page starts with. Notices are returned once. */
  startup(): Promise<Startup>;
  /** Notes that the person has seen all notices; the report of a salvage is repeated until then. */
  noticesSeen(): Promise<void>;
  /** Sends all later words to `channel`, in order. */
  subscribe(channel: Channel<Word>): Promise<void>;
  newGame(config: NewGame): Promise<CurrentGame>;
  /** Plays a move in any notation of the game. An illegal move is refused with a reason. A blunder of which the coach */
  /** warns is not played. */
  play(mv: string): Promise<BlunderWarning | null>;
  /** Plays a move without asking the coach. */
  playAnyway(mv: string): Promise<void>;
  /** Makes the engine move for the side to move, also for a person. */
  aiMove(): Promise<void>;
  /** Pauses a game of two engines. */
  pause(): Promise<void>;
  /** Resumes a paused game. */
  goOn(): Promise<void>;
  /** Stops the engine's search; it plays its best move so far. */
  moveNow(): Promise<void>;
  /** Takes a move back. */
  undo(): Promise<void>;
  hint(): Promise<void>;
  resign(): Promise<void>;
  offerDraw(): Promise<void>;
  /** Answers an offered draw. */
  answerDraw(accept: boolean): Promise<void>;
  /** Begins the game again with swapped seats; `level` sets the level of the built-in engine. */
  rematch(level: number | null): Promise<CurrentGame>;
  /** Returns the whole game on the board, for a page that missed an update. */
  seen(): Promise<CurrentGame | null>;
  /** Leaves the game: it stays in the journal as unfinished. `unsaved` if the disk cannot take all of it. */
  leave(): Promise<void>;
  /** Gives up what the disk does not have of the game and the study, so that both can be left. */
  giveUpUnsaved(): Promise<void>;
  /** Closes the window, or sends `unsaved` again. The page has saved what is typed. */
  closeWindow(): Promise<void>;
  /** Resumes an unfinished game. With `level` the built-in engine replaces a missing external engine. */
  resume(uid: string, level: number | null): Promise<CurrentGame>;
  /** Files an unfinished game in the library without a result. */
  discard(uid: string): Promise<void>;
  /** Restores a game that was discarded in this run. */
  takeBackDiscard(uid: string): Promise<void>;
  /** Lists games of the library; with `position` those that reached it or an image of it. */
  listGames(query: Query, position: Diagram | null): Promise<LibraryPage>;
  /** Moves a game to the trash. */
  deleteGame(id: number): Promise<void>;
  /** Restores a game from the trash. */
  restoreGame(id: number): Promise<void>;
  saveSettings(settings: Settings): Promise<void>;
  playSound(name: SoundName): Promise<void>;
  /** Announces a text to a screen reader, where the window does so; the page announces elsewhere. */
  announce(text: string): Promise<void>;
  /** Returns the diagnostics that a person copies into a report of a fault. */
  diagnostics(): Promise<string>;
  /** Returns the version and the works that the app is built on. */
  about(): Promise<About>;
  /** Lists the defences against a win of the other side. */
  defencesInStudy(): Promise<DefencesSeen>;
  /** Lists stones that leave the board of a swap opening even. */
  balanceInStudy(): Promise<BalanceSeen>;
  /** Searches for a forced win of `side` by fours and threes, with its tree. */
  searchThreatsInStudy(side: Side): Promise<ThreatSearchSeen>;
  /** Solves a Xiangqi position with few pieces. */
  solveInStudy(): Promise<ExactSeen>;
  /** Stops the search of this kind. */
  stopBoardSearch(kind: BoardSearchKind): Promise<void>;
  /** Adds lines of moves from the cursor of the study as variations. */
  keepLines(lines: Array<Array<string>>): Promise<StudyMerge>;
  /** Lists the opening books in their order of priority, and counts the changes of this session that can be undone. */
  listBooks(): Promise<ListedBooks>;
  /** Opens a dialog to choose a book, and puts it first. A RenLib library or a file of records is counted into a book of our */
  /** own. Returns nothing if the person cancels. */
  openBook(): Promise<OpenedBook | null>;
  /** Makes an empty book of our own, puts it first and returns its id. */
  newBook(name: string, game: GameKind): Promise<string>;
  /** Copies the positions of a book that its moves reach from the usual start, or from `start`, into one of our own. It */
  /** takes minutes for a book of gigabytes. Returns its id; none if it was stopped. */
  copyBook(id: string, name: string): Promise<string | null>;
  /** Changes a book of our own as a whole; its version before is kept. Returns what was done; none if it was stopped. */
  changeBook(id: string, change: WholeChange): Promise<ChangeReport | null>;
  /** Swaps a book of our own with its version before its last change as a whole. */
  swapBook(id: string): Promise<void>;
  /** Stops the opening, copy or change of a book in progress. */
  stopBookWork(): Promise<void>;
  /** Takes a book off the list; its file stays. */
  closeBook(id: string): Promise<void>;
  /** Sets the order of the books and what each is used for. */
  arrangeBooks(uses: Array<BookUse>): Promise<void>;
  /** Returns what each book for the side to move says of a position, in the order of priority. */
  probeBooks(position: Diagram): Promise<Array<BookAnswer>>;
  /** Gives a move of a position weight, sign and remark in a book, or removes it (null). */
  editBook(id: string, position: Diagram, mv: string, edit: BookEdit | null): Promise<void>;
  /** Adds the moves of a line to a book, and returns how many were new. */
  addToBook(id: string, setup: SetupCodes, moves: Array<string>): Promise<number>;
  /** Undoes the last change of a book in this session; false if there is none. */
  undoBook(): Promise<boolean>;
  /** Returns the named openings that can be played from a set-up, in the order of their codes. */
  namedOpenings(setup: SetupCodes): Promise<Array<NamedLine>>;
  /** Returns other orders of moves that lead to the same position by moves of the books. */
  bookOrders(setup: SetupCodes, moves: Array<string>): Promise<Array<Array<MoveRow>>>;
  /** Opens a class for games of this set-up and clock. `teacher` is the name that guests see; a guest that is lost tries to */
  /** come back for `wait_minutes`. Its code has words of `language`. */
  openClass(config: NewGame, teacher: string, waitMinutes: number, language: Language): Promise<ClassState>;
  /** Goes on with the class that was cut off: its code, guests, rounds and games. */
  goOnWithClass(language: Language): Promise<ClassState>;
  /** Gives up the class that was cut off. Returns the unfinished games, to which its own belong now. */
  giveUpClass(): Promise<Array<Unfinished>>;
  /** Begins a tournament of the guests who are here: a Swiss of so many rounds, or without them a round robin. Its first */
  /** round is paired and not begun. */
  pairClass(swissRounds: number | null): Promise<void>;
  /** Begins the round that is paired. */
  beginRound(): Promise<void>;
  /** Decides a game for the player who has colour `winner` now; without a winner it is a draw. */
  decideInClass(number: number, winner: Side | null): Promise<void>;
  /** Closes the seat of a guest, whose game is lost. */
  removeFromClass(name: string): Promise<void>;
  /** Shows a board to the spectators; `null` leaves the choice to the class. */
  watchInClass(number: number | null): Promise<ClassState>;
  /** Shows the position of the study to everybody who does not play, and then each position of its cursor. */
  showInClass(): Promise<ClassState>;
  /** Shows nothing any more. */
  hideInClass(): Promise<ClassState>;
  /** Ends the class; the page hears when it is closed. */
  endClass(): Promise<void>;
  /** Lists the manuals with their compositions. */
  classicsList(): Promise<ClassicsList>;
  /** Returns the indexes of the solved compositions. */
  solvedClassics(): Promise<Array<number>>;
  /** Returns a composition by its index in the list. */
  classic(index: number): Promise<ClassicView>;
  /** Opens a composition as a study that is not filed until its first change. */
  readClassic(index: number, remarks: ClassicRemarks): Promise<OpenedStudy>;
  /** Lists the classes of endings with the stars. */
  endingList(): Promise<Array<EndingClass>>;
  /** Puts an ending on the board. */
  beginEnding(id: string): Promise<CurrentEnding>;
  /** Ends the wait of a move for the table of an ending that the person leaves. */
  leaveEnding(id: string): Promise<void>;
  /** Plays a move of the person, in any notation, and judges it by the table, if there is one. */
  playEnding(mv: string): Promise<EndingTurn>;
  /** Plays the reply of the engine; it takes a second or two. */
  answerEnding(): Promise<CurrentEnding>;
  /** Takes the move back that gave the result away. */
  takeBackEnding(): Promise<CurrentEnding>;
  /** Returns the built-in engine, the external engines, and the state of the match, if any. */
  listEngines(): Promise<EngineOverview>;
  /** Starts a program and performs the handshake. A program that does not answer is a result, too. */
  probeEngine(command: string, protocol: EngineProtocol | null): Promise<Probe>;
  /** Saves an external engine, new (with an empty id) or changed, and returns its saved form. */
  saveEngine(engine: EngineConfig): Promise<EngineConfig>;
  /** Removes an external engine from the list. */
  removeEngine(id: string): Promise<void>;
  /** Starts an external engine in the console; its lines are words of kind `console`. */
  openConsole(id: string): Promise<void>;
  /** Sends a line to the engine in the console. */
  sendConsole(line: string): Promise<void>;
  /** Ends the engine in the console. */
  closeConsole(): Promise<void>;
  /** Begins a match; its state comes as words of kind `match`. `books` are the opening books of the players, `collection` is the */
  /** tag of its games in the library. */
  startMatch(setup: SetupCodes, players: [Player, Player], books: [MatchBook | null, MatchBook | null], games: number, moveTime: Millis, collection: string): Promise<void>;
  /** Ends the match; its result so far stays. */
  stopMatch(): Promise<void>;
  /** Begins a tournament; its state comes as words of kind `tournament`. With `own_openings` its games begin from the openings */
  /** of `open_openings`. */
  beginTournament(setup: SetupCodes, conditions: TournamentConditions, entrants: Array<TournamentEntrant>, ownOpenings: boolean, collection: string): Promise<void>;
  /** Opens a dialog to choose a file of openings, one a line, for the tournaments of a game; none if the person cancels. */
  openOpenings(setup: SetupCodes): Promise<OwnOpenings | null>;
  /** Opens a dialog to choose a file and writes the shown tournament to it. Returns the path; none if the person cancels. */
  exportTournament(what: TournamentExport): Promise<string | null>;
  /** Goes on with the shown tournament. */
  goOnWithTournament(): Promise<void>;
  /** Pauses the tournament. */
  stopTournament(): Promise<void>;
  /** Returns the shown tournament, which at first is the latest one, and the list of all. */
  listTournaments(): Promise<TournamentOverview>;
  /** Shows another tournament. */
  showTournament(id: string): Promise<TournamentProgress>;
  /** Removes a tournament; its games stay in the library. */
  removeTournament(id: string): Promise<void>;
  /** Lists the threats on the board of the game. */
  threats(): Promise<ThreatsSeen>;
  /** Lists the threats at the cursor of the study. */
  threatsInStudy(): Promise<ThreatsSeen>;
  /** Lists the pieces of both sides that could take on `square` of a Xiangqi board. */
  attackers(placement: string, square: string): Promise<Array<PlacedPiece>>;
  /** Explains the lost game on the board; `None` without a loser or without a proof. */
  lesson(): Promise<Lesson | null>;
  /** Searches a position with every method to `depth`, then with the engine, and stops the previous experiment. `look` is */
  /** the number of this experiment. */
  startLab(look: number, position: Diagram, depth: number): Promise<void>;
  /** Stops the experiment; there are no more results. */
  stopLab(): Promise<void>;
  /** Returns the node at the end of `path` in the tree of a small search of `position`. */
  walkTree(position: Diagram, method: LabMethod, depth: number, path: Array<number>): Promise<LabNode>;
  /** Returns a position of tic-tac-toe with its solution. */
  walkTicTacToe(position: Diagram): Promise<KnownNode>;
  /** Returns the courses with the progress. */
  lessonSummary(): Promise<LessonSummary>;
  /** Puts a step on the board. */
  beginLesson(wish: LessonRequest): Promise<CurrentLesson>;
  /** Judges an attempt: a move in any notation, a point, or `first`, `second` or `neither`. */
  attemptLesson(text: string): Promise<LessonTurn>;
  /** Shows the next move of a solution. */
  hintLesson(): Promise<CurrentLesson>;
  /** Plays the solution to its end. */
  showLesson(): Promise<CurrentLesson>;
  /** Counts games by facet. */
  gameFacets(query: Query, position: Diagram | null): Promise<Facets>;
  /** Returns the level nearest to the person's strength, by their last games; none if the levels have no ratings. */
  fittingLevel(game: string, rule: string): Promise<Fit | null>;
  /** Returns the level or odds that make the next game fair, by the last games; none if they are too few. */
  fairGame(game: string, rule: string): Promise<FairGame | null>;
  /** Returns the moves that games of the library played in a position. */
  explore(position: Diagram): Promise<ExploredPosition>;
  /** Adds a tag to games, or removes it. */
  tagGames(ids: Array<number>, tag: string, on: boolean): Promise<void>;
  /** Returns the numbers of all games of a list, in its order. */
  gameIds(query: Query, position: Diagram | null): Promise<Array<number>>;
  /** Returns the duplicates of a list that are not needed: of games with the same moves, all but one. */
  spareGames(query: Query, position: Diagram | null): Promise<Array<number>>;
  /** Moves games to the trash (`on`), or takes them out of it, and returns how many there were. */
  deleteGames(ids: Array<number>, on: boolean): Promise<number>;
  /** Lists the forms that hold some of these games, each with the losses for one of them. */
  formsOfGames(ids: Array<number>): Promise<Array<FormOfGames>>;
  /** Opens a dialog to choose a file of this form, or a folder; none if the person cancels. */
  pickExport(form: string, folder: boolean): Promise<string | null>;
  /** Writes games in one form to a file, or to files of a folder; none if it was stopped. */
  exportGames(ids: Array<number>, form: string, path: string, folder: boolean, style: PictureStyle): Promise<ExportedGames | null>;
  /** Counts games into a new opening book of our own with this name, which becomes the first of the list; none if it was */
  /** stopped. */
  countGames(ids: Array<number>, name: string, count: GameCount): Promise<CountedGames | null>;
  /** Returns the page of a player in the games of one kind, or of all; without a name that of the person at this computer. */
  playerPage(name: string | null, game: string | null): Promise<PlayerPage>;
  /** Joins a name, with its other names, to a person. Returns the names as they were, for `put_back_names`. */
  joinNames(name: string, person: string): Promise<Array<PlayerAlias>>;
  /** Takes a name from its person. Returns it as it was, for `put_back_names`. */
  partName(name: string): Promise<Array<PlayerAlias>>;
  /** Undoes a change of names. */
  putBackNames(rows: Array<PlayerAlias>): Promise<void>;
  /** Removes a game in the trash permanently. */
  purgeGame(id: number): Promise<void>;
  /** Empties the trash permanently, and returns the number of games removed. */
  emptyTrash(): Promise<number>;
  /** Writes the library to one file, and returns its number of games; none if it was stopped. `replace` lets it replace a file. */
  backUp(path: string, replace: boolean): Promise<number | null>;
  /** Merges a backup into the library; none if it was stopped, which leaves the library as it was. */
  bringBack(path: string): Promise<MergeReport | null>;
  /** Stops the backup, the restore or the move of the library in progress. */
  stopLibraryWork(): Promise<void>;
  /** Returns the folder of the library, and whether it is usable. */
  libraryPlace(): Promise<LibraryFolder>;
  /** Moves the library to another folder, or to the usual one; returns whether the games were copied there, none if it was */
  /** stopped. */
  chooseLibraryFolder(folder: string | null): Promise<boolean | null>;
  /** Opens the library again, for example once its folder is back. */
  reopenLibrary(): Promise<void>;
  /** Opens a dialog of the system to choose a folder or a file; none if the person cancels. */
  pickPath(kind: PickKind): Promise<string | null>;
  /** Shows a file that was written in this run in its folder. */
  showInFolder(path: string): Promise<void>;
  /** Opens the licences as a text in another program. */
  openLicences(): Promise<void>;
  /** Returns the puzzles of the day and what is due, without the shelves. */
  puzzlesToday(day: number): Promise<PuzzleSummary>;
  /** Returns the figures of the puzzle screen. */
  puzzleOverview(day: number): Promise<PuzzleSummary>;
  /** Puts a puzzle on the board. */
  beginPuzzle(wish: PuzzleRequest, day: number): Promise<CurrentPuzzle>;
  /** Plays a move of the solver, in any notation. */
  playPuzzle(mv: string, day: number): Promise<PuzzleStep>;
  /** Returns the refutation of the wrong move on the board; it takes a second or two. */
  refutePuzzle(): Promise<Refutation | null>;
  /** Takes the wrong move back. */
  takeBackPuzzle(): Promise<CurrentPuzzle>;
  /** Reveals the start of the next move; the second time, the whole move. */
  hintPuzzle(day: number): Promise<CurrentPuzzle>;
  /** Opens a dialog to choose a file, and makes a set of its puzzles; none if the person cancels. It takes some seconds */
  /** for a hundred puzzles. */
  importPuzzles(): Promise<PuzzleImport | null>;
  /** Deletes an own set of puzzles. */
  deletePuzzleSet(set: number): Promise<void>;
  /** Ends the timed run. */
  stopPuzzleRun(): Promise<CurrentPuzzle>;
  /** Plays the solution to its end. */
  showPuzzle(day: number): Promise<CurrentPuzzle>;
  /** Imports pasted records of any form; a single game is to be opened. */
  importBytes(bytes: Uint8Array): Promise<ImportOutcome>;
  /** Imports the dropped or opened files and folders, as `import_bytes` does; none if there are none. */
  importOffered(): Promise<ImportOutcome | null>;
  /** Opens a dialog to choose files, and imports them as `import_bytes` does; none if the person cancels. */
  importChosen(): Promise<ImportOutcome | null>;
  /** Reads the texts of the files that wait for their encoding and were guessed to have `guess`, in another encoding. */
  readDoubtful(guess: string, encoding: string): Promise<Array<TextSample>>;
  /** Imports the waiting files, each in the encoding that is chosen for its guess, or as guessed. */
  importDoubtful(choices: Array<EncodingChoice>): Promise<ImportOutcome>;
  /** Imports the games of the last import, too, whose moves the library has already. */
  importDuplicates(): Promise<ImportOutcome>;
  /** Forgets the waiting files. */
  skipDoubtful(): Promise<void>;
  /** Stops the import in progress; the games filed so far stay. */
  stopImport(): Promise<void>;
  /** Lists the forms for the study or the game, each with the losses it would cause. */
  exportForms(of: ExportSubject): Promise<Array<ExportForm>>;
  /** Opens a dialog to choose a file and writes the game of the last `export_forms` to it, whole or not at all. Returns */
  /** the path; none if the person cancels. Pictures and pages are in `style`. */
  exportGame(form: string, style: PictureStyle): Promise<string | null>;
  /** Opens a dialog to choose a file and draws a part of that game to it as an animation, each move for `move_ms` */
  /** milliseconds. The page hears the progress. Returns the path; none if the person cancels or stops it. */
  exportGif(part: ReplayPart, style: PictureStyle, moveMs: number): Promise<string | null>;
  /** Stops the animation in progress; its file is not written. */
  stopDrawing(): Promise<void>;
  /** Puts a picture of the current position on the clipboard. */
  copyPicture(of: ExportSubject, style: PictureStyle): Promise<void>;
  /** Lists the repertoires with what is due. */
  listRepertoires(day: number): Promise<Array<RepertoireRow>>;
  /** Begins to train one side of a book; `rule` is that of its games. With a line that a game left, its end is asked first; */
  /** with an opening (`from`), only positions after its moves. A big book takes a second or two. */
  beginDrill(book: string, side: Side, rule: string, left: Array<string> | null, from: Array<string> | null, day: number): Promise<CurrentDrill>;
  /** Returns where the person with `side` left a repertoire in the game on the board. */
  departure(side: Side): Promise<Departure | null>;
  /** Returns what a repertoire covers of the replies that the games of the library have, or the built-in book where those are */
  /** few. A big book takes some seconds. */
  coverRepertoire(book: string, side: Side): Promise<CoveredRepertoire>;
  /** Puts the next position on the board. */
  nextDrill(day: number): Promise<CurrentDrill>;
  /** Plays a move of the person, in any notation. A right one is followed by the opponent's reply. */
  answerDrill(mv: string, day: number): Promise<DrillTurn>;
  /** Returns the engine's answer to the wrong move; it takes a second or two. */
  refuteDrill(): Promise<Array<MoveRow>>;
  /** Ends the training. */
  leaveDrill(): Promise<void>;
  /** Forgets a repertoire with all that was learned of it; its book stays. */
  forgetRepertoire(book: string, side: Side): Promise<void>;
  /** Begins to review the main line of the study, and stops the previous review. */
  startReview(): Promise<void>;
  /** Stops the review. Its results are lost; a saved review of the study stays. */
  stopReview(): Promise<void>;
  /** Returns the saved review of the study, if any. */
  keptReview(): Promise<ReviewReport | null>;
  /** Evaluates another move in place of move `ply` of the reviewed main line. */
  tryMove(ply: number, mv: string): Promise<TriedMove>;
  /** Reviews these games of the library one after the other, each for about so many seconds. */
  reviewGames(ids: Array<number>, seconds: number): Promise<BatchState>;
  /** Returns how far the review of many games is. */
  reviews(): Promise<BatchState>;
  /** Pauses the review of many games, or goes on with it. */
  pauseReviews(on: boolean): Promise<BatchState>;
  /** Ends the review of many games; what is reviewed stays. */
  cancelReviews(): Promise<BatchState>;
  /** Opens a game of the library, or brings an open study to the front. */
  openStudy(id: number): Promise<OpenedStudy>;
  /** Begins a study with the moves that lead from a set-up to its first position. */
  newStudy(setup: SetupCodes, moves: Array<string>): Promise<OpenedStudy>;
  /** Returns the whole study, for a page that starts or has missed an update. */
  studied(): Promise<OpenedStudy | null>;
  /** Returns the study in front, with the tabs of the run before; `null` if there are none. */
  reopenedStudy(): Promise<OpenedStudy | null>;
  /** Closes an open study, and returns the one that is in front then; `null` if it was the last one. */
  closeStudy(id: number): Promise<OpenedStudy | null>;
  /** Moves the cursor to a node, or to the last playable node before it. */
  go(node: number): Promise<StudyCursor>;
  /** Plays a move in any notation: into an existing child, or as a new variation. */
  playInStudy(mv: string): Promise<StudyUpdate>;
  /** Changes the tree, its notes, or the header. */
  editStudy(edit: StudyEdit): Promise<StudyUpdate>;
  /** Undoes the last change. */
  undoStudy(): Promise<StudyUpdate>;
  /** Redoes the last undone change. */
  redoStudy(): Promise<StudyUpdate>;
  /** Adds the games of a text in any form as variations. */
  mergeText(text: string): Promise<StudyMerge>;
  /** Adds games of the library as variations. */
  mergeGames(ids: Array<number>): Promise<StudyMerge>;
  /** Returns the line through a move, with all that follows it, as a record. */
  variationRecord(node: number): Promise<string>;
  /** Returns the record of the study as the library has it. */
  studyRecord(): Promise<string>;
  /** Reads a position that was set up, and returns how a game begins from it. A Xiangqi position is the start of `setup`; */
  /** `placement` has the stones of another board. */
  checkPosition(setup: SetupCodes, placement: string): Promise<Beginning>;
  /** Begins a game in which `moves` have been played. */
  beginFrom(config: NewGame, moves: Array<string>): Promise<CurrentGame>;
  /** Begins a game that is not kept, as the pages of the rules offer it. */
  tryOut(config: NewGame, moves: Array<string>): Promise<CurrentGame>;
  /** Adds the game on the board to a study as a variation, and opens that study. */
  bringGame(id: number): Promise<OpenedStudy>;
  /** Opens the game on the board as a study. It is refused during a game of a person against an engine. */
  studyGame(): Promise<OpenedStudy>;
  /** Opens a table for a game in which the person sits on the side `seat`, and which waits for a lost player for */
  /** `wait_minutes` in all. Its code has words of `language`. */
  openTable(config: NewGame, seat: Side, waitMinutes: number, language: Language): Promise<TableState>;
  /** Begins to look for open tables of this network; the page hears of them. */
  lookForTables(): Promise<void>;
  /** Ends the search; its sockets are closed. */
  stopLookingForTables(): Promise<void>;
  /** Joins the table or the class at `address`, with the words or the digits of its code. With `watches` the person only */
  /** watches, which is possible in a class. */
  joinTable(address: string, code: string, name: string, watches: boolean): Promise<TableState>;
  /** Goes on with an unfinished game at its table: opens the table again, or joins it again at `address`. */
  goOnAtTable(uid: string, address: string | null, language: Language): Promise<TableState>;
  /** Accepts the terms of the host. */
  acceptTerms(): Promise<void>;
  askAtTable(question: TableQuestion): Promise<TableState>;
  answerAtTable(question: TableQuestion, accept: boolean): Promise<TableState>;
  sayAtTable(phrase: Phrase): Promise<void>;
  /** Leaves the table. An unfinished game can go on later. */
  leaveTable(): Promise<void>;
  /** Analyses a node of the study, and nothing else. `look` is the number of this analysis; its reports are words of kind */
  /** `analysis` with this number. `root` restricts the moves of the position. */
  lookAt(look: number, node: number, wishes: AnalysisChoice, root: RootMoves): Promise<void>;
  /** Stops every analyst; there are no reports until the next analysis. */
  rest(): Promise<void>;
  /** Ends every analyst: external engines quit, and the memory of the engine is freed. */
  leaveAnalysis(): Promise<void>;
  /** Performs an action of an external engine, such as `Clear Hash`, in the process that analyses. Returns whether there is */
  /** one. */
  pressAction(id: string, action: string): Promise<boolean>;
  /** Saves an evaluation at a node of a study. Returns the changes; none if the study has as good a one or was closed. */
  keepEvaluation(study: number, node: number, evaluation: string): Promise<StudyUpdate | null>;
}

export const COMMANDS = {
  startup: [],
  noticesSeen: [],
  subscribe: ["channel"],
  newGame: ["config"],
  play: ["mv"],
  playAnyway: ["mv"],
  aiMove: [],
  pause: [],
  goOn: [],
  moveNow: [],
  undo: [],
  hint: [],
  resign: [],
  offerDraw: [],
  answerDraw: ["accept"],
  rematch: ["level"],
  seen: [],
  leave: [],
  giveUpUnsaved: [],
  closeWindow: [],
  resume: ["uid", "level"],
  discard: ["uid"],
  takeBackDiscard: ["uid"],
  listGames: ["query", "position"],
  deleteGame: ["id"],
  restoreGame: ["id"],
  saveSettings: ["settings"],
  playSound: ["name"],
  announce: ["text"],
  diagnostics: [],
  about: [],
  defencesInStudy: [],
  balanceInStudy: [],
  searchThreatsInStudy: ["side"],
  solveInStudy: [],
  stopBoardSearch: ["kind"],
  keepLines: ["lines"],
  listBooks: [],
  openBook: [],
  newBook: ["name", "game"],
  copyBook: ["id", "name"],
  changeBook: ["id", "change"],
  swapBook: ["id"],
  stopBookWork: [],
  closeBook: ["id"],
  arrangeBooks: ["uses"],
  probeBooks: ["position"],
  editBook: ["id", "position", "mv", "edit"],
  addToBook: ["id", "setup", "moves"],
  undoBook: [],
  namedOpenings: ["setup"],
  bookOrders: ["setup", "moves"],
  openClass: ["config", "teacher", "waitMinutes", "language"],
  goOnWithClass: ["language"],
  giveUpClass: [],
  pairClass: ["swissRounds"],
  beginRound: [],
  decideInClass: ["number", "winner"],
  removeFromClass: ["name"],
  watchInClass: ["number"],
  showInClass: [],
  hideInClass: [],
  endClass: [],
  classicsList: [],
  solvedClassics: [],
  classic: ["index"],
  readClassic: ["index", "remarks"],
  endingList: [],
  beginEnding: ["id"],
  leaveEnding: ["id"],
  playEnding: ["mv"],
  answerEnding: [],
  takeBackEnding: [],
  listEngines: [],
  probeEngine: ["command", "protocol"],
  saveEngine: ["engine"],
  removeEngine: ["id"],
  openConsole: ["id"],
  sendConsole: ["line"],
  closeConsole: [],
  startMatch: ["setup", "players", "books", "games", "moveTime", "collection"],
  stopMatch: [],
  beginTournament: ["setup", "conditions", "entrants", "ownOpenings", "collection"],
  openOpenings: ["setup"],
  exportTournament: ["what"],
  goOnWithTournament: [],
  stopTournament: [],
  listTournaments: [],
  showTournament: ["id"],
  removeTournament: ["id"],
  threats: [],
  threatsInStudy: [],
  attackers: ["placement", "square"],
  lesson: [],
  startLab: ["look", "position", "depth"],
  stopLab: [],
  walkTree: ["position", "method", "depth", "path"],
  walkTicTacToe: ["position"],
  lessonSummary: [],
  beginLesson: ["wish"],
  attemptLesson: ["text"],
  hintLesson: [],
  showLesson: [],
  gameFacets: ["query", "position"],
  fittingLevel: ["game", "rule"],
  fairGame: ["game", "rule"],
  explore: ["position"],
  tagGames: ["ids", "tag", "on"],
  gameIds: ["query", "position"],
  spareGames: ["query", "position"],
  deleteGames: ["ids", "on"],
  formsOfGames: ["ids"],
  pickExport: ["form", "folder"],
  exportGames: ["ids", "form", "path", "folder", "style"],
  countGames: ["ids", "name", "count"],
  playerPage: ["name", "game"],
  joinNames: ["name", "person"],
  partName: ["name"],
  putBackNames: ["rows"],
  purgeGame: ["id"],
  emptyTrash: [],
  backUp: ["path", "replace"],
  bringBack: ["path"],
  stopLibraryWork: [],
  libraryPlace: [],
  chooseLibraryFolder: ["folder"],
  reopenLibrary: [],
  pickPath: ["kind"],
  showInFolder: ["path"],
  openLicences: [],
  puzzlesToday: ["day"],
  puzzleOverview: ["day"],
  beginPuzzle: ["wish", "day"],
  playPuzzle: ["mv", "day"],
  refutePuzzle: [],
  takeBackPuzzle: [],
  hintPuzzle: ["day"],
  importPuzzles: [],
  deletePuzzleSet: ["set"],
  stopPuzzleRun: [],
  showPuzzle: ["day"],
  importBytes: ["bytes"],
  importOffered: [],
  importChosen: [],
  readDoubtful: ["guess", "encoding"],
  importDoubtful: ["choices"],
  importDuplicates: [],
  skipDoubtful: [],
  stopImport: [],
  exportForms: ["of"],
  exportGame: ["form", "style"],
  exportGif: ["part", "style", "moveMs"],
  stopDrawing: [],
  copyPicture: ["of", "style"],
  listRepertoires: ["day"],
  beginDrill: ["book", "side", "rule", "left", "from", "day"],
  departure: ["side"],
  coverRepertoire: ["book", "side"],
  nextDrill: ["day"],
  answerDrill: ["mv", "day"],
  refuteDrill: [],
  leaveDrill: [],
  forgetRepertoire: ["book", "side"],
  startReview: [],
  stopReview: [],
  keptReview: [],
  tryMove: ["ply", "mv"],
  reviewGames: ["ids", "seconds"],
  reviews: [],
  pauseReviews: ["on"],
  cancelReviews: [],
  openStudy: ["id"],
  newStudy: ["setup", "moves"],
  studied: [],
  reopenedStudy: [],
  closeStudy: ["id"],
  go: ["node"],
  playInStudy: ["mv"],
  editStudy: ["edit"],
  undoStudy: [],
  redoStudy: [],
  mergeText: ["text"],
  mergeGames: ["ids"],
  variationRecord: ["node"],
  studyRecord: [],
  checkPosition: ["setup", "placement"],
  beginFrom: ["config", "moves"],
  tryOut: ["config", "moves"],
  bringGame: ["id"],
  studyGame: [],
  openTable: ["config", "seat", "waitMinutes", "language"],
  lookForTables: [],
  stopLookingForTables: [],
  joinTable: ["address", "code", "name", "watches"],
  goOnAtTable: ["uid", "address", "language"],
  acceptTerms: [],
  askAtTable: ["question"],
  answerAtTable: ["question", "accept"],
  sayAtTable: ["phrase"],
  leaveTable: [],
  lookAt: ["look", "node", "wishes", "root"],
  rest: [],
  leaveAnalysis: [],
  pressAction: ["id", "action"],
  keepEvaluation: ["study", "node", "evaluation"],
} as const;
