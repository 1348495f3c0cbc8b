// The recordings of src-tauri/src/fixtures.rs: default settings, usual set-ups, and two scripted games with every
// snapshot and a study.
import type {
  Refusal,
  BoardView,
  GameKind,
  CurrentGame,
  Hint,
  LastMove,
  Merged,
  MoveRow,
  Node,
  Settings,
  SetupCodes,
  Side,
  Snapshot,
  StudyCursor,
  StudyHeader,
} from "../bindings";
import recorded from "./generated.json";

/** Recorded lessons: the summary of a new learner, and by step its boards and verdicts. */
export const LESSONS = recorded.lessons;
/** Recorded endings: the list of a new person, and by id a wrong move and the steps to the result. */
export const ENDINGS = recorded.endings;

/** The parts of a snapshot other than the clocks and the moves. */
type Position = Omit<Snapshot, "clocks" | "movesFrom" | "moves">;
/** The fields that differ from another position; of the board the differing parts. */
type Difference = Partial<Omit<Position, "board">> & { board?: Partial<BoardView> };
type Seats = "first" | "second" | "engines";
/** A command to a study in one of its states, with a node in view: the answer, or the refusal. */
type Step = { state: number; at: number; command: string } & (
  | { refused: Refusal }
  | {
      /** The state and the node afterwards. */
      to: number;
      node: number;
      nodes: Node[];
      header: StudyHeader | null;
      canUndo: boolean;
      canRedo: boolean;
      /** Of a merge. */
      merged?: Merged;
    }
);
type Recording = Record<Seats, Difference[]> & {
  rows: MoveRow[];
  /** Of two people, before each move and after the last one. */
  friends: Position[];
  /** A resigned game, as differences from the same position in progress. */
  over: Difference;
  /** Two paused engines, as differences from the same engines at play. */
  paused: Difference;
  /** The hint to follow the script. */
  hints: (Hint | null)[];
  /** By ply, then by move. */
  refusals: Record<number, Record<string, Refusal>>;
  /** The game as a study. */
  study: { header: StudyHeader; nodes: Node[] };
  /** The positions of the study, by the moves that lead there. */
  places: Record<string, Omit<StudyCursor, "node">>;
  steps: Step[];
};

const RECORDED = recorded as unknown as {
  settings: Settings;
  setups: Record<GameKind, SetupCodes>;
  games: Record<"xiangqi" | "gomoku", Recording>;
};

export const DEFAULT_SETTINGS = RECORDED.settings;
/** Each game as it is usually played. */
export const SETUPS = RECORDED.setups;

export type Scripted = Recording & {
  game: GameKind;
  /** `positions[n]` is the board before move n; the last one follows the last move. */
  positions: BoardView[];
};

const scripted = (game: "xiangqi" | "gomoku"): Scripted => {
  const recording = RECORDED.games[game];
  return { ...recording, game, positions: recording.friends.map(({ board }) => board) };
};

/** The central cannon against the screen horses; the script stops in the middle game. */
export const XIANGQI = scripted("xiangqi");
/** Black makes five on the long diagonal with the ninth stone. */
export const GOMOKU = scripted("gomoku");
/** The script of a game; of tic-tac-toe that of Gomoku. */
export const scriptOf = (game: GameKind): Scripted => (game === "xiangqi" ? XIANGQI : GOMOKU);

/** The position after `ply` moves of a script, for the seats of `game`: in progress, paused, or over. */
export function positionAt(
  script: Scripted,
  ply: number,
  { first, second }: Pick<CurrentGame, "first" | "second">,
  state: "on" | "paused" | "over",
): Position {
  const whole = script.friends[ply] ?? script.friends[0];
  if (!whole) throw new Error("a script has a start");
  if (state === "over") return whole.board.outcome ? whole : changed(whole, script.over);
  const people = [first, second].map(({ kind }) => kind === "human");
  const seats = people[0] ? (people[1] ? null : "first") : people[1] ? "second" : "engines";
  const position = seats ? changed(whole, script[seats][ply] ?? {}) : whole;
  return state === "paused" ? changed(position, script.paused) : position;
}

const changed = (position: Position, difference: Difference): Position => ({
  ...position,
  ...difference,
  board: { ...position.board, ...difference.board },
});

/** The origin of a move, if any, and its target: `h2e2`, `h8`. */
export function pointsOf(game: GameKind, uci: string): LastMove {
  return game === "xiangqi" ? { from: uci.slice(0, 2), to: uci.slice(2) } : { from: null, to: uci };
}

/** A board without moves, end or marks. */
export const boardOf = (placement: string, sideToMove: Side): BoardView => ({
  placement,
  sideToMove,
  destinations: {},
  lastMove: null,
  check: null,
  winningLine: [],
  forbidden: [],
  outcome: null,
});
