// The answers of a board to its reading keys.
import type { BoardView, Clocks, GameKind, MoveRow } from "../bindings";
import type { Reading } from "../board/props";
import { joined, listed, say, sideName, type Lang } from "../i18n/text";
import { sayMove, type Voice } from "./announce";
import { pieceName } from "./notation";
import { letterAt, standing } from "./placement";
import { other } from "./reduce";

/** The readable state of a board. */
export type Readable = Pick<BoardView, "placement" | "sideToMove" | "destinations"> & {
  game: GameKind;
  /** The last move. */
  row: MoveRow | null;
  clocks: Clocks | null;
};

/** The answer to a reading key pressed on `square`. */
export function sayReading(
  reading: Exclude<Reading, "type" | "mark">,
  square: string,
  board: Readable,
  voice: Voice,
): string {
  switch (reading) {
    case "last":
      return sayLast(board, voice);
    case "pieces":
      return sayPieces(board, voice.lang);
    case "clocks":
      return sayClocks(board, voice.lang);
    case "attackers":
      return nobodyMoves(board) ? say(voice.lang, "say.nobodyMoves") : sayReach(board, square, voice.lang);
    case "legal":
      return nobodyMoves(board) ? say(voice.lang, "say.nobodyMoves") : sayLegal(board, square, voice.lang);
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
function sayPieces({ game, placement, sideToMove }: Readable, lang: Lang): string {
  const all = standing(game, placement);
  const told = [sideToMove, other(sideToMove)].map((side) => {
    const list = all.filter((man) => man.side === side).map((man) => name(lang, man.letter, man.at));
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
    firstTime: sayTime(clocks.left.first, lang),
    second: sideName(lang, game, "second"),
    secondTime: sayTime(clocks.left.second, lang),
  });
}

/** The pieces of the side to move that can go to `square`, from the snapshot's destinations. */
function sayReach({ game, placement, destinations }: Readable, square: string, lang: Lang): string {
  if (game !== "xiangqi") return sayPlace(destinations, square, lang);
  const list = Object.entries(destinations)
    .filter(([, targets]) => targets.includes(square))
    .map(([from]) => name(lang, letterAt(game, placement, from), from));
  return list.length > 0
    ? say(lang, "say.attackers", { square, list: listed(lang, list) })
    : say(lang, "say.noAttackers", { square });
}

/** The targets of the piece on `square`. */
function sayLegal({ game, destinations }: Readable, square: string, lang: Lang): string {
  if (game !== "xiangqi") return sayPlace(destinations, square, lang);
  const list = destinations[square] ?? [];
  return list.length > 0
    ? say(lang, "say.legal", { square, list: listed(lang, list) })
    : say(lang, "say.noLegal", { square });
}

function sayPlace(destinations: Readable["destinations"], point: string, lang: Lang): string {
  const free = (destinations[""] ?? []).includes(point);
  return say(lang, free ? "say.canPlace" : "say.cannotPlace", { square: point.toUpperCase() });
}

function sayTime(ms: number, lang: Lang): string {
  const total = Math.ceil(ms / 1000);
  const [m, s] = [Math.floor(total / 60), total % 60];
  return m > 0 ? say(lang, "say.time.minutes", { m, s }) : say(lang, "say.time.seconds", { s });
}

function name(lang: Lang, letter: string | null, at: string): string {
  if (letter === null) return at.toUpperCase();
  return say(lang, "say.pieceAt", { piece: pieceName(lang, letter), square: at });
}
