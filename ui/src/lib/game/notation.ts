// How a move is written and how it is spoken: chosen from the forms that came with the MoveRow, never worked out here.
import type { GameKind, MoveRow, Settings } from "../bindings";
import { say, sideName, type Key, type Lang } from "../i18n/text";

export type Notation = Settings["notation"];

/** The move as the move list shows it. */
export function written(row: MoveRow, game: GameKind, notation: Notation): string {
  return game === "xiangqi" ? row[notation] : row.uci.toUpperCase();
}

/** The name of a piece from its FEN letter: "horse", 马. */
export function pieceName(lang: Lang, letter: string): string {
  return /^[kabnrcp]$/i.test(letter) ? say(lang, `piece.${letter}` as Key) : letter;
}

/** A piece with its side: "the black chariot", 黑车. */
export function pieceOf(lang: Lang, letter: string): string {
  const side = sideName(lang, "xiangqi", letter === letter.toUpperCase() ? "first" : "second");
  const piece = pieceName(lang, letter);
  return lang === "en" ? `the ${side.toLowerCase()} ${piece}` : `${side.slice(0, 1)}${piece}`;
}

/**
 * The move as it is read aloud. Chinese notation is read as it stands; a WXF move becomes words for English
 * ("horse eight to seven"); coordinates name the piece and both points.
 */
export function spoken(row: MoveRow, game: GameKind, lang: Lang, notation: Notation): string {
  if (game !== "xiangqi") return row.uci.toUpperCase();
  if (notation === "uci" || notation === "iccs") {
    const [from, to] = [row.uci.slice(0, 2), row.uci.slice(2, 4)];
    const piece = row.piece ? pieceName(lang, row.piece) : "";
    return lang === "en" ? `${piece} ${from} to ${to}` : `${piece}${from}到${to}`;
  }
  if (lang === "zh-CN") return wide(notation === "traditional" ? row.traditional : row.chinese);
  return inWords(row.wxf);
}

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
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

/** Black's files are full-width digits in print, so that a column of moves stays even. */
function wide(text: string): string {
  return text.replace(/[0-9]/g, (digit) => FULL_WIDTH[Number(digit)] ?? digit);
}

/** WXF in English words; a form that is not understood is read as it is written. */
function inWords(wxf: string): string {
  const plain = /^([A-Za-z])([1-9])([+\-.=])([1-9])$/.exec(wxf);
  const doubled = /^(?:([A-Za-z])([+\-.])|([+\-.])([A-Za-z]))([+\-.=])([1-9])$/.exec(wxf);
  const letter = (plain?.[1] ?? doubled?.[1] ?? doubled?.[4] ?? "").toUpperCase();
  const name = LETTERS[letter];
  if (!name) return wxf;
  const subject = plain
    ? `${say("en", name)} ${DIGITS[Number(plain[2])]}`
    : `${say("en", place(doubled?.[2] ?? doubled?.[3] ?? ""))} ${say("en", name)}`;
  const direction = plain?.[3] ?? doubled?.[5] ?? "";
  const target = DIGITS[Number(plain?.[4] ?? doubled?.[6])];
  // Horses, elephants and advisors name the file they reach; the others count the ranks they go.
  const slanting = "AEBHN".includes(letter);
  const verb: Key =
    direction === "+"
      ? slanting
        ? "say.to"
        : "say.forward"
      : direction === "-"
        ? slanting
          ? "say.backTo"
          : "say.back"
        : "say.to";
  return `${subject} ${say("en", verb)} ${target}`;
}

function place(sign: string): Key {
  return sign === "+" ? "say.front" : sign === "-" ? "say.rear" : "say.middle";
}
