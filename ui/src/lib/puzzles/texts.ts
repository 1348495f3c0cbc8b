// The texts of puzzles: goal, result and day.
import type { GameKind, PuzzleGoal, CurrentPuzzle } from "../bindings";
import { isChinese, joined, moveCount, say, sideName, type Lang } from "../i18n/text";

const DAY_MS = 86_400_000;

/** The day of a person's calendar, counted from 1970-01-01. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** The goals of each game, in display order. */
export const GOALS: Record<GameKind, readonly Exclude<PuzzleGoal, "better">[]> = {
  xiangqi: ["mate", "checks"],
  gomoku: ["fours", "threat"],
  tictactoe: [],
};

/** "Red to move: mate in 3." / "红先，三步杀。" */
export function sayTask(
  lang: Lang,
  puzzle: Pick<CurrentPuzzle, "setup" | "goal" | "side" | "moves">,
): string {
  const side = sideName(lang, puzzle.setup.game, puzzle.side);
  const n = moveCount(lang, puzzle.moves);
  const key = `puzzle.task.${matesAtOnce(puzzle) ? "mate.1" : puzzle.goal}` as const;
  return say(lang, key, { side: isChinese(lang) ? side.slice(0, 1) : side, n });
}

/** The property of the sought move. */
export const sayWhy = (lang: Lang, puzzle: Pick<CurrentPuzzle, "goal" | "moves">): string =>
  say(lang, `puzzle.explain.${matesAtOnce(puzzle) ? "mate.1" : puzzle.goal}`);

const matesAtOnce = ({ goal, moves }: Pick<CurrentPuzzle, "goal" | "moves">): boolean =>
  goal === "mate" && moves === 1;

/** "★★★☆☆" */
export const stars = (grade: number): string => "★".repeat(grade) + "☆".repeat(5 - grade);

/** The number of the move to find, from 1. */
export function moveNumber(puzzle: Pick<CurrentPuzzle, "rows" | "state" | "moves">): number {
  const played = puzzle.rows.length - (puzzle.state === "wrong" ? 1 : 0);
  return Math.min(puzzle.moves, Math.floor(played / 2) + 1);
}

/** The text at the end of a puzzle. */
export function sayEnd(
  lang: Lang,
  puzzle: Pick<CurrentPuzzle, "state" | "misses" | "helped" | "again">,
): string {
  const how =
    puzzle.state === "shown"
      ? say(lang, "puzzle.shown")
      : puzzle.misses > 0 || puzzle.helped
        ? say(lang, "puzzle.solved.late")
        : say(lang, "puzzle.solved.clean");
  if (puzzle.again === null) return how;
  const again = say(lang, puzzle.again === 1 ? "puzzle.again.1" : "puzzle.again", { n: puzzle.again });
  return joined(lang, [how, again]);
}
