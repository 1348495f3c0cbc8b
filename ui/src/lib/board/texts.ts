// The texts of a board for screen readers.
import type { GameKind, Side } from "../bindings";
import { say, sayCode, spelled, type Lang } from "../i18n/text";
import type { PieceLetter } from "./placement";

/** A point to describe. File and rank count from the seat at the bottom: file 1 is its right edge, rank 1 its own. */
export type CellInfo = {
  game: GameKind;
  square: string;
  file: number;
  rank: number;
  man: { side: Side; letter: PieceLetter | null } | null;
  /** The picked piece may move here; never announced in Gomoku, where nearly every point is legal. */
  legal: boolean;
  selected: boolean;
  /** A stone here needs a second tap. */
  preview: boolean;
  lastMove: "from" | "to" | null;
  check: boolean;
  winning: boolean;
  /** The code of the foul that forbids this point. */
  foul: string | null;
  hint: "from" | "to" | null;
  /** This point explains why the last attempt was refused. */
  refusal: boolean;
  /** Gomoku: this point is offered for the next stone of an opening. */
  offered: boolean;
  /** A ring is drawn around this point. */
  marked: boolean;
  /** Gomoku: the number of the move that put this stone here, if numbers are shown. */
  moveNumber: number | null;
};

/** All texts of a board, in one language. */
export type BoardText = {
  /** The accessible name of a point: its piece, its place, and its marks. */
  cell(info: CellInfo): string;
  /** A piece or stone with its side, for announcements and lists. */
  man(side: Side, letter: PieceLetter | null): string;
  /** The name of a foul. */
  foul(code: string): string;
  /** The reason of a mark, for its tooltip. */
  forbidden(code: string): string;
};

const texts = new Map<Lang, BoardText>();

/** The texts of `lang`; the same object each time, so that derived values do not run again. */
export function boardText(lang: Lang): BoardText {
  const known = texts.get(lang);
  if (known) return known;
  const text = textIn(lang);
  texts.set(lang, text);
  return text;
}

function textIn(lang: Lang): BoardText {
  const man = (side: Side, letter: PieceLetter | null) =>
    letter === null
      ? say(lang, `stone.${side}`)
      : say(lang, "board.man", {
          colour: say(lang, `colour.xiangqi.${side}`),
          piece: say(
            lang,
            `piece.${side === "first" ? (letter.toUpperCase() as Uppercase<PieceLetter>) : letter}`,
          ),
        });
  const foul = (code: string) => sayCode(lang, "foul.", code, code);
  const forbidden = (code: string) => say(lang, "board.forbidden", { foul: foul(code) });
  return { man, foul, forbidden, cell: (info) => cell(lang, man, forbidden, info) };
}

function cell(lang: Lang, man: BoardText["man"], forbidden: BoardText["forbidden"], info: CellInfo): string {
  const name = info.game === "tictactoe" ? (side: Side) => say(lang, `cross.${side}`) : man;
  const parts = [info.man ? name(info.man.side, info.man.letter) : say(lang, "board.empty")];
  if (info.game === "xiangqi") {
    const [file, rank] = [info.file, info.rank].map((number) => spelled(lang, number));
    parts.push(say(lang, "board.place", { file: file ?? "", rank: rank ?? "" }), info.square);
  } else parts.push(info.square.toUpperCase());
  if (info.moveNumber !== null) parts.push(say(lang, "board.moveNumber", { n: info.moveNumber }));
  if (info.selected) parts.push(say(lang, "board.selected"));
  if (info.preview) parts.push(say(lang, "board.preview"));
  if (info.legal) parts.push(say(lang, info.man ? "board.capture" : "board.legal"));
  if (info.check) parts.push(say(lang, "board.check"));
  if (info.lastMove) parts.push(say(lang, info.lastMove === "from" ? "board.from" : "board.to"));
  if (info.winning) parts.push(say(lang, info.game === "tictactoe" ? "board.three" : "board.winning"));
  if (info.foul !== null) parts.push(forbidden(info.foul));
  if (info.hint) parts.push(say(lang, info.hint === "from" ? "board.hintFrom" : "board.hintTo"));
  if (info.offered) parts.push(say(lang, "board.offered"));
  if (info.marked) parts.push(say(lang, "board.marked"));
  if (info.refusal) parts.push(say(lang, "board.refusal"));
  return parts.join(say(lang, "board.join"));
}
