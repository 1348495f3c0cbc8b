// The sentences about a table.
import type {
  FoundTable,
  TimeControl,
  TableClosing,
  TableNotice,
  TableState,
  TableTerms,
  VisitedClass,
} from "../bindings";
import { playerName } from "../game/players";
import { sayOdds } from "../game/odds";
import { ruleName } from "../game/setup";
import { joined, listed, say, sayCode, sideName, type Key, type Lang } from "../i18n/text";

/** The name of the other player, or a word for one without a name. */
export const otherName = (lang: Lang, { other }: TableState): string => other || say(lang, "network.other");

/** A table of the network: its host, the game and the rule. */
export function sayFound(lang: Lang, { name, game, rule }: FoundTable): string {
  const named = name || say(lang, "network.found.nameless");
  const rules = ruleName(lang, { game, rule });
  return listed(lang, [named, say(lang, `game.${game}`), ...(rules ? [rules] : [])]);
}

/** Minutes for which a game waits, at least one. */
const minutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60));

export const sayAway = (lang: Lang, table: TableState): string =>
  say(lang, "network.away", { name: otherName(lang, table), n: minutes(table.waitS) });

/** The terms of a host as one sentence each: the game, the colours, the host. */
export function sayTerms(lang: Lang, { setup, first, second, clock, odds, mine }: TableTerms): string[] {
  const { game } = setup;
  const host = playerName(lang, game, mine === "first" ? "second" : "first", { first, second, mine });
  const protocol =
    setup.game === "gomoku" && setup.opening ? [say(lang, `opening.${setup.opening}` as Key)] : [];
  const rule = ruleName(lang, setup);
  return [
    say(lang, "network.terms", { name: host, game: say(lang, `game.${game}.inline`) }),
    say(lang, "network.terms.seat", { side: sideName(lang, game, mine) }),
    listed(lang, [
      ...(rule ? [rule] : []),
      ...protocol,
      sayControl(lang, clock),
      ...(odds ? [sayOdds(lang, game, odds)] : []),
    ]),
  ];
}

/** The game of a round: the opponent and the colour. */
function sayPairing(lang: Lang, { setup, first, second, mine }: TableTerms): string {
  const { game } = setup;
  const name = playerName(lang, game, mine === "first" ? "second" : "first", { first, second, mine });
  return say(lang, "class.begins", { name, side: sideName(lang, game, mine) });
}

/** Where a guest of a class is. */
const sayVisit = (lang: Lang, { teacher, watches }: VisitedClass): string =>
  joined(lang, [
    say(lang, "class.in", { name: teacher || say(lang, "class.teacher") }),
    say(lang, watches ? "class.watches" : "class.waiting"),
  ]);

/** A time control in words. */
export function sayControl(lang: Lang, clock: TimeControl): string {
  switch (clock.kind) {
    case "none":
      return say(lang, "home.clock.none");
    case "perMove":
      return say(lang, "home.clock.perMove", { seconds: clock.each / 1000 });
    case "byoYomi":
      return say(lang, "home.clock.byoYomi", {
        minutes: clock.main / 60_000,
        seconds: clock.period / 1000,
        periods: clock.periods,
      });
    case "fischer":
      return say(lang, "home.clock.fischer", {
        minutes: clock.main / 60_000,
        seconds: clock.increment / 1000,
      });
  }
}

/** The code and the address of a table or a class, to be told to the others. */
export const sayCodeOf = (lang: Lang, { code, address }: Pick<TableState, "code" | "address">): string =>
  joined(lang, [
    say(lang, "network.opened.code", { code: code?.words ?? "" }),
    say(lang, "network.opened.address", { address }),
  ]);

/** What happened, as an announcement; empty where the game itself says it. A table that closes may leave an unfinished game. */
export function sayNews(lang: Lang, { news, table }: TableNotice, leavesGame: boolean): string {
  const name = otherName(lang, table);
  switch (news.kind) {
    case "opened":
      return joined(lang, [say(lang, "network.opened"), sayCodeOf(lang, table)]);
    case "wrongCode":
      return say(lang, "network.wrongCode", { n: table.wrongCodes });
    case "offered":
      if (!table.offered) return "";
      return table.class ? sayPairing(lang, table.offered) : joined(lang, sayTerms(lang, table.offered));
    case "inClass":
      return table.class ? sayVisit(lang, table.class) : "";
    case "shown":
      return "";
    case "here":
      return say(lang, "network.here", { name });
    case "away":
      return sayAway(lang, table);
    case "asked":
      return table.asked ? say(lang, `network.asked.${table.asked}`, { name }) : "";
    case "answered":
      return say(lang, news.accept ? "network.accepted" : "network.declined", { name });
    case "said":
      return say(lang, "network.said", { name, phrase: say(lang, `network.say.${news.phrase}`) });
    case "refused":
      return say(lang, "network.refused");
    case "closed":
      return table.closed ? sayClosing(lang, table, table.closed, leavesGame) : "";
    case "changed":
      return "";
  }
}

/** Why a table is closed, and whether it leaves an unfinished game. */
export function sayClosing(lang: Lang, table: TableState, closed: TableClosing, leavesGame: boolean): string {
  if (closed.why === "failed") return sayCode(lang, "code.", closed.code, closed.message);
  if (closed.why === "disagreement") {
    const where = closed.file ? [say(lang, "network.closed.file", { file: closed.file })] : [];
    return joined(lang, [say(lang, "network.closed.disagreement"), ...where]);
  }
  if (table.class && closed.why === "otherLeft") return say(lang, "class.ended");
  if (table.class && closed.why === "left") return say(lang, "class.left");
  if (closed.why === "otherLeft" && leavesGame) return say(lang, "network.closed.otherLeft.unfinished");
  return say(lang, `network.closed.${closed.why}`);
}
