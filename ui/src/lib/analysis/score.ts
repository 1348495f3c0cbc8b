// A score as short text, as speech, as a share of the bar, and as a loss against the best one.
import { RULING_MOVES, type FoundLine, type GameKind, type Side, type Worth } from "../bindings";
import { spoken, type Notation } from "../game/notation";
import { decimal, moveCount, say, sideName, type Lang } from "../i18n/text";

/** The centipawns at which a side has about three quarters of the bar. */
const QUARTER = 220;
/** The value of a mate, greater than that of any estimate. */
const DECIDED = 10_000;

/** "+0.42", "−1.20", "Red mates in 3", "黑方 3 步胜". */
export function shortWorth(lang: Lang, game: GameKind, worth: Worth): string {
  if (worth.kind === "mate") return forced(lang, game, worth.value);
  const { value } = worth;
  return `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** The spoken form: "plus 0.4", "红方优 0.4". */
export function spokenWorth(lang: Lang, game: GameKind, worth: Worth): string {
  if (worth.kind === "mate") return forced(lang, game, worth.value);
  const size = Math.abs(worth.value);
  if (size < 5) return say(lang, "analysis.even");
  const n = decimal(lang, size / 100, 1);
  return say(lang, "analysis.ahead", { side: sideName(lang, game, worth.value > 0 ? "first" : "second"), n });
}

/** "1: cannon two to five, Red is ahead by 0.4, depth 14". */
export function sayLine(
  lang: Lang,
  game: GameKind,
  notation: Notation,
  rank: number,
  line: FoundLine,
  depth: number,
): string {
  const row = line.rows[0];
  const mv = row ? spoken(row, game, lang, notation) : "";
  return say(lang, "analysis.line", { rank, move: mv, worth: spokenWorth(lang, game, line.worth), depth });
}

/** The shortest form, for the bar: "+0.4", "#3", "−#2", and "#" for a win by a ruling on a repetition. */
export function tinyWorth(worth: Worth): string {
  const sign = worth.value < 0 ? "−" : worth.kind === "mate" ? "" : "+";
  const size = Math.abs(worth.value);
  if (worth.kind === "mate") return isByRuling(worth.value) ? `${sign}#` : `${sign}#${size}`;
  return `${sign}${size >= 1000 ? Math.round(size / 100) : (size / 100).toFixed(1)}`;
}

/** The first side's share of the bar, from 0 to 1. Only for display: it is not a winning chance. */
export function shareOf(worth: Worth): number {
  if (worth.kind === "mate") return worth.value > 0 ? 1 : 0;
  return 1 / (1 + 3 ** (-worth.value / QUARTER));
}

/** The loss of `side` with the one instead of the other, in centipawns; never negative. */
export function lossOf(best: Worth, other: Worth, side: Side): number {
  const sign = side === "first" ? 1 : -1;
  return Math.max(0, sign * (weigh(best) - weigh(other)));
}

/** Parses an evaluation of a record: `0.35,12`, `#-4`; null for anything else. */
export function readEvaluation(text: string): { worth: Worth; depth: number | null } | null {
  const [written = "", depth] = text.split(",");
  const mate = /^#(-?\d+)$/.exec(written);
  const value = mate ? Number(mate[1]) : Math.round(Number(written) * 100);
  if (written === "" || !Number.isFinite(value)) return null;
  return { worth: { kind: mate ? "mate" : "centipawns", value }, depth: depth ? Number(depth) : null };
}

/** The nearer of two mates has the greater value. */
function weigh({ kind, value }: Worth): number {
  return kind === "mate" ? Math.sign(value) * (DECIDED - Math.abs(value)) : value;
}

/** Whether a win so far away is one by a ruling on a repetition: its distance counts no moves. */
const isByRuling = (moves: number): boolean => Math.abs(moves) >= RULING_MOVES;

function forced(lang: Lang, game: GameKind, moves: number): string {
  const side = sideName(lang, game, moves > 0 ? "first" : "second");
  if (isByRuling(moves)) return say(lang, "analysis.ruled", { side });
  return say(lang, game === "xiangqi" ? "analysis.mate" : "analysis.win", {
    side,
    n: moveCount(lang, Math.abs(moves)),
  });
}
