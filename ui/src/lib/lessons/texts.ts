// The texts of lessons: names, tasks, and the verdict on an attempt.
import type { CurrentLesson, GameKind, LessonFault, LessonVerdict, MoveRow, Side } from "../bindings";
import { sayMove, type Voice } from "../game/announce";
import { spoken, written } from "../game/notation";
import { pointName, sayPoint } from "../game/points";
import { sayRuling } from "../game/repetition";
import { isChinese, joined, listed, say, sayCode, sideName, type Key, type Lang } from "../i18n/text";
import { patternName } from "../explain/texts";

/** The answers to a repetition, in the order of their keys. */
export const ANSWERS = ["first", "second", "neither"] as const;

/** The points that are read out one by one; of more, only the number. */
const POINTS_MAX = 8;

/** Writes a move, for the page or for a voice. */
type Writer = (row: MoveRow) => string;

export const chapterName = (lang: Lang, game: GameKind, code: string): string =>
  say(lang, `lessons.${game}.${code}` as Key);

/** The rule that a chapter is about. */
export const chapterRule = (lang: Lang, game: GameKind, code: string): string =>
  say(lang, `lessons.${game}.${code}.about` as Key);

/** The task of a step. */
export function sayTask(lang: Lang, { id, goal }: Pick<CurrentLesson, "id" | "goal">): string {
  const task = say(lang, `lessons.${id}` as Key);
  return goal === "deviate" ? joined(lang, [task, say(lang, "lessons.deviate")]) : task;
}

export const answerName = (lang: Lang, answer: string): string =>
  answer === "neither" ? say(lang, "lessons.neither") : sideName(lang, "xiangqi", answer as Side);

/** The moves of the last cycle before a repetition task. */
export const cycleOf = ({ goal, rows, before }: CurrentLesson): MoveRow[] =>
  goal === "deviate" ? rows.slice(Math.max(0, before - 4), before) : [];

/** The points that the board marks for the task, with the pieces on them; empty without any. */
function sayTargets(voice: Voice, lesson: CurrentLesson): string {
  if (lesson.targets.length === 0) return "";
  const points = lesson.targets.map((at) => sayPoint(voice, lesson, at));
  return say(voice.lang, "lessons.marked", { points: listed(voice.lang, points) });
}

/** The announcement of a step: where it is, the rule if it is new, and the task. */
export function announceStep(voice: Voice, lesson: CurrentLesson, isNew: boolean): string {
  const { lang, notation } = voice;
  const { game } = lesson.setup;
  const name = chapterName(lang, game, lesson.chapter);
  const place = say(lang, "lessons.step", { n: lesson.index + 1, of: lesson.solved.length });
  const cycle = cycleOf(lesson).map((row) => spoken(row, game, lang, notation));
  return joined(lang, [
    ...(isNew ? [sentence(lang, name), chapterRule(lang, game, lesson.chapter)] : []),
    sentence(lang, place),
    sayTask(lang, lesson),
    ...[sayTargets(voice, lesson)].filter((text) => text !== ""),
    ...(cycle.length > 0 ? [say(lang, "lessons.cycle", { moves: listed(lang, cycle) })] : []),
  ]);
}

const sentence = (lang: Lang, text: string) => text + (isChinese(lang) ? "。" : ".");

/** What is said about a verdict, without the move itself. */
export function sayVerdict(voice: Voice, lesson: CurrentLesson, verdict: LessonVerdict): string {
  const { lang, notation } = voice;
  const { game } = lesson.setup;
  const named: Writer = (row) => spoken(row, game, lang, notation);
  if (verdict.kind === "wrong") return sayFault(lang, lesson, verdict.fault, named);
  if (verdict.kind === "solved") return joined(lang, sayEnd(voice, lesson));
  return verdict.reply ? sayMove(verdict.reply, game, voice) : say(lang, "lessons.right");
}

/** What is shown about a wrong attempt. */
export function showFault(
  lang: Lang,
  lesson: CurrentLesson,
  fault: LessonFault,
  notation: Voice["notation"],
) {
  return sayFault(lang, lesson, fault, (row) => written(row, lesson.setup.game, notation));
}

function sayFault(lang: Lang, lesson: CurrentLesson, fault: LessonFault, named: Writer): string {
  const { game } = lesson.setup;
  switch (fault.kind) {
    case "captured":
    case "escapes":
    case "loses":
    case "delays":
    case "blocked":
      return say(lang, `lessons.fault.${fault.kind}`, {
        side: sideName(lang, game, fault.reply.side),
        reply: named(fault.reply),
      });
    case "noShape":
      return say(lang, `lessons.fault.${lesson.goal}` as Key);
    case "otherFoul":
      return say(lang, "lessons.fault.otherFoul", { foul: sayCode(lang, "foul.", fault.foul, fault.foul) });
    case "mayRepeat":
      return say(lang, "lessons.fault.mayRepeat", { side: sideName(lang, game, fault.side) });
    default:
      return say(lang, `lessons.fault.${fault.kind}`);
  }
}

/** The sentences at the end of a step. */
export function sayEnd(voice: Voice, lesson: CurrentLesson): string[] {
  const { lang } = voice;
  const { game } = lesson.setup;
  const { ruled, pattern } = lesson;
  const isLast = lesson.index + 1 === lesson.solved.length && lesson.solved.every(Boolean);
  return [
    say(lang, lesson.state === "shown" ? "lessons.shown" : "lessons.solved"),
    ...sayReach(voice, lesson),
    ...(pattern ? [say(lang, "lessons.pattern", { name: patternName(lang, pattern) })] : []),
    ...(ruled ? [sayRuling(lang, ruled)] : []),
    ...(isLast
      ? [say(lang, "lessons.chapter.finished", { name: chapterName(lang, game, lesson.chapter) })]
      : []),
    ...(lesson.next === null
      ? [say(lang, "lessons.finished", { game: say(lang, `game.${game}.inline`) })]
      : []),
  ];
}

/** The points that the piece of a look can go to. */
function sayReach(voice: Voice, { reach, setup, goal, side }: CurrentLesson): string[] {
  if (goal !== "look") return [];
  const points = listed(
    voice.lang,
    reach.map((at) => pointName(voice, setup.game, at, side)),
  );
  const key = reach.length > POINTS_MAX ? "lessons.points.many" : "lessons.points";
  return [say(voice.lang, key, { n: reach.length, points })];
}

/** The hint in words. */
export function sayHint(voice: Voice, lesson: CurrentLesson, named: Writer): string {
  const { lang } = voice;
  const { hint, hintRow } = lesson;
  if (hint === null) return "";
  if (lesson.goal === "deviate") return say(lang, "lessons.hint.answer", { answer: answerName(lang, hint) });
  if (hintRow) return say(lang, "lessons.hint.move", { move: named(hintRow) });
  return say(lang, "lessons.hint.point", { point: sayPoint(voice, lesson, hint) });
}
