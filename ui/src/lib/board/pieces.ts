// The character or letter of each piece, and its outline.

import type { Settings, Side } from "../bindings";
import { CHARACTERS, centred } from "./outlines";
import type { PieceLetter } from "./placement";

type PieceSet = Settings["xiangqiSet"];

const TRADITIONAL: Record<Side, Record<PieceLetter, string>> = {
  first: { k: "帥", a: "仕", b: "相", n: "傌", r: "俥", c: "炮", p: "兵" },
  second: { k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" },
};
const SIMPLIFIED: Record<Side, Record<PieceLetter, string>> = {
  first: { k: "帅", a: "仕", b: "相", n: "马", r: "车", c: "炮", p: "兵" },
  second: { k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" },
};
/** Letters of WXF notation. */
const LETTERS: Record<PieceLetter, string> = { k: "K", a: "A", b: "E", n: "H", r: "R", c: "C", p: "P" };

/** The character of a piece; the international set has the traditional one beside its picture. */
export function characterOf(set: PieceSet, side: Side, letter: PieceLetter): string {
  return (set === "simplified" ? SIMPLIFIED : TRADITIONAL)[side][letter];
}

/** The letter of a piece, upper case for Red. */
export function letterOf(side: Side, letter: PieceLetter): string {
  return side === "first" ? LETTERS[letter] : LETTERS[letter].toLowerCase();
}

/** The four characters of the river, left to right from Red's seat. */
export function riverOf(set: PieceSet): [string, string, string, string] {
  return set === "simplified" ? ["楚", "河", "汉", "界"] : ["楚", "河", "漢", "界"];
}

/** The outline of a character around the origin, at `em` cells to the em. */
export const glyph = (character: string, em: number) => centred(CHARACTERS[character]!, em);
