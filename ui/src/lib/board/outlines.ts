// Outlines of the characters and pictures on boards and pieces. Core draws its pictures from the same files.
import kai from "../../../../data/board/kai-bold.txt?raw";
import drawn from "../../../../data/board/pictures.txt?raw";
import type { PieceLetter } from "./placement";

/** Units of one em. */
export const EM = 1000;

/** An outline of a character; the centre of its box is where the eye sees the character's centre. */
type Outline = {
  /** Left, top, right and bottom. */
  box: readonly [number, number, number, number];
  /** SVG path data: y points down, the origin is at the left end of the baseline. */
  path: string;
};

const lines = (text: string) => text.split("\n").filter((line) => line && !line.startsWith("//"));

/** Reads a file of outlines, by character. */
export const readOutlines = (text: string): Readonly<Record<string, Outline>> =>
  Object.fromEntries(
    lines(text).map((line) => {
      const [character, , left, top, right, bottom, ...path] = line.split(" ");
      return [
        character,
        { box: [Number(left), Number(top), Number(right), Number(bottom)], path: path.join(" ") },
      ];
    }),
  );

/** The characters of pieces, river and seal. */
export const CHARACTERS = readOutlines(kai);

/** The path that draws `outline` around the origin, at `em` cells to the em. */
export function centred(outline: Outline, em: number): { path: string; transform: string } {
  const [left, top, right, bottom] = outline.box;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { path: outline.path, transform: `scale(${em / EM}) translate(${-x} ${-y})` };
}

/** Our own pictures of the pieces, 100 units high around the origin, y down, filled by the nonzero rule. */
export const PICTURES = Object.fromEntries(lines(drawn).map((line) => [line[0], line.slice(2)])) as Readonly<
  Record<PieceLetter, string>
>;
