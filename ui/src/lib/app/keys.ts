// One name for a key with its modifiers, and the list of keys that the help shows.
import type { Key } from "../i18n/text";
import { isPressedForUs, usualKey, type Place } from "./keymap";

/** The usual name of the key that was pressed: where a person gave an action another key, that of the action. */
export const chord = (event: KeyboardEvent): string =>
  isPressedForUs(event) ? pressed(event) : usualKey(pressed(event));

/** "Ctrl+Shift+R", "H", "ArrowLeft", "?". Command on a Mac counts as Ctrl; Shift is named only beside letters and named keys. */
export function pressed(event: KeyboardEvent): string {
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (key.length > 1 || /[A-Z]/.test(key));
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

/** True where letters belong to the field the person is in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["radio", "checkbox", "range", "button", "submit"].includes(target.type);
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** True where Enter and Space already mean something. */
export function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("button, a, select, summary, input, textarea, [role=gridcell]") !== null
  );
}

export const dialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

export type KeyHelp = { title: Key; place?: Place; rows: { keys: string[]; what: Key }[] };

export const KEY_HELP: readonly KeyHelp[] = [
  {
    title: "keys.global",
    place: "everywhere",
    rows: [
      { keys: ["Ctrl 1 – 6"], what: "keys.screens" },
      { keys: ["Ctrl N"], what: "keys.new" },
      { keys: ["Ctrl O"], what: "keys.open" },
      { keys: ["Ctrl V"], what: "keys.paste" },
      { keys: ["Ctrl E"], what: "keys.export" },
      { keys: ["Ctrl Tab", "Tab"], what: "keys.swap" },
      { keys: ["Ctrl K"], what: "keys.palette" },
      { keys: ["F11"], what: "keys.fullscreen" },
      { keys: ["?"], what: "keys.help" },
      { keys: ["Esc"], what: "keys.escape" },
    ],
  },
  {
    title: "keys.home",
    place: "home",
    rows: [
      { keys: ["X"], what: "keys.gameXiangqi" },
      { keys: ["G"], what: "keys.gameGomoku" },
      { keys: ["T"], what: "keys.gameTicTacToe" },
      { keys: ["1 – 5"], what: "keys.levels" },
      { keys: ["B", "R", "W"], what: "keys.seats" },
      { keys: ["Enter"], what: "keys.start" },
    ],
  },
  {
    title: "keys.board",
    rows: [
      { keys: ["← ↑ ↓ →"], what: "keys.cursor" },
      { keys: ["Enter", "Space"], what: "keys.pick" },
      { keys: ["C 5"], what: "keys.jump" },
      { keys: ["L", "P", "O"], what: "keys.read" },
      { keys: ["V", "Y"], what: "keys.attack" },
      { keys: ["/"], what: "keys.type" },
    ],
  },
  {
    title: "keys.play",
    place: "play",
    rows: [
      { keys: ["Ctrl Z"], what: "keys.undo" },
      { keys: ["H"], what: "keys.hint" },
      { keys: ["D"], what: "keys.draw" },
      { keys: ["Ctrl Shift R"], what: "keys.resign" },
      { keys: ["F"], what: "keys.flip" },
      { keys: ["R", "N"], what: "keys.endCard" },
      { keys: ["Shift H", "D", "F"], what: "keys.onBoard" },
    ],
  },
  {
    title: "keys.study",
    place: "study",
    rows: [
      { keys: ["←", "→"], what: "keys.step" },
      { keys: ["↑", "↓"], what: "keys.variation" },
      { keys: ["[", "]"], what: "keys.fork" },
      { keys: ["Shift ←", "Shift →"], what: "keys.tens" },
      { keys: ["Home", "End"], what: "keys.ends" },
      { keys: ["Space"], what: "keys.autoplay" },
      { keys: ["Enter"], what: "keys.fold" },
      { keys: ["A"], what: "keys.engine" },
      { keys: ["+", "-"], what: "keys.lines" },
      { keys: ["Enter"], what: "keys.best" },
      { keys: ["W"], what: "keys.lab" },
      { keys: ["C"], what: "keys.comment" },
      { keys: ["1 – 6"], what: "keys.glyphs" },
      { keys: ["R"], what: "keys.review" },
      { keys: ["M", "Shift M"], what: "keys.mistakes" },
      { keys: ["T"], what: "keys.retry" },
      { keys: ["K"], what: "keys.mark" },
      { keys: ["X"], what: "keys.threats" },
      { keys: ["Delete"], what: "keys.removeMove" },
      { keys: ["Ctrl Z", "Ctrl Y"], what: "keys.undoEdit" },
    ],
  },
  {
    title: "keys.puzzles",
    place: "puzzles",
    rows: [
      { keys: ["Space"], what: "keys.puzzle.next" },
      { keys: ["H"], what: "keys.puzzle.hint" },
      { keys: ["S"], what: "keys.puzzle.show" },
    ],
  },
  {
    title: "keys.library",
    rows: [
      { keys: ["↑", "↓", "Home", "End"], what: "keys.rows" },
      { keys: ["Enter"], what: "keys.openRow" },
      { keys: ["F", "T"], what: "keys.favour" },
      { keys: ["Delete"], what: "keys.delete" },
    ],
  },
  {
    title: "keys.engines",
    rows: [
      { keys: ["Enter"], what: "keys.send" },
      { keys: ["↑", "↓"], what: "keys.older" },
    ],
  },
];
