// The texts of the puzzles' screen: themes, reasons, results and day.
import { PUZZLE_THEMES } from "../bindings";
import type {
  GameKind,
  CurrentPuzzle,
  PuzzleCount,
  PuzzleImport,
  PuzzleRun,
  PuzzleTheme,
  ThemeGroup,
} from "../bindings";
import { joined, listed, say, type Lang } from "../i18n/text";
import { matesAtOnce, type Placed } from "./task";

const DAY_MS = 86_400_000;

/** The day of a person's calendar, counted from 1970-01-01. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}

/** A theme with the number of its puzzles and of the solved ones; only of one grade, if it is given. */
type ThemeCount = { theme: PuzzleTheme; count: number; solved: number };

/** Themes under one heading. */
type ThemeShelf = { group: ThemeGroup; themes: ThemeCount[] };

const GROUPS = ["shapes", "tactics", "lengths"] as const satisfies readonly ThemeGroup[];

/** The themes of a game that have puzzles, in their groups. */
export function themesOf(
  shelves: readonly PuzzleCount[],
  game: GameKind,
  grade: number | null,
): ThemeShelf[] {
  const counted = (theme: PuzzleTheme): ThemeCount => {
    const of = shelves.filter(
      (shelf) => shelf.game === game && shelf.theme === theme && (grade === null || shelf.grade === grade),
    );
    const sum = (pick: (shelf: PuzzleCount) => number) => of.reduce((total, one) => total + pick(one), 0);
    return { theme, count: sum((one) => one.count), solved: sum((one) => one.solved) };
  };
  return GROUPS.map((group) => {
    const themes = PUZZLE_THEMES[game].filter((one) => one.group === group);
    return { group, themes: themes.map(({ theme }) => counted(theme)).filter(({ count }) => count > 0) };
  }).filter(({ themes }) => themes.length > 0);
}

/** The heading of a group of themes. */
export const groupName = (lang: Lang, game: GameKind, group: ThemeGroup): string =>
  group === "tactics" || game === "tictactoe"
    ? say(lang, "puzzle.group.tactics")
    : say(lang, `puzzle.group.${group}.${game}`);

/** The themes that name what a solved puzzle showed; empty where there is nothing to learn from a name. */
export function sayThemes(lang: Lang, { setup, themes }: Pick<CurrentPuzzle, "setup" | "themes">): string {
  const named = PUZZLE_THEMES[setup.game].filter(
    ({ theme, group }) => themes.includes(theme) && group !== "lengths" && theme !== "otherMate",
  );
  return listed(
    lang,
    named.map(({ theme }) => themeName(lang, theme)),
  );
}

export const themeName = (lang: Lang, theme: PuzzleTheme): string => say(lang, `puzzle.theme.${theme}`);

/** The property of the sought move. */
export function sayWhy(lang: Lang, puzzle: Pick<CurrentPuzzle, "goal" | "moves"> & Placed): string {
  if (puzzle.place) return say(lang, puzzle.place.proved ? "puzzle.explain.proved" : "puzzle.explain.line");
  return say(lang, `puzzle.explain.${matesAtOnce(puzzle) ? "mate.1" : puzzle.goal}`);
}

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

/** How a finished run compares with the best one before; empty without a solved puzzle in either. */
export function sayBest(lang: Lang, { solved, best }: Pick<PuzzleRun, "solved" | "best">): string {
  if (solved > (best ?? 0)) return say(lang, "puzzle.run.record");
  return best === null ? "" : say(lang, "puzzle.run.before", { n: best });
}

/** "Time is up. 12 puzzles solved. Your best run so far." */
export function sayRunEnd(lang: Lang, run: PuzzleRun): string {
  const end = run.end ? say(lang, `puzzle.run.end.${run.end}`) : "";
  const parts = [end, say(lang, "puzzle.run.result", { n: run.solved }), sayBest(lang, run)];
  return joined(
    lang,
    parts.filter((part) => part !== ""),
  );
}

/** "My file: 12 puzzles imported, 8 of them proved." */
export const sayImported = (lang: Lang, { name, count, proved }: PuzzleImport): string =>
  count > 0
    ? say(lang, "puzzle.sets.imported", { name, n: count, proved })
    : say(lang, "puzzle.sets.none", { name });
