// The sentences about a class.
import type {
  ClassNews,
  ClassResults,
  ClassState,
  GameKind,
  GuestGame,
  MoveRow,
  NextRound,
  SetupCodes,
  ShownPosition,
  Side,
  TimeControl,
  UnfinishedClass,
} from "../bindings";
import type { Reading } from "../board/props";
import type { Readable } from "../game/board-query";
import { sayMove, type Voice } from "../game/announce";
import { written, type Notation } from "../game/notation";
import { roundOf } from "../game/rounds";
import { ruleName } from "../game/setup";
import { sayCodeOf, sayControl } from "./texts";
import { ago, clauses, decimal, enumerated, joined, listed, say, sideName, type Lang } from "../i18n/text";

/** Tells what a reading key asks of a board. */
export type ReadBoard = (reading: Exclude<Reading, "type" | "mark">, square: string, board: Readable) => void;

/** The wrong codes after which nobody else can join. */
const WRONG_CODES_MAX = 60;

const points = (lang: Lang, half: number): string =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(half / 2);

/** The rule and the clock of a class. */
export function sayGame(lang: Lang, setup: SetupCodes, clock: TimeControl): string {
  const rule = ruleName(lang, setup);
  return listed(lang, [...(rule ? [rule] : []), sayControl(lang, clock)]);
}

/** The class that was cut off, as it stood. */
export function sayUnfinished(lang: Lang, one: UnfinishedClass, nowMs: number): string {
  const { setup, guests, round, playing, beganAtMs } = one;
  const game = say(lang, `game.${setup.game}`);
  return joined(lang, [
    say(lang, "class.cutOff", { game, ago: ago(lang, beganAtMs, nowMs) }),
    say(lang, "class.guests.here", { n: guests.length }),
    ...(round > 0 ? [say(lang, "class.cutOff.round", { n: round })] : []),
    ...(playing > 0 ? [say(lang, "class.playing", { n: playing })] : []),
  ]);
}

/** "Anna – Bo". */
const sayPair = (lang: Lang, { first, second }: { first: string; second: string }): string =>
  say(lang, "class.pair", { first, second });

/** The result of a game, or whose move it is, with the players who are away. */
function sayGameState(lang: Lang, { game }: SetupCodes, one: GuestGame): string {
  const { outcome, players, isHere, turn } = one;
  if (outcome)
    return outcome.winner
      ? say(lang, "class.won", { name: players[outcome.winner] })
      : say(lang, "class.drawn");
  const away = (["first", "second"] as Side[]).filter((side) => !isHere[side]).map((side) => players[side]);
  return clauses(lang, [
    say(lang, "class.turn", { name: players[turn], side: sideName(lang, game, turn) }),
    ...(away.length > 0 ? [say(lang, "class.away", { names: enumerated(lang, away) })] : []),
  ]);
}

/** A board as one sentence, for the name of its button. */
export const sayBoard = (lang: Lang, setup: SetupCodes, one: GuestGame): string =>
  say(lang, "class.board.label", {
    n: one.number,
    pair: sayPair(lang, one.players),
    state: sayGameState(lang, setup, one),
  });

/** A round that is paired. */
export function sayNext(lang: Lang, { round, pairs, bye }: NextRound): string {
  return joined(lang, [
    say(lang, "class.paired", {
      n: round,
      pairs: listed(
        lang,
        pairs.map((pair) => sayPair(lang, pair)),
      ),
    }),
    ...(bye === null ? [] : [say(lang, "class.bye", { name: bye })]),
  ]);
}

/** "Round 12: C2=5": the last of `ply` moves. Xiangqi counts rounds, the other games stones. */
export function sayLast(lang: Lang, game: GameKind, last: MoveRow, ply: number, notation: Notation): string {
  const move = written(last, game, notation);
  if (game !== "xiangqi") return say(lang, "class.move", { n: ply, move });
  const secondBegins = (ply % 2 === 1) === (last.side === "second");
  return say(lang, "class.move.round", { n: roundOf(ply, secondBegins), move });
}

/** The rows of the results. */
export function placesOf(lang: Lang, { names, standings }: ClassResults) {
  return standings.map(({ player, place, wins, draws, losses, halfPoints, sonnebornBerger }) => ({
    place,
    name: names[player] ?? "",
    points: points(lang, halfPoints),
    games: `+${wins} =${draws} −${losses}`,
    record: say(lang, "class.results.record", { wins, draws, losses }),
    tieBreak: decimal(lang, sonnebornBerger / 4, 2),
  }));
}

