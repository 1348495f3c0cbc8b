// The answers of a board to its reading keys.
import type { BoardView, GameKind, MoveRow, PlacedPiece, Side } from "../bindings";
import type { Reading } from "../board/props";
import { joined, listed, say, sideName, type Lang } from "../i18n/text";
import { sayMove, type Voice } from "./announce";
import type { Face, Faces } from "./clock";
import { pieceName } from "./notation";
import { letterAt, standing } from "./placement";
import { ownerOf, pointName } from "./points";
import { other } from "./reduce";

/** The readable state of a board. */
export type Readable = Pick<BoardView, "placement" | "sideToMove" | "destinations"> & {
  game: GameKind;
  /** The last move. */
  row: MoveRow | null;
  clocks: Faces | null;
};

/** The answer to a reading key pressed on `square`; `attacking` are the pieces of both sides that attack it. */
export function sayReading(
  reading: Exclude<Reading, "type" | "mark">,
  square: string,
  board: Readable,
  voice: Voice,
  attacking: readonly PlacedPiece[],
): string {
  switch (reading) {
    case "last":
      return sayLast(board, voice);
    case "pieces":
      return sayPieces(board, voice);
    case "clocks":
      return sayClocks(board, voice.lang);
    case "attackers":
      return sayAttackers(board, square, voice, attacking);
    case "legal":
      return nobodyMoves(board) ? say(voice.lang, "say.nobodyMoves") : sayLegal(board, square, voice);
  }
}

/**
 * In a watched or finished game, or while an engine thinks, no piece has targets; that does not mean that it is
 * immobile.
 */
const nobodyMoves = ({ destinations }: Readable) =>
  Object.values(destinations).every((targets) => targets.length === 0);

function sayLast({ game, row }: Readable, voice: Voice): string {
  return row
    ? say(voice.lang, "say.last", { move: sayMove(row, game, voice) })
    : say(voice.lang, "say.noLast");
}

/** Both sides' pieces with their squares, the side to move first. */
function sayPieces({ game, placement, sideToMove }: Readable, voice: Voice): string {
  const { lang } = voice;
  const all = standing(game, placement);
  const told = [sideToMove, other(sideToMove)].map((side) => {
    const list = all.filter((man) => man.side === side).map((man) => name(voice, man.letter, man.at));
    const who = sideName(lang, game, side);
    return list.length > 0
      ? say(lang, "say.pieces", { side: who, list: listed(lang, list) })
      : say(lang, "say.noPieces", { side: who });
  });
  return joined(lang, told);
}

function sayClocks({ game, clocks }: Readable, lang: Lang): string {
  if (!clocks) return say(lang, "say.noClocks");
  return say(lang, "say.clocks", {
    first: sideName(lang, game, "first"),
    firstTime: sayFace(clocks.first, lang),
    second: sideName(lang, game, "second"),
    secondTime: sayFace(clocks.second, lang),
  });
}

/** Who attacks the point, who guards the piece on it, and what may go there. */
function sayAttackers(
  board: Readable,
  square: string,
  voice: Voice,
  attacking: readonly PlacedPiece[],
): string {
  const { game, placement } = board;
  const { lang } = voice;
  if (game !== "xiangqi")
    return nobodyMoves(board) ? say(lang, "say.nobodyMoves") : sayPlace(board, square, lang);
  const letter = letterAt(game, placement, square);
  const owner = letter && ownerOf(letter);
  const point = letter ? name(voice, letter, square) : pointName(voice, game, square, board.sideToMove);
  const told = (["first", "second"] as const).flatMap((side) => {
    const list = attacking
      .filter(({ piece }) => ownerOf(piece) === side)
      .map(({ piece, at }) => name(voice, piece, at));
    const values = { side: sideName(lang, game, side), square: point, list: listed(lang, list) };
    return list.length > 0 ? [say(lang, side === owner ? "say.guards" : "say.attacks", values)] : [];
  });
  if (told.length === 0) told.push(say(lang, "say.noAttacks", { square: point }));
  if (!letter && !nobodyMoves(board)) told.push(sayReach(board, square, voice));
  return joined(lang, told);
}

/** The pieces of the side to move that can go to `square`, from the snapshot's destinations. */
function sayReach(
  { game, placement, sideToMove, destinations }: Readable,
  square: string,
  voice: Voice,
): string {
  const list = Object.entries(destinations)
    .filter(([, targets]) => targets.includes(square))
    .map(([from]) => name(voice, letterAt(game, placement, from), from));
  const point = pointName(voice, game, square, sideToMove);
  return list.length > 0
    ? say(voice.lang, "say.attackers", { square: point, list: listed(voice.lang, list) })
    : say(voice.lang, "say.noAttackers", { square: point });
}

/** The targets of the piece on `square`, as its side counts. */
function sayLegal(
  { game, placement, sideToMove, destinations }: Readable,
  square: string,
  voice: Voice,
): string {
  const { lang } = voice;
  if (game !== "xiangqi") return sayPlace({ destinations }, square, lang);
  const letter = letterAt(game, placement, square);
  const side: Side = letter ? ownerOf(letter) : sideToMove;
  const list = (destinations[square] ?? []).map((target) => pointName(voice, game, target, side));
  const point = pointName(voice, game, square, side);
  return list.length > 0
    ? say(lang, "say.legal", {
        square: letter ? name(voice, letter, square) : point,
        list: listed(lang, list),
      })
    : say(lang, "say.noLegal", { square: point });
}

function sayPlace({ destinations }: Pick<Readable, "destinations">, point: string, lang: Lang): string {
  const free = (destinations[""] ?? []).includes(point);
  return say(lang, free ? "say.canPlace" : "say.cannotPlace", { square: point.toUpperCase() });
}

function sayFace({ ms, periods }: Face, lang: Lang): string {
  const time = sayTime(ms, lang);
  return periods === null ? time : say(lang, "say.time.periods", { time, n: periods });
}

function sayTime(ms: number, lang: Lang): string {
  const total = Math.ceil(ms / 1000);
  const [m, s] = [Math.floor(total / 60), total % 60];
  return m > 0 ? say(lang, "say.time.minutes", { m, s }) : say(lang, "say.time.seconds", { s });
}

/** A piece with its point, as its own side counts. */
function name(voice: Voice, letter: string | null, at: string): string {
  if (letter === null) return at.toUpperCase();
  const { lang } = voice;
  const square = pointName(voice, "xiangqi", at, ownerOf(letter));
  return say(lang, "say.pieceAt", { piece: pieceName(lang, letter), square });
}
