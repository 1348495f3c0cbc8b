// The odds of a game: what one side gives, and how a clock shows it.
import {
  GOMOKU_ODDS,
  ODDS_TAG,
  XIANGQI_ODDS,
  type Clocks,
  type GameKind,
  type Handicap,
  type Odds,
  type Side,
  type TimeControl,
} from "../bindings";
import { say, sideName, type Lang } from "../i18n/text";

/** A preset, with the side that always gives it and its start. */
export type Preset = { readonly odds: Odds; readonly giver: Side | null; readonly start: string | null };

/** The presets of a game, from the least to the most. */
export const presetsOf = (game: GameKind): readonly Preset[] =>
  game === "xiangqi" ? XIANGQI_ODDS : game === "gomoku" ? GOMOKU_ODDS : [];

/** The preset with this code; null for `none` and for the odds of another game. */
export const presetOf = (game: GameKind, code: string): Preset | null =>
  presetsOf(game).find(({ odds }) => odds === code) ?? null;

/** The badge of a game with odds: their name, and who gives them. */
export function sayOdds(lang: Lang, game: GameKind, { odds, giver }: Handicap): string {
  return say(lang, "handicap.badge", { odds: say(lang, `odds.${odds}`), side: sideName(lang, game, giver) });
}

/** The name of a tag of the library: that of odds in words, any other one as it is. */
export function tagName(lang: Lang, tag: string): string {
  const known = [...XIANGQI_ODDS, ...GOMOKU_ODDS].find(({ odds }) => odds === tag);
  if (known) return say(lang, `odds.${known.odds}`);
  return tag === ODDS_TAG ? say(lang, "odds.tag") : tag;
}

/** The time control of a side, which differs where one gives time. */
export const controlOf = (
  { clock, clocks }: { clock: TimeControl; clocks: Clocks | null },
  side: Side,
): TimeControl => clocks?.controls?.[side] ?? clock;
