// The actions that have a key, and the keys that a person gave them. Every screen knows an action by its usual key; what is
// pressed is turned into that before a screen sees it.
import type { Key } from "../i18n/text";
import type { Screen } from "./navigation.svelte";

/** Where an action can be done: on one screen, or on all. */
export type Place = Screen["name"] | "everywhere";

export type Action = { id: string; place: Place; key: string; label: Key };

const action = (place: Place, id: string, key: string, label: Key): Action => ({ id, place, key, label });

export const ACTIONS: readonly Action[] = [
  action("everywhere", "play", "Ctrl+1", "nav.play"),
  action("everywhere", "study", "Ctrl+2", "nav.study"),
  action("everywhere", "library", "Ctrl+3", "nav.library"),
  action("everywhere", "puzzles", "Ctrl+4", "nav.puzzles"),
  action("everywhere", "engines", "Ctrl+5", "nav.engines"),
  action("everywhere", "settings", "Ctrl+6", "nav.settings"),
  action("everywhere", "new", "Ctrl+N", "keys.new"),
  action("everywhere", "open", "Ctrl+O", "keys.open"),
  action("everywhere", "export", "Ctrl+E", "keys.export"),
  action("everywhere", "swap", "Ctrl+Tab", "action.swap"),
  action("everywhere", "palette", "Ctrl+K", "keys.palette"),
  action("everywhere", "fullscreen", "F11", "keys.fullscreen"),
  action("everywhere", "keys", "?", "settings.keys.show"),
  action("home", "xiangqi", "X", "game.xiangqi"),
  action("home", "gomoku", "G", "game.gomoku"),
  action("home", "tictactoe", "T", "game.tictactoe"),
  action("play", "undo", "Ctrl+Z", "play.undo"),
  action("play", "hint", "H", "play.hint"),
  action("play", "draw", "D", "keys.draw"),
  action("play", "resign", "Ctrl+Shift+R", "play.resign"),
  action("play", "flip", "F", "keys.flip"),
  action("play", "threats", "X", "keys.threats"),
  action("play", "lastMove", "L", "action.last"),
  action("play", "pieces", "P", "action.pieces"),
  action("play", "clocks", "O", "action.clocks"),
  action("play", "type", "/", "play.type"),
  action("play", "review", "R", "end.review"),
  action("play", "rematch", "N", "end.rematch"),
  action("study", "analysis", "A", "keys.engine"),
  action("study", "reviewStudy", "R", "keys.review"),
  action("study", "nextMistake", "M", "review.next"),
  action("study", "previousMistake", "Shift+M", "action.previousMistake"),
  action("study", "retry", "T", "keys.retry"),
  action("study", "threatsStudy", "X", "keys.threats"),
  action("study", "comment", "C", "keys.comment"),
  action("study", "flipStudy", "F", "keys.flip"),
  action("study", "undoEdit", "Ctrl+Z", "study.undo"),
  action("study", "redoEdit", "Ctrl+Y", "study.redo"),
  action("study", "remove", "Delete", "study.remove"),
  action("study", "forkBefore", "[", "action.forkBefore"),
  action("study", "forkAfter", "]", "action.forkAfter"),
  action("puzzles", "puzzleHint", "H", "puzzle.hint"),
  action("puzzles", "puzzleSolution", "S", "puzzle.show"),
  action("puzzles", "puzzleFlip", "F", "keys.flip"),
];

/** The keys a person gave, by action; an empty one stands for the usual key. */
export type Keys = Readonly<Record<string, string>>;

let place: Place = "home";
let given: Keys = {};

/** Puts the screen in view and the keys that were given in force. */
export function useKeymap(screen: Place, keys: Keys): void {
  place = screen;
  given = keys;
}

/** The key of an action as it is now. */
export const keyOf = ({ id, key }: Action, keys: Keys): string => keys[id] || key;

/** The actions that can be done on a screen, those of all screens last. */
export const actionsOf = (screen: Place): Action[] => [
  ...ACTIONS.filter((one) => one.place === screen),
  ...ACTIONS.filter((one) => one.place === "everywhere"),
];

/** The actions that would be done by the same key on one screen. */
export function conflictsOf(action: Action, keys: Keys): Action[] {
  const meets = (other: Action) =>
    other.place === action.place || other.place === "everywhere" || action.place === "everywhere";
  const key = keyOf(action, keys);
  return ACTIONS.filter((other) => other !== action && meets(other) && keyOf(other, keys) === key);
}

/** The usual key of what `key` does on the screen in view; empty where a person took the key away. */
export function usualKey(key: string): string {
  const actions = actionsOf(place);
  const bound = actions.find((one) => keyOf(one, given) === key);
  if (bound) return bound.key;
  if (actions.some((one) => one.key === key)) return "";
  // On a focused board a letter is a file, so that Shift and the letter do the same.
  const [, letter] = /^Shift\+([A-Z])$/.exec(key) ?? [];
  if (letter === undefined) return key;
  const usual = usualKey(letter);
  return usual.length === 1 ? `Shift+${usual}` : usual;
}

const ours = new WeakSet<Event>();
export const isPressedForUs = (event: Event): boolean => ours.has(event);

/** Presses the usual key of an action on `target`, as the person might have done. */
export function press({ key }: Action, target: EventTarget): void {
  const parts = key.split("+");
  const name = parts.at(-1) ?? "";
  const event = new KeyboardEvent("keydown", {
    key: name.length === 1 && !parts.includes("Shift") ? name.toLowerCase() : name,
    ctrlKey: parts.includes("Ctrl"),
    shiftKey: parts.includes("Shift"),
    bubbles: true,
    cancelable: true,
  });
  ours.add(event);
  target.dispatchEvent(event);
}
