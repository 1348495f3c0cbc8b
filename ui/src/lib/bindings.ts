// Contract between window and core. The final file `ui/src/lib/bindings.ts` is GENERATED from src-tauri/src/dto.rs with
// exactly these shapes; until then this hand-written twin stands at the same path.

export type Side = "first" | "second"; // first = Red (xiangqi) / Black (gomoku)
export type GameKind = "xiangqi" | "gomoku";
export type PlayerKind = "human" | "engine";

export type Player = { kind: PlayerKind; level: number | null; name: string | null };

export type ClockConfig =
  | { kind: "none" }
  | { kind: "fischer"; mainMs: number; incrementMs: number }
  | { kind: "perMove"; perMoveMs: number };

export type NewGame = {
  game: GameKind;
  /** xiangqi: "standard"; gomoku: "freestyle" | "standard" | "renju" */
  rule: string;
  /** gomoku: 5..22; xiangqi: null */
  size: number | null;
  /** xiangqi: FEN or null for the usual start; gomoku: null */
  start: string | null;
  first: Player;
  second: Player;
  clock: ClockConfig;
};

export type LastMove = { from: string | null; to: string };

/** One move in every notation; gomoku fills all with the same `h8` form. Squares are a0..i9 (rank 0 = Red's back rank), points h8. */
export type MoveRow = {
  uci: string;
  chinese: string;
  traditional: string;
  wxf: string;
  iccs: string;
  side: Side;
  /** FEN letter of the moved piece (xiangqi), null in gomoku */
  piece: string | null;
  /** FEN letter of the captured piece, upper case = Red's */
  capture: string | null;
  check: boolean;
};

export type Clocks = { firstMs: number; secondMs: number; running: Side | null };
export type OutcomeView = { winner: Side | null; reason: string };
export type Forbidden = { point: string; foul: string };
export type HintView = { mv: string; from: string | null; to: string; line: MoveRow[] };
export type Abilities = {
  play: boolean; undo: boolean; hint: boolean; offerDraw: boolean; resign: boolean; moveNow: boolean; rematch: boolean;
};

export type Snapshot = {
  uid: string;
  game: GameKind;
  rule: string;
  size: number | null;
  start: string | null;
  first: Player;
  second: Player;
  clock: ClockConfig;
  /**
   * The board, rows from the top down separated by "/": xiangqi = first FEN field (rank 9 first, upper case = Red, letters k a b n r c p);
   * gomoku = x black, o white, decimal runs of empty points (may have two digits), top row first.
   */
  placement: string;
  sideToMove: Side;
  ply: number;
  /** Where the side to move may go: xiangqi from square → squares; gomoku has the single key "" → points. Empty while no human may move. */
  dests: Record<string, string[]>;
  /** Square of the general in check */
  check: string | null;
  lastMove: LastMove | null;
  moves: MoveRow[];
  /** FEN letters of the pieces each side has LOST, most valuable first */
  lostFirst: string[];
  lostSecond: string[];
  clocks: Clocks | null;
  outcome: OutcomeView | null;
  /** Who is thinking (an engine), and for how long already when this snapshot was made */
  thinking: { side: Side; elapsedMs: number } | null;
  drawOffer: Side | null;
  winningLine: string[];
  /** Renju, Black to move */
  forbidden: Forbidden[];
  hint: HintView | null;
  can: Abilities;
};

export type GameEvent =
  | { kind: "started" }
  | { kind: "resumed" }
  | { kind: "moved"; row: MoveRow; ply: number }
  | { kind: "undone"; ply: number }
  | { kind: "thinking"; side: Side }
  | { kind: "hint" }
  | { kind: "drawOffered"; by: Side }
  | { kind: "drawDeclined"; by: Side }
  | { kind: "ended"; outcome: OutcomeView }
  | { kind: "saved"; id: number }
  | { kind: "trouble"; code: string; message: string };

/** What arrives on the one ordered channel. `seq` grows by one each time. */
export type Update = { seq: number; events: GameEvent[]; snapshot: Snapshot };

/** Every rejected call rejects with this. `code` decides what the UI shows; `message` is an English sentence. */
export type ApiError = { code: string; message: string; /** square or point that explains it */ at: string | null; /** more points: the lines of a foul */ points: string[] };

export type GameSummary = {
  id: number; uid: string; game: GameKind; rule: string; size: number | null; first: Player; second: Player;
  result: string; winner: Side | null; reason: string; plies: number; startedAtMs: number; endedAtMs: number;
  finalPlacement: string;
};
export type GameQuery = { game: GameKind | null; text: string; limit: number; offset: number };
export type GamePage = { rows: GameSummary[]; total: number };

export type Frame = { placement: string; sideToMove: Side; row: MoveRow | null; lastMove: LastMove | null; check: string | null; winningLine: string[]; clocks: Clocks | null };
/** A finished or imported game: frames[0] is the start, frames[n] follows move n. `record` is its PGN or SGF text. */
export type Replay = { summary: GameSummary; frames: Frame[]; record: string };

/** A game that the last run left unfinished. */
export type Unfinished = { uid: string; game: GameKind; rule: string; first: Player; second: Player; plies: number; lastAtMs: number; placement: string; clocks: Clocks | null };

/** A sentence to show once, for example that a corrupt library was set aside. */
export type Notice = { code: string; message: string };

export type Startup = { settings: Settings; unfinished: Unfinished[]; notices: Notice[]; snapshot: Snapshot | null };
export type About = { version: string; notices: string };

export type ClockChoice = { kind: "none" | "fischer" | "per-move"; mainS: number; incrementS: number };
export type NewGameChoice = {
  opponent: "engine" | "friend" | "engines"; level: number; secondLevel: number; seat: "first" | "second" | "random";
  clock: ClockChoice; rule: string; size: number;
};
export type Settings = {
  language: "system" | "zh-CN" | "en";
  theme: "system" | "light" | "dark";
  notation: "chinese" | "traditional" | "wxf" | "iccs" | "uci";
  xiangqiSet: "traditional" | "simplified" | "letters" | "international";
  board: "kaya" | "rosewood" | "xuan" | "lacquer";
  stones: "slate" | "flat" | "letters";
  sound: boolean; volume: number; announce: "brief" | "full"; animation: boolean; legalDots: boolean; coordinates: boolean;
  riverFacing: boolean; rotateOpponent: boolean; moveNumbers: boolean; forbiddenMarks: boolean; confirmResign: boolean; confirmPlace: boolean;
  /** percent, 90..200 */
  uiScale: number;
  lastGame: GameKind; xiangqiNew: NewGameChoice; gomokuNew: NewGameChoice;
};

export type SoundName = "place" | "capture" | "stone" | "select" | "illegal" | "check" | "low-time" | "end";
