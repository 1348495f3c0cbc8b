// What a board says to a screen reader, in the two languages of the app.

import type { FOULS, GameKind, Side } from "../bindings";
import type { PieceLetter } from "./placement";

/** One point as it is to be described. File and rank count from the seat at the bottom: file 1 is its right edge, rank 1 its own. */
export type CellInfo = {
  game: GameKind;
  square: string;
  file: number;
  rank: number;
  man: { side: Side; letter: PieceLetter | null } | null;
  /** The picked piece may go here; never said in Gomoku, where nearly every point is legal. */
  legal: boolean;
  selected: boolean;
  /** A stone waits here for its second tap. */
  preview: boolean;
  lastMove: "from" | "to" | null;
  check: boolean;
  winning: boolean;
  /** The foul that forbids this point, as the core names it. */
  foul: string | null;
  hint: "from" | "to" | null;
  /** This point explains why the last attempt was refused. */
  refusal: boolean;
  /** Gomoku: this point is offered for the next stone of an opening. */
  offered: boolean;
  /** A ring is drawn around this point. */
  marked: boolean;
  /** Gomoku: the number of the move that put this stone here, when numbers are shown. */
  moveNumber: number | null;
};

/** Everything a board must say, in one language. */
export type BoardText = {
  /** The accessible name of a point: what stands there, where it is, and what is the matter with it. */
  cell(info: CellInfo): string;
  /** A piece or stone with its side, for announcements and lists. */
  man(side: Side, letter: PieceLetter | null): string;
  /** The name of a foul. */
  foul(code: string): string;
  /** Why a point is marked, for its tooltip. */
  forbidden(code: string): string;
};

/** The words of one language; `BoardText` is made of them. */
type Words = {
  sides: Record<Side, string>;
  stones: Record<Side, string>;
  crosses: Record<Side, string>;
  pieces: Record<Side, Record<PieceLetter, string>>;
  join: string;
  empty: string;
  place: (file: number, rank: number) => string;
  legal: string;
  capture: string;
  selected: string;
  preview: string;
  from: string;
  to: string;
  check: string;
  winning: string;
  three: string;
  forbidden: (foul: string) => string;
  fouls: Record<Foul, string>;
  hintFrom: string;
  hintTo: string;
  refusal: string;
  offered: string;
  marked: string;
  moveNumber: (number: number) => string;
};

type Foul = (typeof FOULS)[number];

const ENGLISH_PIECES: Record<PieceLetter, string> = {
  k: "general",
  a: "advisor",
  b: "elephant",
  n: "horse",
  r: "chariot",
  c: "cannon",
  p: "soldier",
};
const ENGLISH_NUMBERS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];
const CHINESE_NUMBERS = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];

export const ENGLISH: BoardText = textFrom({
  sides: { first: "red ", second: "black " },
  stones: { first: "black stone", second: "white stone" },
  crosses: { first: "cross", second: "nought" },
  pieces: { first: ENGLISH_PIECES, second: ENGLISH_PIECES },
  join: ", ",
  empty: "empty",
  place: (file, rank) => `file ${ENGLISH_NUMBERS[file] ?? file}, rank ${ENGLISH_NUMBERS[rank] ?? rank}`,
  legal: "legal move",
  capture: "legal capture",
  selected: "picked up",
  preview: "press again to place the stone",
  from: "last move from here",
  to: "last move",
  check: "in check",
  winning: "winning line",
  three: "three in a row",
  forbidden: (foul) => `forbidden: ${foul}`,
  fouls: { "double-three": "three-three", "double-four": "four-four", overline: "overline" },
  hintFrom: "hint: move this piece",
  hintTo: "hint: move here",
  refusal: "this is in the way",
  offered: "offered as the fifth stone",
  marked: "marked",
  moveNumber: (number) => `move ${number}`,
});

export const CHINESE: BoardText = textFrom({
  sides: { first: "红", second: "黑" },
  stones: { first: "黑子", second: "白子" },
  crosses: { first: "叉", second: "圈" },
  pieces: {
    first: { k: "帅", a: "仕", b: "相", n: "马", r: "车", c: "炮", p: "兵" },
    second: { k: "将", a: "士", b: "象", n: "马", r: "车", c: "炮", p: "卒" },
  },
  join: "，",
  empty: "空",
  place: (file, rank) => `${CHINESE_NUMBERS[file] ?? file}路，第${CHINESE_NUMBERS[rank] ?? rank}行`,
  legal: "可走",
  capture: "可吃",
  selected: "已选中",
  preview: "再按一次落子",
  from: "上一步起点",
  to: "上一步",
  check: "被将军",
  winning: "连五",
  three: "连三",
  forbidden: (foul) => `禁手：${foul}`,
  fouls: { "double-three": "三三", "double-four": "四四", overline: "长连" },
  hintFrom: "提示：走这个子",
  hintTo: "提示：走到这里",
  refusal: "被此处阻挡",
  offered: "五手打点",
  marked: "有标记",
  moveNumber: (number) => `第${number}手`,
});

/** The text of a language of the settings. */
export function boardText(language: "zh-CN" | "en"): BoardText {
  return language === "en" ? ENGLISH : CHINESE;
}

function textFrom(words: Words): BoardText {
  const man = (side: Side, letter: PieceLetter | null) =>
    letter === null ? words.stones[side] : `${words.sides[side]}${words.pieces[side][letter]}`;
  const foul = (code: string) => words.fouls[code as Foul] ?? code;
  const forbidden = (code: string) => words.forbidden(foul(code));
  return { man, foul, forbidden, cell: (info) => cell(words, man, info) };
}

function cell(words: Words, man: BoardText["man"], info: CellInfo): string {
  const name = info.game === "tictactoe" ? (side: Side) => words.crosses[side] : man;
  const parts = [info.man ? name(info.man.side, info.man.letter) : words.empty];
  if (info.game === "xiangqi") parts.push(words.place(info.file, info.rank), info.square);
  else parts.push(info.square.toUpperCase());
  if (info.moveNumber !== null) parts.push(words.moveNumber(info.moveNumber));
  if (info.selected) parts.push(words.selected);
  if (info.preview) parts.push(words.preview);
  if (info.legal) parts.push(info.man ? words.capture : words.legal);
  if (info.check) parts.push(words.check);
  if (info.lastMove) parts.push(info.lastMove === "from" ? words.from : words.to);
  if (info.winning) parts.push(info.game === "tictactoe" ? words.three : words.winning);
  if (info.foul !== null) parts.push(words.forbidden(words.fouls[info.foul as Foul] ?? info.foul));
  if (info.hint) parts.push(info.hint === "from" ? words.hintFrom : words.hintTo);
  if (info.offered) parts.push(words.offered);
  if (info.marked) parts.push(words.marked);
  if (info.refusal) parts.push(words.refusal);
  return parts.join(words.join);
}
