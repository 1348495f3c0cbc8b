// The texts about repetitions: the warning before the move that completes one, and the reason after the game.
import type { SideViolation, MoveRow, RepetitionWarning, Ruled, Side, CurrentGame } from "../bindings";
import { enumerated, say, sideName, type Lang } from "../i18n/text";
import { pieceOf, spoken, written, type Notation } from "./notation";

/** A warning: the sentence, and whether the side to move would lose. */
export type Warned = { sentence: string; loses: boolean; cycle: readonly MoveRow[] };

/** The warnings for the side to move, losses first; empty if no person may move. */
export function warnings(snapshot: CurrentGame, lang: Lang, notation: Notation): Warned[] {
  return told(snapshot, lang, (row) => written(row, "xiangqi", notation));
}

/** The announcement of the warnings. */
export function sayWarnings(snapshot: CurrentGame, lang: Lang, notation: Notation): Warned[] {
  return told(snapshot, lang, (row) => spoken(row, "xiangqi", lang, notation));
}

function told(snapshot: CurrentGame, lang: Lang, word: (row: MoveRow) => string): Warned[] {
  if (!snapshot.can.play || snapshot.board.outcome) return [];
  const { repetitions } = snapshot;
  const { sideToMove } = snapshot.board;
  const rank = ({ ruled }: RepetitionWarning) =>
    ruled.loser === sideToMove ? 0 : ruled.loser === null ? 1 : 2;
  return [...repetitions]
    .sort((a, b) => rank(a) - rank(b))
    .map((warning) => ({
      sentence: sayRepetition(lang, warning, word),
      loses: warning.ruled.loser === sideToMove,
      cycle: warning.ruled.cycle,
    }));
}

/** A move that ends the game by repetition, or that a reply punishes, as a sentence; `word` writes or speaks a move. */
export function sayRepetition(
  lang: Lang,
  { row, reply, ruled }: RepetitionWarning,
  word: (row: MoveRow) => string,
): string {
  return say(lang, reply ? "repetition.reply" : "repetition.move", {
    move: word(row),
    reply: reply ? word(reply) : "",
    side: reply ? sideName(lang, "xiangqi", reply.side) : "",
    why: verdict(lang, ruled, reply ? null : row.side),
  });
}

/** The reason why a repetition ended the game, as a sentence. */
export function sayRuling(lang: Lang, ruling: Ruled): string {
  return say(lang, "repetition.ruled", { why: verdict(lang, ruling, null) });
}

/** "长捉黑车，判负"; a loser other than `mover`, the addressee, is named. */
function verdict(lang: Lang, ruling: Ruled, mover: Side | null): string {
  const { loser, faults } = ruling;
  const of = (side: Side) => {
    const fault = faults.find((one) => one.side === side);
    return fault ? sayFault(lang, fault) : "";
  };
  if (loser) {
    const key = loser === mover ? "repetition.loses" : "repetition.loses.side";
    return say(lang, key, { side: sideName(lang, "xiangqi", loser), fault: of(loser) });
  }
  if (faults.length < 2) return say(lang, "repetition.draw");
  return say(lang, "repetition.draw.both", { first: of("first"), second: of("second") });
}

function sayFault(lang: Lang, { kind, checks, threats, chases, prey }: SideViolation): string {
  if (kind === "chase" && prey.length === 0) return say(lang, "repetition.chase.any");
  const pieces = enumerated(
    lang,
    prey.map(({ piece }) => pieceOf(lang, piece)),
  );
  return say(lang, `repetition.${kind}`, { prey: pieces, checks, threats, chases });
}