function sayResults(lang: Lang, results: ClassResults): string {
  const best = placesOf(lang, results).filter(({ place }) => place === 1);
  return joined(lang, [
    say(lang, results.isLast ? "class.over.last" : "class.over", { n: results.round }),
    say(lang, "class.leads", {
      names: enumerated(
        lang,
        best.map(({ name }) => name),
      ),
      n: (results.standings[0]?.halfPoints ?? 0) / 2,
    }),
  ]);
}

/** Who has come and who has gone since `before`. */
function sayGuests(lang: Lang, before: ClassState | null, now: ClassState): string {
  const here = (state: ClassState | null) =>
    (state?.guests ?? []).filter(({ isHere }) => isHere).map(({ name }) => name);
  const [were, are] = [here(before), here(now)];
  const [came, gone] = [
    are.filter((name) => !were.includes(name)),
    were.filter((name) => !are.includes(name)),
  ];
  return joined(lang, [
    ...(came.length > 0 ? [say(lang, "class.came", { names: enumerated(lang, came) })] : []),
    ...(gone.length > 0 ? [say(lang, "class.gone", { names: enumerated(lang, gone) })] : []),
    ...(came.length + gone.length > 0 ? [say(lang, "class.guests.here", { n: are.length })] : []),
    ...(now.spectators === (before?.spectators ?? 0)
      ? []
      : [say(lang, "class.spectators", { n: now.spectators })]),
  ]);
}

/** What happened in the class of this machine, as an announcement; moves only of the watched board. */
export function sayClassNews(
  voice: Voice,
  news: ClassNews,
  before: ClassState | null,
  now: ClassState,
): string {
  const { lang } = voice;
  switch (news.kind) {
    case "opened":
      return joined(lang, [say(lang, "class.opened"), sayCodeOf(lang, now)]);
    case "damaged":
      return say(lang, "class.damaged", { at: news.at, n: news.lost });
    case "wrongCode":
      return sayWrongCode(lang, now);
    case "guests":
      return sayGuests(lang, before, now);
    case "paired":
      return now.next ? sayNext(lang, now.next) : "";
    case "began":
      return say(lang, "class.round.begins", { n: news.round, games: news.games });
    case "board": {
      const game = now.games.find(({ number }) => number === news.number);
      if (!game) return "";
      if (news.ended) return sayBoard(lang, now.setup, game);
      const old = before?.games.find(({ number }) => number === news.number);
      const isMove = game.last !== null && old !== undefined && old.ply !== game.ply;
      return isMove && now.watched === game.number && game.last
        ? sayMove(game.last, now.setup.game, voice)
        : "";
    }
    case "roundOver":
      return now.results ? sayResults(lang, now.results) : "";
    case "shown":
      return "";
    case "refused":
      return say(lang, "network.refused");
    case "closed":
      return news.message ?? say(lang, "class.ended");
  }
}

export const sayWrongCode = (lang: Lang, { wrongCodes, isDoorClosed }: ClassState): string =>
  isDoorClosed
    ? say(lang, "class.door")
    : say(lang, "class.wrongCode", { n: wrongCodes, most: WRONG_CODES_MAX });

/** What a shown position is of: its title and its players. */
export function sayShown(lang: Lang, { title, players, setup }: ShownPosition): string {
  const names = players.first || players.second ? [sayPair(lang, players)] : [];
  const known = [...(title ? [title] : []), ...names];
  return known.length > 0 ? listed(lang, known) : say(lang, `game.${setup.game}`);
}

/** A shown position for those who listen, after the one before it: all of it, or only its move. */
export function sayShownNews(voice: Voice, before: ShownPosition | null, now: ShownPosition | null): string {
  const { lang } = voice;
  if (!now) return before ? say(lang, "class.hidden") : "";
  const move = now.last ? [sayMove(now.last, now.setup.game, voice)] : [say(lang, "class.start")];
  const isSame = before !== null && sayShown(lang, before) === sayShown(lang, now);
  // Only its clocks have changed.
  if (
    isSame &&
    before.board.placement === now.board.placement &&
    before.outcome?.reason === now.outcome?.reason
  )
    return "";
  return joined(lang, isSame ? move : [say(lang, "class.shows", { what: sayShown(lang, now) }), ...move]);
}
