// The texts about external engines and matches, loaded with the first of them. Pure.
import type {
  OptionValue,
  GameKind,
  EngineConfig,
  MatchProgress,
  MatchResults,
  Player,
  Probe,
  EngineProtocol,
} from "../bindings";
import { levelPlayer } from "../game/players";
import { levelName, say, sayCode, type Lang } from "../i18n/text";

export const PROTOCOLS = ["uci", "ucci", "gomocup"] as const satisfies readonly EngineProtocol[];
export const PROTOCOL_NAMES: Record<EngineProtocol, string> = {
  uci: "UCI",
  ucci: "UCCI",
  gomocup: "Gomocup",
};

/** "Answers in 41 ms as UCI: Fairy-Stockfish", or the failure. */
export function sayProbe(lang: Lang, probe: Probe): string {
  if (probe.kind === "answers") {
    const { ms, protocol, name } = probe;
    return say(lang, "engines.answers", { ms, protocol: PROTOCOL_NAMES[protocol], name });
  }
  return sayCode(lang, "probe.", probe.code, probe.message, { at: probe.at ?? "" });
}

/** The name of a player of a match or a new game; an external engine has its name in the list. */
export function engineName(
  lang: Lang,
  game: GameKind,
  player: Player,
  externals: readonly EngineConfig[],
): string {
  if (player.kind === "engine") return levelPlayer(lang, game, player.level);
  if (player.kind === "human") return player.name;
  return externals.find((external) => external.id === player.id)?.name ?? player.name;
}

/** Most letters of a player in the name of a collection: the library cuts a tag at forty. */
const COLLECTION_NAME_MAX = 12;

/** "Club player – Apprentice 11-26 20:05" */
export function collectionName(
  lang: Lang,
  game: GameKind,
  players: readonly [Player, Player],
  externals: readonly EngineConfig[],
  at: Date,
): string {
  const [first, second] = players.map((player) => {
    const isLevel = player.kind === "engine";
    const name = isLevel ? levelName(lang, game, player.level) : engineName(lang, game, player, externals);
    return [...name].slice(0, COLLECTION_NAME_MAX).join("").trim();
  });
  return `${first} – ${second} ${stamp(at)}`;
}

/** "11-26 20:05" */
export function stamp(at: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const day = `${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The likelihood of superiority; never certainty. */
export function sayLos(lang: Lang, los: number): string {
  if (los > 99) return say(lang, "match.los.above");
  if (los < 1) return say(lang, "match.los.below");
  return say(lang, "match.los.value", { n: Math.round(los) });
}

export const playedOf = ({ wins, draws, losses }: MatchResults): number => wins + draws + losses;

/** "Level 3: 4 won, 2 drawn, 1 lost." */
export function sayScore(lang: Lang, match: MatchProgress, externals: readonly EngineConfig[]): string {
  const { plan, results } = match;
  const first = engineName(lang, plan.setup.game, plan.players[0], externals);
  const { wins, draws, losses } = results;
  return say(lang, "match.score", { first, wins, draws, losses });
}

/**
 * "+35 ± 20", with a real minus sign; "at least +140" if the first engine won every game, "at most" if it lost them. A few
 * games in a row do not even tell who is stronger.
 */
export function sayElo(
  lang: Lang,
  { strength, results }: Pick<MatchProgress, "strength" | "results">,
): string {
  if (!strength) return say(lang, "match.elo.none");
  const { elo, error, bound } = strength;
  if (bound === null) return sayRating(lang, elo, error);
  const isWon = results.losses === 0;
  if (isWon ? bound <= 0 : bound >= 0) return say(lang, "match.elo.none");
  return say(lang, isWon ? "match.elo.atLeast" : "match.elo.atMost", { elo: signed(bound) });
}

/** "+35 ± 20" */
export const sayRating = (lang: Lang, elo: number, error: number): string =>
  say(lang, "match.elo.value", { elo: signed(elo), error: Math.round(error) });

function signed(elo: number): string {
  const rounded = Math.round(elo);
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : ""}${Math.abs(rounded)}`;
}

export const isPreset = (option: OptionValue): boolean =>
  option.kind === "button" || option.value === option.preset;

/** The same options, each with its default. */
export function presets(options: readonly OptionValue[]): OptionValue[] {
  return options.map((option) => {
    switch (option.kind) {
      case "check":
        return { ...option, value: option.preset };
      case "spin":
        return { ...option, value: option.preset };
      case "combo":
      case "text":
        return { ...option, value: option.preset };
      case "button":
        return option;
    }
  });
}

/** The options of the latest probe, with the earlier chosen values where they still fit. */
export function carryOver(before: readonly OptionValue[], now: readonly OptionValue[]): OptionValue[] {
  return now.map((option) => {
    const old = before.find((one) => one.name === option.name);
    if (!old || old.kind !== option.kind || isPreset(old)) return option;
    if (option.kind === "check" && old.kind === "check") return { ...option, value: old.value };
    if (option.kind === "text" && old.kind === "text") return { ...option, value: old.value };
    if (option.kind === "spin" && old.kind === "spin") return { ...option, value: clamp(old.value, option) };
    if (option.kind === "combo" && old.kind === "combo" && option.choices.includes(old.value))
      return { ...option, value: old.value };
    return option;
  });
}

/** A valid value of the option: an integer within its range. */
export function clamp(value: number, range: { min: number; max: number; preset: number }): number {
  if (!Number.isFinite(value)) return range.preset;
  return Math.min(range.max, Math.max(range.min, Math.round(value)));
}
