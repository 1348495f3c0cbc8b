// The window's state of the game on the board, and its changes by events. Pure: no timers.
import type { ApiError, GameKind, Player, Side, GameSnapshot, Update } from "../bindings";
import { refusalOf, type Refusal } from "./refusal";

/** How much of the hint is shown: nothing, the piece, the move, the line. */
export type HintStage = 0 | 1 | 2 | 3;

export type View = {
  snapshot: GameSnapshot | null;
  /** Number of the last update taken in. */
  seq: number;
  /** When the snapshot came, in the window's own milliseconds; clocks count from here. */
  receivedAtMs: number;
  refusal: Refusal | null;
  hintStage: HintStage;
  /** Who turned down a draw since the last move. */
  drawDeclinedBy: Side | null;
};

export const EMPTY_VIEW: View = {
  snapshot: null,
  seq: -1,
  receivedAtMs: 0,
  refusal: null,
  hintStage: 0,
  drawDeclinedBy: null,
};

/** Takes in an update. One that is not newer than the last is dropped: the newest snapshot already contains it. */
export function reduce(view: View, update: Update, nowMs: number): View {
  if (update.seq <= view.seq) return view;
  const declined = update.events.findLast((event) => event.kind === "drawDeclined");
  const next = adopt({ ...view, seq: update.seq }, whole(view.snapshot, update.snapshot), nowMs);
  return declined ? { ...next, drawDeclinedBy: declined.by } : next;
}

/** Whether moves are missing between those that are known and those that an update brings. */
export function isBehind(view: View, update: Update): boolean {
  const known = view.snapshot?.uid === update.snapshot.uid ? view.snapshot.moves.length : 0;
  return update.seq > view.seq && update.snapshot.movesFrom > known;
}

/** Puts the moves that an update brings behind those that are known. */
function whole(before: GameSnapshot | null, snapshot: GameSnapshot): GameSnapshot {
  const { movesFrom, moves } = snapshot;
  const known = movesFrom > 0 && before?.uid === snapshot.uid ? before.moves.slice(0, movesFrom) : [];
  return { ...snapshot, movesFrom: 0, moves: [...known, ...moves] };
}

/** Puts a snapshot on the board. What was said about the old position goes when the position does. */
export function adopt(view: View, snapshot: GameSnapshot, nowMs: number): View {
  const before = view.snapshot;
  const same =
    before !== null &&
    before.uid === snapshot.uid &&
    before.ply === snapshot.ply &&
    JSON.stringify(before.deciding) === JSON.stringify(snapshot.deciding);
  if (!same)
    return { ...view, snapshot, receivedAtMs: nowMs, refusal: null, hintStage: 0, drawDeclinedBy: null };
  return { ...view, snapshot, receivedAtMs: nowMs, hintStage: snapshot.hint ? view.hintStage : 0 };
}

/** Remembers why a move was refused. */
export function refuse(view: View, error: ApiError): View {
  return { ...view, refusal: refusalOf(error) };
}

export function forgetRefusal(view: View): View {
  return view.refusal ? { ...view, refusal: null } : view;
}

/** One press of Hint: shows more of it. The third stage is the last. */
export function nextHint(view: View): View {
  return { ...view, hintStage: Math.min(3, view.hintStage + 1) as HintStage };
}

/** What the board draws for the hint: the piece alone first, then the move. A Gomoku nudge names an area in words only. */
export function hintOnBoard(view: View): { from: string | null; to: string | null } | null {
  const hint = view.snapshot?.hint;
  if (!hint || view.hintStage === 0) return null;
  if (view.hintStage === 1) return hint.from ? { from: hint.from, to: null } : null;
  return { from: hint.from, to: hint.to };
}

export const other = (side: Side): Side => (side === "first" ? "second" : "first");
/** Whose turn it is: in an opening whoever is to decide, else the side to move. */
export const turnOf = (snapshot: Pick<GameSnapshot, "deciding" | "board">): Side =>
  snapshot.deciding?.by ?? snapshot.board.sideToMove;
export const playerOf = (snapshot: { first: Player; second: Player }, side: Side): Player => snapshot[side];

/** The one person at the board when the other side is an engine; null for two people or two engines. */
export function humanSide(game: { first: Player; second: Player }): Side | null {
  if ((game.first.kind === "human") === (game.second.kind === "human")) return null;
  return game.first.kind === "human" ? "first" : "second";
}

/** Who sits at the bottom: the one person at the board, whatever colour an opening has left to that person; else the first side. */
export function seatOf(game: { first: Player; second: Player }, turned: boolean): Side {
  const own = humanSide(game) ?? "first";
  return turned ? other(own) : own;
}

/** Whether the board is drawn from the far side. A Gomoku board looks the same from both sides and is turned by hand alone. */
export function isFlipped(
  game: { setup: { game: GameKind }; first: Player; second: Player },
  turned: boolean,
): boolean {
  return game.setup.game === "xiangqi" ? seatOf(game, turned) === "second" : turned;
}

/** Whether a person may answer the draw that is offered now, and for which side. */
export function drawToAnswer(snapshot: GameSnapshot): Side | null {
  if (snapshot.drawOffer === null || snapshot.board.outcome) return null;
  const answering = other(snapshot.drawOffer);
  return playerOf(snapshot, answering).kind === "human" ? answering : null;
}

/** Whether an engine is to move and does not think: it has stopped, and a person must set it going. */
export function isStalled(snapshot: GameSnapshot): boolean {
  const { board, thinking } = snapshot;
  return (
    !board.outcome && !thinking && !snapshot.can.goOn && playerOf(snapshot, turnOf(snapshot)).kind !== "human"
  );
}

/** Whether anything on the screen moves by itself: a running clock or a thinking engine. Nothing else may keep a timer. */
export function isTicking(snapshot: GameSnapshot | null): boolean {
  if (!snapshot || snapshot.board.outcome) return false;
  return (snapshot.clocks?.running ?? null) !== null || snapshot.thinking !== null;
}
