// The texts of a board for screen readers.
import type { GameKind, Side } from "../bindings";
import type { Notation } from "../game/notation";
import { pointName, type PointVoice } from "../game/points";
import { say, sayCode, type Lang } from "../i18n/text";
import type { PieceLetter } from "./placement";

/** A point to describe. */
export type CellInfo = {
  game: GameKind;
  square: string;
  /** The side that counts the file and the rank: the piece's, on an empty point the one at the bottom. */
  counting: Side;
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
  /** What is said of a picked piece, and of a stone that needs a second press. */
  picked(): string;
  preview(): string;
  /** The reason of a mark, for its tooltip. */
  forbidden(code: string): string;
};

const texts = new Map<string, BoardText>();

/** The texts of `lang` beside `notation`; the same object each time, so that derived values do not run again. */
export function boardText(lang: Lang, notation: Notation = "wxf"): BoardText {
  const key = `${lang} ${notation}`;
  const known = texts.get(key);
  if (known) return known;
  const text = textIn({ lang, notation });
  texts.set(key, text);
  return text;
}

function textIn(voice: PointVoice): BoardText {
  const { lang } = voice;
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
  /** What each point is called with what stands there: the same from one move to the next for nearly all of them. */
  const names = new Map<string, string>();
  return {
    man,
    foul,
    forbidden,
    picked: () => say(lang, "board.selected"),
    preview: () => say(lang, "board.preview"),
    cell: (info) => cell(voice, man, forbidden, names, info),
  };
}

function cell(
  voice: PointVoice,
  man: BoardText["man"],
  forbidden: BoardText["forbidden"],
  names: Map<string, string>,
  info: CellInfo,
): string {
  const { lang } = voice;
  const join = say(lang, "board.join");
  const { game, square, counting } = info;
  const key = `${game}${square}${counting}${info.man?.side}${info.man?.letter}`;
  let place = names.get(key);
  if (place === undefined) {
    const name = game === "tictactoe" ? (side: Side) => say(lang, `cross.${side}`) : man;
    const what = info.man ? name(info.man.side, info.man.letter) : say(lang, "board.empty");
    place = what + join + pointName(voice, game, square, counting);
    // Before the language has loaded there are no words.
    if (what) names.set(key, place);
  }
  const parts = [place];
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
  return parts.join(join);
}
