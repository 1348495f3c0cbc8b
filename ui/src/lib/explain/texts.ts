// The texts of proved facts: threats, and reasons why a move is bad or good.
import type {
  Fact,
  GameKind,
  MoveRow,
  MatingPattern,
  PlacedPiece,
  Settings,
  ForcingShape,
  Threat,
} from "../bindings";
import { pieceOf, spoken, written, writtenLine } from "../game/notation";
import { fileOf, isCoordinate, ownerOf } from "../game/points";
import { enumerated, isChinese, moveCount, say, sideName, type Key, type Lang } from "../i18n/text";

/** Whom a fact is told to: `aloud`, moves are in words, for those who listen. */
export type Teller = { lang: Lang; notation: Settings["notation"]; game: GameKind; aloud?: boolean };

const FILES = "一二三四五六七八九";

/** Whether a fact explains what was wrong with a move, rather than what is right about a better one. */
export function isOfFault({ bearing }: Fact): boolean {
  return bearing === "allows" || bearing === "ignores";
}

/** "It overlooks this: …", "车被黑马捉，且无根。" */
export function sayFact(teller: Teller, { bearing, threat }: Fact): string {
  const what = sayThreat(teller, threat);
  // A stone apart is no threat of the other side.
  const told = say(teller.lang, threat.what.kind === "apart" ? "fact.plain" : `fact.${bearing}`, { what });
  return told.charAt(0).toUpperCase() + told.slice(1);
}

/** A threat without a full stop, for a list or a sentence. */
export function sayThreat(teller: Teller, { side, what, line }: Threat): string {
  const { lang, game } = teller;
  const by = sideName(lang, game, side);
  const tell = (key: Key, values: Record<string, string | number> = {}) =>
    say(lang, key, { side: by, ...values });
  const man = (placed: PlacedPiece) => sayPlaced(teller, placed);
  const at = line[0]?.uci.toUpperCase() ?? "";
  switch (what.kind) {
    case "mate": {
      const pattern = what.pattern
        ? say(lang, "threat.named", { name: patternName(lang, what.pattern) })
        : "";
      const move = line[0] ? sayMove(teller, line[0]) : "";
      return tell(what.moves === 1 ? "threat.mate.now" : "threat.mate.in", {
        n: moveCount(lang, what.moves),
        move,
        pattern,
      });
    }
    case "capture":
      return tell(`threat.capture.${what.root}`, { taken: man(what.taken), taker: man(what.taker) });
    case "fork": {
      const [king, ...others] = what.targets;
      const check = king?.piece.toLowerCase() === "k";
      const named = (check ? others : what.targets).map(man);
      return tell(check ? "threat.fork.check" : "threat.fork", {
        by: man(what.by),
        targets: enumerated(lang, named),
      });
    }
    case "discovery":
    case "screen": {
      const check = what.target.piece.toLowerCase() === "k";
      const { mover, by: opened, target } = what;
      const values = { mover: man(mover), by: man(opened), target: man(target) };
      return tell(check ? `threat.${what.kind}.check` : `threat.${what.kind}`, values);
    }
    case "pin":
      return tell("threat.pin", {
        pinned: man(what.pinned),
        by: man(what.by),
        behind: man(what.behind),
      });
    case "check":
      return tell("threat.check", {
        by: man(what.by),
        move: line[0] ? sayMove(teller, line[0]) : "",
      });
    case "five":
      return what.foul
        ? tell("threat.five.foul", { at, foul: foulName(lang, what.foul) })
        : tell("threat.five", { at });
    case "vcf": {
      const shape = what.shape ? shapeName(lang, what.shape) : "";
      const values = { n: what.moves, at, shape };
      if (what.foul) return tell("threat.vcf.foul", { ...values, foul: foulName(lang, what.foul) });
      if (!what.shape) return tell("threat.vcf", values);
      const [row] = what.rows;
      if (what.shape === "straightFour")
        return row?.length === 3
          ? tell("threat.vcf.three", { ...values, row: points(row) })
          : tell("threat.vcf.shape", values);
      const rows = enumerated(lang, what.rows.map(points));
      return tell("threat.vcf.fork", { ...values, rows });
    }
    case "vct": {
      const key = what.shape ? "threat.vct.shape" : "threat.vct";
      return tell(key, { n: what.moves, at, shape: what.shape ? shapeName(lang, what.shape) : "" });
    }
    case "openThree":
      return tell("threat.openThree", { row: points(what.row) });
    case "shape":
      return tell("threat.shape", { at, shape: shapeName(lang, what.shape) });
    case "apart":
      return tell("threat.apart", { at: what.at.toUpperCase() });
    case "forbidden":
      return tell("threat.forbidden", { at: what.at.toUpperCase(), foul: foulName(lang, what.foul) });
  }
}

/** Why the threats are not all listed; empty where they are. */
export function sayUnlisted(lang: Lang, game: GameKind, isCheck: boolean): string {
  if (game === "tictactoe") return say(lang, "threats.tictactoe");
  return isCheck ? say(lang, "threats.check") : "";
}

/** The announcement of listed threats. */
export function sayListed(lang: Lang, game: GameKind, isCheck: boolean, n: number): string {
  return (n === 0 && sayUnlisted(lang, game, isCheck)) || say(lang, "threats.count", { n });
}

/** A move, as it is written or as it is spoken. */
export const sayMove = ({ lang, notation, game, aloud = false }: Teller, row: MoveRow): string =>
  aloud ? spoken(row, game, lang, notation) : written(row, game, notation);

/** The moves of a threat in text, if there is more than the first. */
export function sayLine({ game, notation }: Teller, line: readonly MoveRow[]): string {
  return line.length > 1 ? writtenLine(line, game, notation) : "";
}

export const patternName = (lang: Lang, pattern: MatingPattern): string => say(lang, `pattern.${pattern}`);
const shapeName = (lang: Lang, shape: ForcingShape): string => say(lang, `shape.${shape}`);

function foulName(lang: Lang, foul: string): string {
  const key = `foul.${foul}` as Key;
  return say(lang, key);
}

/** "the black chariot on file 3", 黑车（3路）; by coordinates "the black chariot on c4". Each side counts its own files. */
function sayPlaced({ lang, notation }: Teller, { piece, at }: PlacedPiece): string {
  const owner = ownerOf(piece);
  const file = fileOf(at, owner);
  const chinese = owner === "first" ? (FILES[file - 1] ?? "") : String(file);
  const where = isCoordinate(notation) ? at : say(lang, "obstacle.file", { file });
  return say(lang, "threat.placed", {
    piece: pieceOf(lang, piece),
    where: isChinese(lang) ? chinese : where,
  });
}

const points = (row: readonly string[]) => row.map((point) => point.toUpperCase()).join(" ");
