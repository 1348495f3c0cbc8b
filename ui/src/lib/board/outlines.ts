// Outlines of the characters and pictures on boards and pieces. Core draws its pictures from the same files.
import kai from "../../../../data/board/kai-bold.txt?raw";
import drawn from "../../../../data/board/pictures.txt?raw";
import type { PieceLetter } from "./placement";

/** Units of one em. */
export const EM = 1000;

const lines = (text: string) => text.split("\n").filter((line) => line && !line.startsWith("//"));
const characters = lines(kai).map((line) => {
  const [character = "", , left, top, right, bottom, ...path] = line.split(" ");
  return { character, box: [left, top, right, bottom].map(Number), path: path.join(" ") };
});

/** SVG path data by character: y points down, the origin is at the left end of the baseline. */
export const GLYPHS: Readonly<Record<string, string>> = Object.fromEntries(
  characters.map(({ character, path }) => [character, path]),
);

/** Left, top, right and bottom of each outline; its centre is where the eye sees the character's centre. */
export const BOXES: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  characters.map(({ character, box }) => [character, box]),
);

/** Our own pictures of the pieces, 100 units high around the origin, y down, filled by the nonzero rule. */
export const PICTURES = Object.fromEntries(lines(drawn).map((line) => [line[0], line.slice(2)])) as Readonly<
  Record<PieceLetter, string>
>;
