// The names of players.
import type { Coach, GameKind, Player, Side } from "../bindings";
import { levelName, levelNumber, say, sideName, type Lang } from "../i18n/text";
import { other } from "./reduce";

/** The players of a game; `mine` is the colour of the person here, if the other one is at another machine. */
type Seats = { first: Player; second: Player; mine?: Side };

/** The name of a player: a given name, "You", a friend by colour, or a level. */
export function playerName(lang: Lang, game: GameKind, side: Side, players: Seats): string {
  const player = players[side];
  if (player.kind === "engine") return levelPlayer(lang, game, player.level);
  if (player.name) return player.name;
  const alone = players.mine ? players.mine === side : players[other(side)].kind !== "human";
  return alone ? say(lang, "player.you") : sideName(lang, game, side);
}

/** The built-in engine as a player: "Apprentice · level 2". */
export const levelPlayer = (lang: Lang, game: GameKind, level: number): string =>
  say(lang, "player.level", { name: levelName(lang, game, level), n: levelNumber(game, level) });

/** Whether two people play each other at one board. */
export const isBetweenPeople = ({ first, second, mine }: Seats): boolean =>
  !mine && first.kind === "human" && second.kind === "human";

/** The parts of the coach, in the order of the first screen. */
export const COACH_PARTS = ["warnings", "threats", "evaluation"] as const satisfies (keyof Coach)[];

/** A game without help. */
export const NO_COACH: Coach = { warnings: false, threats: false, evaluation: false };
