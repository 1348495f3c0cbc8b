// The texts of repertoires: the task, and what is said about an answer.
import type {
  CoveredRepertoire,
  CurrentDrill,
  GameKind,
  MoveRow,
  RepertoireCoverage,
  RepertoireGap,
  RepertoireRow,
} from "../bindings";
import { sayMove, type Voice } from "../game/announce";
import { written, writtenLine, type Notation } from "../game/notation";
import { numbered, percent } from "../review/texts";
import { enumerated, joined, say, sideName, type Lang } from "../i18n/text";

export const sayTask = (lang: Lang, { setup, side }: CurrentDrill): string =>
  say(lang, "repertoires.task", { side: sideName(lang, setup.game, side) });

/** What is said about the last answer; empty while a move is expected. */
export function sayDrill(lang: Lang, drill: CurrentDrill, notation: Notation): string {
  const { game } = drill.setup;
  const moves = enumerated(
    lang,
    drill.answers.map((row) => written(row, game, notation)),
  );
  if (drill.state === "lineEnd") return say(lang, "repertoires.lineEnd");
  if (drill.state === "done")
    return say(lang, "repertoires.done", { right: drill.right, wrong: drill.wrong });
  if (drill.state !== "wrong" || !drill.tried) return "";
  const move = written(drill.tried, game, notation);
  const why = say(lang, drill.forbidden ? "repertoires.forbidden" : "repertoires.wrong", { move, moves });
  return joined(lang, [why, say(lang, "repertoires.retry")]);
}

/** The engine's answer to the wrong move. */
export function sayReply(voice: Voice, reply: readonly MoveRow[], drill: CurrentDrill | null): string {
  const game = drill?.setup.game ?? "xiangqi";
  return say(voice.lang, "repertoires.reply", { line: writtenLine(reply, game, voice.notation) });
}

/** What is announced after an answer, or with a new position. */
export function announceDrill(voice: Voice, drill: CurrentDrill, before: CurrentDrill | null): string {
  const { lang } = voice;
  const said = sayDrill(lang, drill, voice.notation);
  if (said !== "") return joined(lang, [said, ...(drill.remark ? [drill.remark] : [])]);
  const last = drill.rows.at(-1);
  const follows = before !== null && before.state !== "lineEnd";
  return joined(lang, [
    ...(follows ? [say(lang, "repertoires.right")] : [sayTask(lang, drill)]),
    ...(last && last.side !== drill.side ? [sayMove(last, drill.setup.game, voice)] : []),
  ]);
}

/** The sentence about how much a repertoire covers. Only a whole one is 100%. */
export const sayCovered = (lang: Lang, { covered }: RepertoireCoverage): string =>
  say(lang, "repertoires.covered", { share: percent(Math.floor(covered * 100) / 100) });

/** How much a repertoire covers, and its largest gap. */
export function sayCoverage(voice: Voice, { coverage, setup }: CoveredRepertoire): string {
  const { lang } = voice;
  const [largest] = coverage.gaps;
  const last = largest?.line.at(-1);
  return joined(lang, [
    sayCovered(lang, coverage),
    ...(last ? [say(lang, "repertoires.gap.largest", { move: sayMove(last, setup.game, voice) })] : []),
  ]);
}

/** What is announced after the progress of a repertoire was deleted. */
export const sayForgotten = (lang: Lang, { game, side }: RepertoireRow, book: string): string =>
  say(lang, "repertoires.forgotten", { book, side: sideName(lang, game, side) });

/** The line of a gap, each move with its number where a turn begins. */
export const sayGap = ({ line }: RepertoireGap, game: GameKind, notation: Notation): string =>
  line
    .map((row, index) =>
      game === "xiangqi" && index % 2 === 1
        ? written(row, game, notation)
        : numbered(row, index + 1, false, game, notation),
    )
    .join(" ");
