// The written and the spoken form of a move, chosen from the forms in its MoveRow and never computed here.
import type { GameKind, MoveRow, Settings } from "../bindings";
import { isChinese, say, spelled, type Key, type Lang } from "../i18n/text";

export type Notation = Settings["notation"];

/** The move as the move list shows it. */
export function written(row: MoveRow, game: GameKind, notation: Notation): string {
  return game === "xiangqi" ? row[notation] : row.uci.toUpperCase();
}

/** The moves of a line as the move list shows them, with spaces between. */
export const writtenLine = (rows: readonly MoveRow[], game: GameKind, notation: Notation): string =>
  rows.map((row) => written(row, game, notation)).join(" ");

/** Whether `notation` writes Xiangqi in Chinese characters. */
export const isHanNotation = (notation: Notation): notation is "chinese" | "traditional" =>
  notation === "chinese" || notation === "traditional";

/** Whether the moves of `game` are written in Chinese characters. */
export const isHan = (game: GameKind, notation: Notation): boolean =>
  game === "xiangqi" && isHanNotation(notation);

/** The language tag of the written moves of `game`: a voice of another language spells or leaves out Chinese ones. */
export const langOf = (game: GameKind, notation: Notation): string | undefined =>
  isHan(game, notation) ? (notation === "traditional" ? "zh-Hant" : "zh-Hans") : undefined;

/** The name of a piece from its FEN letter: "horse", 马. */
export function pieceName(lang: Lang, letter: string): string {
  return /^[kabnrcp]$/i.test(letter) ? say(lang, `piece.${letter}` as Key) : letter;
}

/** A piece with its side: "the black chariot", 黑车, "Xe đen". */
export function pieceOf(lang: Lang, letter: string): string {
  const side = letter === letter.toUpperCase() ? "first" : "second";
  return say(lang, "say.pieceOf", {
    colour: say(lang, `colour.xiangqi.${side}`),
    piece: pieceName(lang, letter),
  });
}

/**
 * The move as it is read aloud: Chinese notation as written, WXF as words in other languages ("horse eight to seven").
 * Coordinates, and WXF without words for it, become the piece and both points.
 */
export function spoken(row: MoveRow, game: GameKind, lang: Lang, notation: Notation): string {
  if (game !== "xiangqi") return row.uci.toUpperCase();
  if (notation !== "uci" && notation !== "iccs") {
    const characters = isHanNotation(notation) ? notation : lang === "zh-TW" ? "traditional" : "chinese";
    const text = isChinese(lang) ? wide(row[characters]) : inWords(lang, row.wxf);
    if (text !== null) return text;
  }
  const piece = row.piece ? pieceName(lang, row.piece) : "";
  return say(lang, "say.fromTo", { piece, from: row.from ?? "", to: row.to });
}

const FULL_WIDTH = "０１２３４５６７８９";
const LETTERS: Record<string, Key> = {
  K: "piece.K",
  G: "piece.K",
  A: "piece.A",
  E: "piece.B",
  B: "piece.B",
  H: "piece.N",
  N: "piece.N",
  R: "piece.R",
  C: "piece.C",
  P: "piece.P",
};

/** Black's files are full-width digits in print, which keeps columns even. */
function wide(text: string): string {
  return text.replace(/[0-9]/g, (digit) => FULL_WIDTH[Number(digit)] ?? digit);
}

/** WXF in words; null for soldiers that share files, `15=6`. */
function inWords(lang: Lang, wxf: string): string | null {
  const plain = /^([A-Za-z])([1-9])([+\-.=])([1-9])$/.exec(wxf);
  const doubled = /^(?:([A-Za-z])([+\-.])|([+\-.])([A-Za-z]))([+\-.=])([1-9])$/.exec(wxf);
  const letter = (plain?.[1] ?? doubled?.[1] ?? doubled?.[4] ?? "").toUpperCase();
  const name = LETTERS[letter];
  if (!name) return null;
  const piece = say(lang, name);
  const subject = plain
    ? `${piece} ${spelled(lang, Number(plain[2]))}`
    : say(lang, "say.which", { piece, place: say(lang, place(doubled?.[2] ?? doubled?.[3] ?? "")) });
  const direction = plain?.[3] ?? doubled?.[5] ?? "";
  // Horses, elephants and advisors name the target file; the others count ranks.
  const slanting = "AEBHN".includes(letter);
  const verb: Key =
    direction === "+"
      ? slanting
        ? "say.reach"
        : "say.forward"
      : direction === "-"
        ? slanting
          ? "say.backTo"
          : "say.back"
        : "say.to";
  return `${subject} ${say(lang, verb)} ${spelled(lang, Number(plain?.[4] ?? doubled?.[6]))}`;
}

function place(sign: string): Key {
  return sign === "+" ? "say.front" : sign === "-" ? "say.rear" : "say.middle";
}
