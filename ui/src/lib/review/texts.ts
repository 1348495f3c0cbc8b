// The texts about a reviewed move and a reviewed game.
import type {
  ForcedWin,
  GameKind,
  MoveRow,
  RepetitionWarning,
  ReviewLabel,
  ReviewedMove,
  Side,
} from "../bindings";
import { isOfFault, sayFact, type Teller } from "../explain/texts";
import { written, type Notation } from "../game/notation";
import { sayRepetition } from "../game/repetition";
import { roundOf } from "../game/rounds";
import { isChinese, moveCount, say, sideName, type Key, type Lang } from "../i18n/text";

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

/** Whether a move has something to learn from: a fault, or a plain threat let pass in a lost game. */
export const isLesson = (move: ReviewedMove): boolean => isFault(move) || move.why.some(isOfFault);

/** "34%". */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

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
  const sign = (ply % 2 === 1) === secondBegins ? "…" : ".";
  return `${roundOf(ply, secondBegins)}${sign} ${written(row, game, notation)}`;
}

/** The proved fact of a move that gave away a forced win; empty without one. */
export function sayForced(lang: Lang, forced: ForcedWin | null): string {
  if (!forced) return "";
  const win = forced.isMate ? "mate" : "forced";
  return say(lang, `review.${win}.${forced.kind}`, { n: moveCount(lang, forced.moves) });
}

/** The text with a full stop, unless it ends with one. */
export const sentence = (lang: Lang, text: string): string =>
  /[.。!！?？…]$/.test(text) ? text : `${text}${isChinese(lang) ? "。" : "."}`;

/** The chances after a move, from the view of `side`. */
export const chanceOf = ({ chance }: ReviewedMove, side: Side): number =>
  side === "first" ? chance : 1 - chance;

/** The parts of the text about a reviewed move, as the box shows and the announcement says them. */
type MoveTexts = {
  /** "Mistake", "Best move", "Costs 2%". */
  verdict: string;
  /** "Red 34% → 20%"; empty where nothing is lost. */
  fall: string;
  faults: string[];
  refutation: string;
  better: string;
  merits: string[];
};

/** Least loss that is told, as a share of the winning chances. */
const NO_LOSS = 0.005;
/** The shown plies of a refutation and of a better line. */
const [REFUTATION, BETTER] = [3, 4];

/** The texts about a move; `line` writes or speaks a line of moves. */
export function moveTexts(
  teller: Teller,
  move: ReviewedMove,
  line: (rows: readonly MoveRow[]) => string,
): MoveTexts {
  const { lang, game } = teller;
  const word = (row: MoveRow) => line([row]);
  const ruled = (warning: RepetitionWarning | null) => (warning ? sayRepetition(lang, warning, word) : "");
  const told = move.why.map((fact) => ({ against: isOfFault(fact), text: sayFact(teller, fact) }));
  const after = chanceOf(move, move.side);
  const lost = move.loss >= NO_LOSS;
  const plain = isLesson(move) ? "review.lostAlready" : lost ? "review.costs" : "review.best";
  return {
    verdict: move.label
      ? say(lang, `review.label.${move.label}`)
      : say(lang, plain, { share: percent(move.loss) }),
    fall: lost
      ? `${sideName(lang, game, move.side)} ${say(lang, "review.fall", { before: percent(after + move.loss), after: percent(after) })}`
      : "",
    faults: [
      sayForced(lang, move.forced),
      ruled(move.repetition),
      ...told.filter(({ against }) => against).map(({ text }) => text),
    ].filter(Boolean),
    refutation:
      move.answer.length > 0
        ? say(lang, "review.answered", { line: line(move.answer.slice(0, REFUTATION)) })
        : "",
    better:
      move.best.length > 0 ? say(lang, "review.better", { move: line(move.best.slice(0, BETTER)) }) : "",
    merits: [
      ruled(move.betterRepetition),
      ...(move.label === "fine" ? [say(lang, "review.fine.why")] : []),
      ...told.filter(({ against }) => !against).map(({ text }) => text),
    ].filter(Boolean),
  };
}
