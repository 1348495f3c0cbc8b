// The six move assessments, numbered as in PGN.
import type { Key } from "../i18n/text";

export const GLYPHS = [
  { glyph: 1, sign: "!", name: "notes.glyph.1", tint: "fine" },
  { glyph: 2, sign: "?", name: "notes.glyph.2", tint: "mistake" },
  { glyph: 3, sign: "!!", name: "notes.glyph.3", tint: "fine" },
  { glyph: 4, sign: "??", name: "notes.glyph.4", tint: "blunder" },
  { glyph: 5, sign: "!?", name: "notes.glyph.5", tint: "interesting" },
  { glyph: 6, sign: "?!", name: "notes.glyph.6", tint: "inaccuracy" },
] as const satisfies readonly { glyph: number; sign: string; name: Key; tint: string }[];

/** The sign of an assessment, as shown behind a move; an unknown one shows its number. */
export const signsOf = (glyphs: readonly number[]): string =>
  glyphs.map((glyph) => GLYPHS.find((one) => one.glyph === glyph)?.sign ?? `$${glyph}`).join("");

/** The class that colours the signs of a move, by the first one; the report uses the same classes (`app.css`). */
export const classOf = (glyphs: readonly number[]): string => {
  const tint = GLYPHS.find(({ glyph }) => glyphs.includes(glyph))?.tint ?? "interesting";
  return `tint-${tint}`;
};
