// The character or letter of each piece, and the centring of its outline.

import type { Settings, Side } from "../bindings";
import { BOXES, EM, GLYPHS } from "./outlines";
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

/** Red's file numerals; index 1 is file one. */
export const NUMERALS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"] as const;

/** An outline and the transform that puts its optical centre on the origin at `em` cells per em. */
export function glyph(character: string, em: number): { path: string; transform: string } {
  const [left = 0, top = -EM, right = EM, bottom = 0] = BOXES[character] ?? [];
  const x = (left + right) / 2;
  const y = (top + bottom) / 2;
  return { path: GLYPHS[character] ?? "", transform: `scale(${em / EM}) translate(${-x} ${-y})` };
}
