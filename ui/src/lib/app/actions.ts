// The table of all actions with their keys, read by the key listener, the help, the palette and the settings.
import type { Key } from "../i18n/text";
import { isButton, isControl, isSlider } from "./keys";
import type { Screen } from "./navigation.svelte";

export type ScreenName = Screen["name"];

/**
 * How an action gets its keys. A person can give a `free` action another key; the keys of a `fixed` one stay. A focused
 * board, list or text field reads the keys of a `local` row itself: the row is there for the help, and has no handler.
 */
type Binding = "free" | "fixed" | "local";

export type Action<Id extends string = string> = {
  id: Id;
  binding: Binding;
  screens: readonly ScreenName[] | "everywhere";
  /**
   * Chords as `pressed` names them. A free action has one, which is not Shift with a letter: on a focused board that is
   * the letter. A local row may have any text.
   */
  keys: readonly string[];
  label: Key;
  /** Further chords, which the help does not list and a person cannot change. */
  also?: readonly string[];
  /** The sentence of the help; actions with the same one share a row. Without it the help leaves the action out. */
  help?: Key;
  /** Whether the focused element uses the key itself. */
  keptBy?: (target: EventTarget | null) => boolean;
  /** Whether the action precedes a focused board, which uses letters, Space and Enter. */
  first?: boolean;
  /** Free actions whose keys, with Shift, are the keys of this local row. */
  shifted?: readonly string[];
};

type Options = Pick<Action, "also" | "help" | "keptBy" | "first" | "shifted">;
type Where = ScreenName | readonly ScreenName[] | "everywhere";

function row<const Id extends string>(
  binding: Binding,
  where: Where,
  id: Id,
  keys: string | readonly string[],
  label: Key,
  options: Options = {},
): Action<Id> {
  const screens = where === "everywhere" || typeof where === "object" ? where : [where];
  return { id, binding, screens, keys: typeof keys === "string" ? [keys] : keys, label, ...options };
}

const free = <const Id extends string>(where: Where, id: Id, key: string, label: Key, options?: Options) =>
  row("free", where, id, key, label, options);
const fixed = <const Id extends string>(
  where: Where,
  id: Id,
  keys: string | readonly string[],
  label: Key,
  options?: Options,
) => row("fixed", where, id, keys, label, options);
const local = <const Id extends string>(
  where: Where,
  id: Id,
  keys: string | readonly string[],
  help: Key,
  options?: Options,
) => row("local", where, id, keys, help, { help, ...options });

const BOARDS = ["play", "study", "puzzles", "lessons", "endings", "repertoires"] as const;
/** The screens with a board that has no game on it. */
const TASKS = ["study", "puzzles", "lessons", "endings", "repertoires"] as const;
const EXERCISES = ["puzzles", "lessons"] as const;
/** The screens with something to solve, shown solutions or not. */
const SOLVED = [...EXERCISES, "endings"] as const;

