// The coach of a game: its parts, and the words of a warning.
import type { BlunderWarning, Coach, Mark, MoveRow } from "../bindings";
import { sayFact, sayMove, type Teller } from "../explain/texts";
import { enumerated, joined, say, type Lang } from "../i18n/text";
import { COACH_PARTS } from "./players";

/** The names of the parts in use, as a list in a sentence; empty without a coach. */
export function sayCoach(lang: Lang, coach: Coach): string {
  const used = COACH_PARTS.filter((part) => coach[part]);
  return used.length > 0
    ? enumerated(
        lang,
        used.map((part) => say(lang, `coach.${part}`)),
      )
    : "";
}

/** The question, the proved reasons and the answer of the other side, each a sentence. */
export function sayBlunder(teller: Teller, { row, facts, answer }: BlunderWarning): string[] {
  const { lang } = teller;
  const line = answer.map((move) => sayMove(teller, move)).join(" ");
  return [
    say(lang, "coach.warning", { move: sayMove(teller, row) }),
    ...new Set(facts.map((fact) => sayFact(teller, fact))),
    ...(line ? [say(lang, "coach.answer", { line })] : []),
  ];
}

/** The warning as it is spoken: without the line, and with what can be done. */
export function sayBlunderAloud(teller: Teller, warning: BlunderWarning): string {
  const sentences = sayBlunder({ ...teller, aloud: true }, { ...warning, answer: [] });
  return joined(teller.lang, [...sentences, say(teller.lang, "coach.again")]);
}

/** The chosen move on the board in blue, and the answer of the other side in red. */
export function marksOf({ row, answer: [reply] }: BlunderWarning): Mark[] {
  const mark = (colour: Mark["colour"], { from, to }: MoveRow): Mark => ({ colour, from, to });
  return [mark("blue", row), ...(reply ? [mark("red", reply)] : [])];
}
