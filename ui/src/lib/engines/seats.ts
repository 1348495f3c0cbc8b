// The engines of a game as options of a list, and the players of its values. Pure.
import type { EngineConfig, GameKind, Player } from "../bindings";
import { levelName, levelNumber, levelsOf, type Lang } from "../i18n/text";

/** What precedes the id of an external engine in a list value. The settings file keeps these values. */
const EXTERNAL = "guest-";

/** The value of a player in a list: `level-3`, or `guest-` and the id of an external engine. */
export const seatOf = (external: string, level: number): string =>
  external ? `${EXTERNAL}${external}` : `level-${level}`;

/** The levels of a game as list options. */
export const levelOptions = (lang: Lang, game: GameKind) =>
  levelsOf(game).map((level) => ({
    value: level,
    label: `${levelNumber(game, level)} · ${levelName(lang, game, level)}`,
  }));

/** The players of a game as list options: the levels, then its external engines. */
export const seatOptions = (lang: Lang, game: GameKind, externals: readonly EngineConfig[]) => [
  ...levelOptions(lang, game).map(({ value, label }) => ({ value: `level-${value}`, label })),
  ...externals.map(({ id, name }) => ({ value: `${EXTERNAL}${id}`, label: name })),
];

/** The external engine and the level of a list value; an external engine keeps the level. */
export function readSeat(seat: string): { external: string; level: number | null } {
  if (seat.startsWith(EXTERNAL)) return { external: seat.slice(EXTERNAL.length), level: null };
  return { external: "", level: Number(seat.slice("level-".length)) };
}

/** The engine of a seat. The built-in engine replaces a removed external engine. */
export function enginePlayer(external: string, level: number, externals: readonly EngineConfig[]): Player {
  const found = externals.find((one) => one.id === external);
  if (!found) return { kind: "engine", level };
  return { kind: "external", id: found.id, name: found.name };
}