/** The actions in the order of the help. `settings.json` names free actions by their ids. */
export const SECTIONS = [
  {
    title: "keys.global",
    actions: [
      free("everywhere", "play", "Ctrl+1", "nav.play", { help: "keys.screens" }),
      free("everywhere", "study", "Ctrl+2", "nav.study", { help: "keys.screens" }),
      free("everywhere", "library", "Ctrl+3", "nav.library", { help: "keys.screens" }),
      free("everywhere", "puzzles", "Ctrl+4", "nav.puzzles", { help: "keys.screens" }),
      free("everywhere", "engines", "Ctrl+5", "nav.engines", { help: "keys.screens" }),
      free("everywhere", "settings", "Ctrl+6", "nav.settings", { help: "keys.screens" }),
      free("everywhere", "lessons", "Ctrl+7", "nav.lessons", { help: "keys.screens" }),
      free("everywhere", "classics", "Ctrl+8", "nav.classics", { help: "keys.screens" }),
      free("everywhere", "endings", "Ctrl+9", "nav.endings", { help: "keys.screens" }),
      free("everywhere", "class", "Ctrl+0", "nav.class", { help: "keys.screens" }),
      free("everywhere", "new", "Ctrl+N", "keys.new", { help: "keys.new" }),
      free("everywhere", "open", "Ctrl+O", "keys.open", { help: "keys.open" }),
      local("everywhere", "paste", "Ctrl+V", "keys.paste"),
      free("everywhere", "export", "Ctrl+E", "keys.export", { help: "keys.export" }),
      free("everywhere", "copyPicture", "Ctrl+Shift+C", "keys.copyPicture", { help: "keys.copyPicture" }),
      free("everywhere", "swap", "Ctrl+Tab", "action.swap", { help: "keys.swap" }),
      fixed(["play", "study"], "swapByTab", "Tab", "action.swap", { help: "keys.swap" }),
      free("everywhere", "palette", "Ctrl+K", "keys.palette", { help: "keys.palette" }),
      free("everywhere", "message", "F6", "keys.message", { help: "keys.message" }),
      free("everywhere", "fullscreen", "F11", "keys.fullscreen", { help: "keys.fullscreen" }),
      free("everywhere", "keys", "?", "settings.keys.show", { help: "keys.help" }),
      fixed([...BOARDS, "class", "lab"], "cancel", "Escape", "keys.escape", { help: "keys.escape" }),
    ],
  },
  {
    title: "keys.home",
    actions: [
      free("home", "xiangqi", "X", "game.xiangqi", { help: "keys.gameXiangqi" }),
      free("home", "gomoku", "G", "game.gomoku", { help: "keys.gameGomoku" }),
      free("home", "tictactoe", "T", "game.tictactoe", { help: "keys.gameTicTacToe" }),
      fixed("home", "level", ["1", "2", "3", "4", "5"], "keys.levels", { help: "keys.levels" }),
      fixed("home", "levelThatFits", "6", "home.auto"),
      fixed("home", "seat", ["B", "R", "W"], "keys.seats", { help: "keys.seats" }),
      fixed("home", "start", "Enter", "keys.start", { help: "keys.start", keptBy: isControl }),
    ],
  },
  {
    title: "keys.board",
    actions: [
      local(BOARDS, "cursor", "← ↑ ↓ →", "keys.cursor"),
      local(BOARDS, "pick", ["Enter", "Space"], "keys.pick"),
      local(BOARDS, "jump", "C 5", "keys.jump"),
      local(BOARDS, "readings", ["L", "P", "O"], "keys.read"),
      local(BOARDS, "attackers", ["V", "Y"], "keys.attack"),
      local(BOARDS, "typeOnBoard", "/", "keys.type"),
      // A letter alone names a file of the board (`board/keyboard.ts`).
      local(BOARDS, "onBoard", [], "keys.onBoard", { shifted: ["hint", "draw", "flip"] }),
    ],
  },
  {
    title: "keys.play",
    actions: [
      free("play", "undo", "Ctrl+Z", "play.undo", { help: "keys.undo" }),
      free("play", "hint", "H", "play.hint", { help: "keys.hint" }),
      free("play", "draw", "D", "keys.draw", { help: "keys.draw" }),
      free("play", "resign", "Ctrl+Shift+R", "play.resign", { help: "keys.resign" }),
      free("play", "accept", "Ctrl+Enter", "play.accept", { help: "keys.answer", first: true }),
      free("play", "decline", "Ctrl+Backspace", "play.decline", { help: "keys.answer", first: true }),
      free("play", "flip", "F", "keys.flip", { help: "keys.flip" }),
      free("play", "threats", "X", "keys.threats"),
      free("play", "lastMove", "L", "action.last"),
      free("play", "pieces", "P", "action.pieces"),
      free("play", "clocks", "O", "action.clocks"),
      free("play", "type", "/", "play.type"),
      free("play", "review", "R", "end.review", { help: "keys.endCard", first: true }),
      free("play", "rematch", "N", "end.rematch", { help: "keys.endCard", first: true }),
      free("play", "learn", "B", "end.learn", { help: "keys.endCard", first: true }),
      fixed("play", "pause", "Space", "play.pause", { keptBy: isButton }),
      fixed("play", "toBoard", ["ArrowUp", "ArrowDown"], "keys.toBoard", {
        help: "keys.toBoard",
        keptBy: (target) => isControl(target) || target instanceof HTMLOListElement,
      }),
      // Left and right move the cursor of a focused board, which reads them first.
      fixed("play", "lookBack", ["ArrowLeft", "["], "keys.lookBack", {
        help: "keys.lookBack",
        also: ["Alt+ArrowLeft"],
      }),
      fixed("play", "lookForward", ["ArrowRight", "]"], "keys.lookBack", {
        help: "keys.lookBack",
        also: ["Alt+ArrowRight"],
      }),
      fixed("play", "lookStart", "Home", "keys.lookEnds", { help: "keys.lookEnds" }),
      fixed("play", "lookEnd", "End", "keys.lookEnds", { help: "keys.lookEnds" }),
    ],
  },
  {
    title: "keys.study",
    actions: [
      fixed("study", "back", "ArrowLeft", "study.previous", { help: "keys.step", keptBy: isSlider }),
      fixed("study", "forward", "ArrowRight", "study.next", { help: "keys.step", keptBy: isSlider }),
      fixed("study", "previousVariation", "ArrowUp", "keys.variation", {
        help: "keys.variation",
        keptBy: isSlider,
      }),
      fixed("study", "nextVariation", "ArrowDown", "keys.variation", {
        help: "keys.variation",
        keptBy: isSlider,
      }),
      free("study", "forkBefore", "[", "action.forkBefore", { help: "keys.fork" }),
      free("study", "forkAfter", "]", "action.forkAfter", { help: "keys.fork" }),
      fixed("study", "tenBack", "Shift+ArrowLeft", "keys.tens", { help: "keys.tens" }),
      fixed("study", "tenForward", "Shift+ArrowRight", "keys.tens", { help: "keys.tens" }),
      fixed("study", "lineStart", "Home", "study.toStart", { help: "keys.ends" }),
      fixed("study", "lineEnd", "End", "study.toEnd", { help: "keys.ends" }),
      fixed("study", "autoplay", "Space", "keys.autoplay", { help: "keys.autoplay", keptBy: isButton }),
      local("study", "fold", "Enter", "keys.fold"),
      free("study", "analysis", "A", "keys.engine", { help: "keys.engine" }),
      fixed("study", "moreLines", "+", "keys.lines", { help: "keys.lines", also: ["="] }),
      fixed("study", "fewerLines", "-", "keys.lines", { help: "keys.lines" }),
      fixed("study", "best", "Enter", "keys.best", { help: "keys.best", keptBy: isControl }),
      free("study", "bookMove", "B", "keys.bookMove", { help: "keys.bookMove" }),
      fixed("study", "lab", "W", "nav.lab", { help: "keys.lab" }),
      free("study", "comment", "C", "keys.comment", { help: "keys.comment" }),
      fixed("study", "judge", ["1", "2", "3", "4", "5", "6"], "keys.glyphs", { help: "keys.glyphs" }),
      free("study", "reviewStudy", "R", "keys.review", { help: "keys.review" }),
      free("study", "nextMistake", "M", "review.next", { help: "keys.mistakes" }),
      free("study", "previousMistake", "Alt+M", "action.previousMistake", { help: "keys.mistakes" }),
      free("study", "retry", "T", "keys.retry", { help: "keys.retry" }),
      local("study", "mark", "K", "keys.mark"),
      free("study", "threatsStudy", "X", "keys.threats", { help: "keys.threats" }),
      free("study", "newStudy", "Ctrl+T", "keys.newStudy", { help: "keys.newStudy" }),
      free("study", "closeStudy", "Ctrl+W", "keys.closeStudy", { help: "keys.closeStudy" }),
      free("study", "nextStudy", "Ctrl+PageDown", "action.nextStudy", { help: "keys.studies" }),
      free("study", "previousStudy", "Ctrl+PageUp", "action.previousStudy", { help: "keys.studies" }),
      free("study", "merge", "Alt+V", "keys.merge", { help: "keys.merge" }),
      free("study", "copyLine", "Alt+C", "keys.copyLine", { help: "keys.copyLine" }),
      free("study", "transposition", "J", "keys.transposition", { help: "keys.transposition" }),
      free("study", "remove", "Delete", "study.remove", { help: "keys.removeMove" }),
      free("study", "undoEdit", "Ctrl+Z", "study.undo", { help: "keys.undoEdit" }),
      free("study", "redoEdit", "Ctrl+Y", "study.redo", { help: "keys.undoEdit", also: ["Ctrl+Shift+Z"] }),
      free("study", "flipStudy", "F", "keys.flip"),
      fixed(TASKS, "readLastMove", "L", "action.last"),
      fixed(TASKS, "readPieces", "P", "action.pieces"),
      fixed("study", "readClocks", "O", "action.clocks"),
      fixed(TASKS, "typeMove", "/", "play.type"),
    ],
  },
  {
    title: "keys.puzzles",
    actions: [
      fixed([...SOLVED, "repertoires"], "puzzleGoOn", "Space", "keys.puzzle.next", {
        help: "keys.puzzle.next",
        also: ["Enter"],
        keptBy: isButton,
        first: true,
      }),
      free(EXERCISES, "puzzleHint", "H", "exercise.hint", { help: "keys.puzzle.hint" }),
      free(EXERCISES, "puzzleSolution", "S", "exercise.show", { help: "keys.puzzle.show" }),
      free("puzzles", "puzzleFlip", "F", "keys.flip"),
      fixed("lessons", "lessonAnswer", ["1", "2", "3"], "keys.lesson.answer", {
        help: "keys.lesson.answer",
        first: true,
      }),
      fixed("puzzles", "puzzleNext", "N", "exercise.next"),
      fixed(SOLVED, "puzzleTakeBack", "Ctrl+Z", "exercise.retry"),
      fixed([...SOLVED, "classics", "repertoires"], "puzzleBack", "Backspace", "keys.puzzle.back", {
        help: "keys.puzzle.back",
      }),
      fixed("puzzles", "puzzleAnalyse", "A", "keys.puzzle.analyse", { help: "keys.puzzle.analyse" }),
      fixed(EXERCISES, "solutionBack", ["ArrowLeft", "["], "keys.puzzle.steps", {
        help: "keys.puzzle.steps",
        also: ["Alt+ArrowLeft"],
      }),
      fixed(EXERCISES, "solutionForward", ["ArrowRight", "]"], "keys.puzzle.steps", {
        help: "keys.puzzle.steps",
        also: ["Alt+ArrowRight"],
      }),
      fixed(EXERCISES, "solutionStart", "Home", "keys.ends", { help: "keys.ends" }),
      fixed(EXERCISES, "solutionEnd", "End", "keys.ends", { help: "keys.ends" }),
    ],
  },
  {
    title: "keys.library",
    actions: [
      local("library", "rows", ["ArrowUp", "ArrowDown", "Home", "End"], "keys.rows"),
      local("library", "openRow", "Enter", "keys.openRow"),
      local("library", "favour", ["F", "T"], "keys.favour"),
      local("library", "deleteRow", "Delete", "keys.delete"),
      local("library", "selectRows", ["Space", "Shift+ArrowUp", "Shift+ArrowDown"], "keys.select"),
      local("library", "selectAllRows", "Ctrl+A", "keys.selectAll"),
      local("library", "exportRows", "E", "keys.exportRows"),
      local("library", "reviewRows", "R", "keys.reviewRows"),
    ],
  },
  {
    title: "keys.engines",
    actions: [
      local("engines", "send", "Enter", "keys.send"),
      local("engines", "older", ["ArrowUp", "ArrowDown"], "keys.older"),
    ],
  },
] as const satisfies readonly { title: Key; actions: readonly Action[] }[];

