// The meaning of a key while the board has the focus.
//
// A plain letter that names a file of this board selects that file, and the digits after it select the rank. On boards
// wider than ten files K is a file, and then L and O, so the commands need Shift + letter there. Shift works on every
// board.

import type { Reading } from "./props";
import { type Geometry, cellOf, pointOf, squareAt, squareName } from "./geometry";

/** The relevant part of a KeyboardEvent. */
export type Press = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

/** The state of the keys: the cursor, a partly typed square, and the targets of the picked piece. */
export type Keys = { geometry: Geometry; cursor: string; typed: string; targets: string[]; holding: boolean };

/** The board's reaction. `typed` carries a partly typed square to the next press. */
type KeyAct =
  | { kind: "go"; square: string; typed: string }
  | { kind: "act" }
  | { kind: "cancel" }
  | { kind: "read"; reading: Reading };

const ARROWS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const READING_KEYS: Record<string, Reading> = {
  l: "last",
  p: "pieces",
  o: "clocks",
  v: "attackers",
  y: "legal",
  k: "mark",
};

/** Whether a plain letter is the name of a file. */
const isFile = (letter: string, files: number) => letter.charCodeAt(0) - 97 < files;

/** The key that marks the point of the cursor, on a board with so many files. */
export const markKey = (files: number): string => (isFile("k", files) ? "Shift+K" : "K");

/** Interprets one press; null if the board does not use the key. */
export function readKey(press: Press, keys: Keys): KeyAct | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const { key } = press;
  if (ARROWS[key]) return step(keys, ARROWS[key]);
  if (key === "Enter" || key === " ") return { kind: "act" };
  if (key === "Escape") return keys.holding ? { kind: "cancel" } : null;
  if (key === "/") return { kind: "read", reading: "type" };
  if (/^\d$/.test(key)) return digit(keys, key);
  if (!/^[a-z]$/i.test(key)) return null;
  const letter = key.toLowerCase();
  if (!press.shiftKey && isFile(letter, keys.geometry.files)) return toFile(keys, letter);
  const reading = READING_KEYS[letter];
  return reading ? { kind: "read", reading } : null;
}

/** The targets in reading order, so that 1 is the first one from the top left. */
export function inReadingOrder(geometry: Geometry, squares: string[]): string[] {
  const place = (square: string) => {
    const cell = cellOf(geometry, square);
    return cell ? cell.row * geometry.files + cell.column : Infinity;
  };
  return [...squares].sort((a, b) => place(a) - place(b));
}

function step({ geometry, cursor }: Keys, [row, column]: [number, number]): KeyAct {
  const cell = cellOf(geometry, cursor) ?? { row: 0, column: 0 };
  const square = squareAt(geometry, { row: cell.row + row, column: cell.column + column });
  return { kind: "go", square: square ?? cursor, typed: "" };
}

function toFile({ geometry, cursor }: Keys, letter: string): KeyAct {
  const rank = pointOf(geometry, cursor)?.rank ?? 0;
  return { kind: "go", square: squareName(geometry.game, letter.charCodeAt(0) - 97, rank), typed: letter };
}

/** A digit after a letter is a rank; with a picked piece it is a target; otherwise it is a rank of the current file. */
function digit(keys: Keys, key: string): KeyAct {
  const { geometry, cursor, typed, targets } = keys;
  if (typed === "" && targets.length > 0) {
    const target = inReadingOrder(geometry, targets)[Number(key) - 1];
    return { kind: "go", square: target ?? cursor, typed: "" };
  }
  const file = typed === "" ? cursor.slice(0, 1) : typed.slice(0, 1);
  for (const square of [`${typed || file}${key}`, `${file}${key}`]) {
    if (pointOf(geometry, square)) return { kind: "go", square, typed: square };
  }
  return { kind: "go", square: cursor, typed: file };
}
