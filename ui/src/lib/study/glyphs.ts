// The six move assessments, numbered as in PGN.
import type { Key } from "../i18n/text";

export const GLYPHS = [
  { glyph: 1, sign: "!", name: "study.glyph.1" },
  { glyph: 2, sign: "?", name: "study.glyph.2" },
  { glyph: 3, sign: "!!", name: "study.glyph.3" },
  { glyph: 4, sign: "??", name: "study.glyph.4" },
  { glyph: 5, sign: "!?", name: "study.glyph.5" },
  { glyph: 6, sign: "?!", name: "study.glyph.6" },
] as const satisfies readonly { glyph: number; sign: string; name: Key }[];

/** The sign of an assessment, as shown behind a move; an unknown one shows its number. */
export const signsOf = (glyphs: readonly number[]): string =>
  glyphs.map((glyph) => GLYPHS.find((one) => one.glyph === glyph)?.sign ?? `$${glyph}`).join("");