export type ActionId = (typeof SECTIONS)[number]["actions"][number]["id"];

export const ACTIONS: readonly Action<ActionId>[] = SECTIONS.flatMap(
  ({ actions }): readonly Action<ActionId>[] => actions,
);

/** The custom keys by action; an empty string means the key of the table. */
export type Keys = Readonly<Record<string, string>>;

export function actionOf(id: ActionId): Action<ActionId> {
  const action = ACTIONS.find((one) => one.id === id);
  if (!action) throw new Error(`no action has the id ${id}`);
  return action;
}

/** The current chords of an action, further ones last. */
export function keysOf({ id, binding, keys: usual, also = [] }: Action, keys: Keys): readonly string[] {
  const given = binding === "free" && keys[id];
  return [...(given ? [given] : usual), ...also];
}

/** The first current chord of an action. */
export const keyOf = (action: Action, keys: Keys): string => keysOf(action, keys)[0] ?? "";

/** The actions of the same screen with the same key. The keys of a focused element precede it, but pasting is everywhere. */
export function conflictsOf(action: Action, keys: Keys): Action[] {
  const mine = keysOf(action, keys);
  return ACTIONS.filter(
    (other) =>
      other.id !== action.id &&
      (other.binding !== "local" || other.screens === "everywhere") &&
      meet(other.screens, action.screens) &&
      keysOf(other, keys).some((key) => mine.includes(key)),
  );
}

const meet = (one: Action["screens"], other: Action["screens"]) =>
  one === "everywhere" || other === "everywhere" || one.some((screen) => other.includes(screen));
