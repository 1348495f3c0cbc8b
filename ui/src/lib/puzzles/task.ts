// The task of a puzzle in words, which the first screen shows for that of the day.
import type { CurrentPuzzle, GameKind, PlaceInSet } from "../bindings";
import { isChinese, moveCount, say, sideName, type Lang } from "../i18n/text";

/** A puzzle of an own set; others have no place in one. */
export type Placed = { place?: PlaceInSet | null };

/** "Red to move: mate in 3." / "红先，三步杀。" */
export function sayTask(
  lang: Lang,
  puzzle: Pick<CurrentPuzzle, "goal" | "side" | "moves"> & Placed & { setup: { game: GameKind } },
): string {
  const side = sideName(lang, puzzle.setup.game, puzzle.side);
  const n = moveCount(lang, puzzle.moves);
  const goal = puzzle.place?.proved === false ? "line" : puzzle.goal;
  const key = `exercise.task.${matesAtOnce(puzzle) ? "mate.1" : goal}` as const;
  return say(lang, key, { side: isChinese(lang) ? side.slice(0, 1) : side, n });
}

export const matesAtOnce = ({ goal, moves }: Pick<CurrentPuzzle, "goal" | "moves">): boolean =>
  goal === "mate" && moves === 1;
