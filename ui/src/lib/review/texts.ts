// The texts about a reviewed move and a reviewed game.
import type { ForcedWin, GameKind, ReviewLabel, MoveRow, ReviewedMove, Side } from "../bindings";
import { written, type Notation } from "../game/notation";
import { moveCount, say, type Key, type Lang } from "../i18n/text";

/** "34%". */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The signs and words of the labels, in the order in which a report counts them. */
export const LABELS = [
  { label: "fine", sign: "!", name: "review.label.fine" },
  { label: "inaccuracy", sign: "?!", name: "review.label.inaccuracy" },
  { label: "mistake", sign: "?", name: "review.label.mistake" },
  { label: "blunder", sign: "??", name: "review.label.blunder" },
] as const satisfies readonly { label: ReviewLabel; sign: string; name: Key }[];

/** The sign behind a move with this label; empty for labels without one. */
export const signOf = (label: ReviewLabel | null): string =>
  LABELS.find((one) => one.label === label)?.sign ?? "";

/** Whether the label is a fault. */
export const isFault = ({ label }: ReviewedMove): boolean => label !== null && label !== "fine";

/** "12. 炮二平五", "12… 马8进7": a move with the number of its turn, as `ply` counts from 1. */
export function numbered(
  row: MoveRow,
  ply: number,
  secondBegins: boolean,
  game: GameKind,
  notation: Notation,
): string {
  // Stones are numbered singly.
  if (game !== "xiangqi") return `${ply}. ${written(row, game, notation)}`;
  const half = ply + (secondBegins ? 1 : 0);
  return `${Math.ceil(half / 2)}${half % 2 === 1 ? "." : "…"} ${written(row, game, notation)}`;
}

/** The line as it is written, move after move. */
export const lineOf = (rows: readonly MoveRow[], game: GameKind, notation: Notation): string =>
  rows.map((row) => written(row, game, notation)).join(" ");

/** The proved fact of a move that missed a forced win; empty without one. */
export function sayForced(lang: Lang, game: GameKind, forced: ForcedWin | null): string {
  if (!forced) return "";
  const win = game === "xiangqi" ? "mate" : "forced";
  return say(lang, `review.${win}.${forced.kind}`, { n: moveCount(lang, forced.moves) });
}

/** The chances after a move, from the view of `side`. */
export const chanceOf = ({ chance }: ReviewedMove, side: Side): number =>
  side === "first" ? chance : 1 - chance;
