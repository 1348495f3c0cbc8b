// The window's state of the game on the board, and its changes by events. Pure: no timers.
import type { BlunderWarning, CurrentGame, GameKind, Player, Refusal, Side, Update } from "../bindings";
import { refusalOf } from "./refusal";

/** The shown stage of the hint: nothing, the piece, the move, the line. */
type HintStage = 0 | 1 | 2 | 3;

export type View = {
  snapshot: CurrentGame | null;
  /** The number of the last received update. */
  seq: number;
  /** The arrival of the snapshot, in the window's milliseconds; clocks count from here. */
  receivedAtMs: number;
  refusal: Refusal | null;
  /** The warning of the coach about a chosen move, which is not played. */
  warning: BlunderWarning | null;
  hintStage: HintStage;
  /** The side that declined a draw since the last move. */
  drawDeclinedBy: Side | null;
  /** The number of moves on the board that the person looks at; null for the present one. */
  look: number | null;
  /** The opening's decisions of the last update that had a move or a decision. */
  decisions: readonly Decision[];
  /** How often the players have exchanged their colours in view of the window. */
  exchanges: number;
};

/** A decision of an opening, by the colour that the player had before it. */
export type Decision = { by: Side; choice: string };

export const EMPTY_VIEW: View = {
  snapshot: null,
  seq: -1,
  receivedAtMs: 0,
  refusal: null,
  warning: null,
  hintStage: 0,
  drawDeclinedBy: null,
  look: null,
  decisions: [],
  exchanges: 0,
};

/** Applies an update. An update that is not newer than the last is dropped: the newest snapshot contains it. */
export function reduce(view: View, update: Update, nowMs: number): View {
  if (update.seq <= view.seq) return view;
  const declined = update.events.findLast((event) => event.kind === "drawDeclined");
  const next = adopt({ ...view, seq: update.seq }, whole(view.snapshot, update.game), nowMs);
  const shown = declined ? { ...next, drawDeclinedBy: declined.by } : next;
  const isStep = update.events.some(
    ({ kind }) => kind === "moved" || kind === "decided" || kind === "undone",
  );
  if (!isStep) return shown;
  const decisions = update.events.filter((event) => event.kind === "decided");
  const swaps = decisions.filter(({ choice }) => choice === "swap").length;
  return { ...shown, decisions, exchanges: shown.exchanges + swaps };
}

/** Whether moves are missing between the known ones and those of an update. */
export function isBehind(view: View, update: Update): boolean {
  const known = view.snapshot?.uid === update.game.uid ? view.snapshot.moves.length : 0;
  return update.seq > view.seq && update.game.movesFrom > known;
}

/** Appends the moves of an update to the known ones. */
function whole(before: CurrentGame | null, snapshot: CurrentGame): CurrentGame {
  const { movesFrom, moves } = snapshot;
  const known = movesFrom > 0 && before?.uid === snapshot.uid ? before.moves.slice(0, movesFrom) : [];
  return { ...snapshot, movesFrom: 0, moves: [...known, ...moves] };
}

/** Adopts a snapshot. Texts about the old position disappear with it, and a look back ends. */
export function adopt(view: View, snapshot: CurrentGame, nowMs: number): View {
  const before = view.snapshot;
  const same =
    before !== null &&
    before.uid === snapshot.uid &&
    before.ply === snapshot.ply &&
    JSON.stringify(before.deciding) === JSON.stringify(snapshot.deciding);
  if (!same) return { ...fresh(view, before?.uid === snapshot.uid), snapshot, receivedAtMs: nowMs };
  return { ...view, snapshot, receivedAtMs: nowMs, hintStage: snapshot.hint ? view.hintStage : 0 };
}

/** A view without texts about the old position. Within one game, what its opening decided stays. */
function fresh({ seq, decisions, exchanges }: View, isSameGame: boolean): View {
  return isSameGame ? { ...EMPTY_VIEW, seq, decisions, exchanges } : { ...EMPTY_VIEW, seq };
}

/** Looks at the board after `ply` moves; at the last one or beyond, at the present board. */
export function lookAt(view: View, ply: number): View {
  const { snapshot } = view;
  if (!snapshot) return view;
  const look = ply >= snapshot.moves.length ? null : Math.max(0, ply);
  return look === view.look ? view : { ...view, look, refusal: null };
}

/** Stores the reason of a refused move. */
export function refuse(view: View, error: Refusal): View {
  return { ...view, refusal: refusalOf(error) };
}

export function forgetRefusal(view: View): View {
  return view.refusal ? { ...view, refusal: null } : view;
}

/** Stores the warning about a chosen move, or removes it. */
export function warn(view: View, warning: BlunderWarning | null): View {
  return warning === view.warning ? view : { ...view, warning, refusal: null };
}

/** One press of Hint shows the next stage. The third is the last. */
export function nextHint(view: View): View {
  return { ...view, hintStage: Math.min(3, view.hintStage + 1) as HintStage };
}

/** The drawing of the hint: first the piece, then the move. A Gomoku nudge names an area in text only. */
export function hintOnBoard(view: View): { from: string | null; to: string | null } | null {
  const hint = view.snapshot?.hint;
  if (!hint || view.hintStage === 0) return null;
  if (view.hintStage === 1) return hint.from ? { from: hint.from, to: null } : null;
  return { from: hint.from, to: hint.to };
}

export const other = (side: Side): Side => (side === "first" ? "second" : "first");
/** The side to act: in an opening the deciding one, otherwise the side to move. */
export const turnOf = (snapshot: Pick<CurrentGame, "deciding" | "board">): Side =>
  snapshot.deciding?.by ?? snapshot.board.sideToMove;
export const playerOf = (snapshot: { first: Player; second: Player }, side: Side): Player => snapshot[side];

/** The side of the only person at this machine; null for two people or two engines. */
export function humanSide(game: { first: Player; second: Player; mine?: Side }): Side | null {
  if (game.mine) return game.mine;
  if ((game.first.kind === "human") === (game.second.kind === "human")) return null;
  return game.first.kind === "human" ? "first" : "second";
}

/** The side at the bottom: that of the only person, whatever colour an opening has left; otherwise the first side. */
export function seatOf(game: { first: Player; second: Player; mine?: Side }, turned: boolean): Side {
  const own = humanSide(game) ?? "first";
  return turned ? other(own) : own;
}

/**
 * Whether the board is drawn from the far side. A Gomoku board looks the same from both sides, so only the person turns
 * it.
 */
export function isFlipped(
  game: { setup: { game: GameKind }; first: Player; second: Player; mine?: Side },
  turned: boolean,
): boolean {
  return game.setup.game === "xiangqi" ? seatOf(game, turned) === "second" : turned;
}

/** The side for which a person may answer the current draw offer. */
export function drawToAnswer(snapshot: CurrentGame): Side | null {
  if (snapshot.drawOffer === null || snapshot.board.outcome) return null;
  const answering = other(snapshot.drawOffer);
  return playerOf(snapshot, answering).kind === "human" ? answering : null;
}

/** Whether an engine is to move and has stopped: a person must restart it. */
export function isStalled(snapshot: CurrentGame): boolean {
  const { board, thinking } = snapshot;
  return (
    !board.outcome && !thinking && !snapshot.can.goOn && playerOf(snapshot, turnOf(snapshot)).kind !== "human"
  );
}

/** Whether the display changes by itself: a running clock or a thinking engine. Nothing else may have a timer. */
export function isTicking(snapshot: CurrentGame | null): boolean {
  if (!snapshot || snapshot.board.outcome) return false;
  return (snapshot.clocks?.running ?? null) !== null || snapshot.thinking !== null;
}
