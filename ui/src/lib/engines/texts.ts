// The texts about external engines and matches, and the values of player lists. Pure.
import type {
  OptionValue,
  GameKind,
  EngineConfig,
  MatchView,
  Player,
  Probe,
  EngineProtocol,
} from "../bindings";
import { levelName, levelNumber, levelsOf, say, sayCode, type Lang } from "../i18n/text";

export const PROTOCOLS = ["uci", "ucci", "gomocup"] as const satisfies readonly EngineProtocol[];
export const PROTOCOL_NAMES: Record<EngineProtocol, string> = {
  uci: "UCI",
  ucci: "UCCI",
  gomocup: "Gomocup",
};

/** "Answers in 41 ms as UCI: Fairy-Stockfish", or why it does not. */
export function sayProbe(lang: Lang, probe: Probe): string {
  if (probe.kind === "answers") {
    const { ms, protocol, name } = probe;
    return say(lang, "engines.answers", { ms, protocol: PROTOCOL_NAMES[protocol], name });
  }
  return sayCode(lang, "probe.", probe.code, probe.message, { at: probe.at ?? "" });
}

/** What a player of a match or a new game is called; a guest goes by the name in the list. */
export function engineName(
  lang: Lang,
  game: GameKind,
  player: Player,
  guests: readonly EngineConfig[],
): string {
  if (player.kind !== "guest") {
    const n = player.level ?? 5;
    return say(lang, "player.level", { name: levelName(lang, game, n), n: levelNumber(game, n) });
  }
  return guests.find((guest) => guest.id === player.guest)?.name ?? player.name ?? "";
}

/** The word of a list for a player: `level-3`, or `guest-` and the guest's id. */
export const seatOf = (guest: string, level: number): string => (guest ? `guest-${guest}` : `level-${level}`);

/** The levels of a game as a list offers them. */
export const levelOptions = (lang: Lang, game: GameKind) =>
  levelsOf(game).map((level) => ({
    value: level,
    label: `${levelNumber(game, level)} · ${levelName(lang, game, level)}`,
  }));

/** Everything that can take a seat in a game, as a list offers it: the levels, then the guests that play it. */
export const seatOptions = (lang: Lang, game: GameKind, guests: readonly EngineConfig[]) => [
  ...levelOptions(lang, game).map(({ value, label }) => ({ value: `level-${value}`, label })),
  ...guests.map(({ id, name }) => ({ value: `guest-${id}`, label: name })),
];

/** The guest and the level that a word of the list stands for; a guest leaves the level as it was. */
export function readSeat(seat: string): { guest: string; level: number | null } {
  if (seat.startsWith("guest-")) return { guest: seat.slice("guest-".length), level: null };
  return { guest: "", level: Number(seat.slice("level-".length)) };
}

/** The engine in a seat. A guest that has been removed meanwhile leaves it to the built-in engine. */
export function enginePlayer(guest: string, level: number, guests: readonly EngineConfig[]): Player {
  const found = guests.find((one) => one.id === guest);
  if (!found) return { kind: "engine", level, name: null };
  return { kind: "guest", level: null, name: found.name, guest: found.id };
}

export const playedOf = (match: MatchView): number => match.wins + match.draws + match.losses;

/** "Level 3: 4 won, 2 drawn, 1 lost." */
export function sayScore(lang: Lang, match: MatchView, guests: readonly EngineConfig[]): string {
  const first = engineName(lang, match.plan.setup.game, match.plan.first, guests);
  return say(lang, "match.score", { first, wins: match.wins, draws: match.draws, losses: match.losses });
}

/** "+35 ± 20", with a real minus sign; "at least +140" where one side won every game. */
export function sayElo(lang: Lang, { elo, eloError, eloBound, losses }: MatchView): string {
  if (eloBound !== null) {
    // A few games won in a row prove nothing yet.
    if (eloBound > 0 !== (losses === 0)) return say(lang, "match.elo.none");
    return say(lang, eloBound > 0 ? "match.elo.atLeast" : "match.elo.atMost", { elo: signed(eloBound) });
  }
  if (elo === null || eloError === null) return say(lang, "match.elo.none");
  return say(lang, "match.elo.value", { elo: signed(elo), error: Math.round(eloError) });
}

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

/** The options a program tells of now, with the values that were chosen before, as far as they still fit. */
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

/** A number that the option takes: whole, and inside its range. */
export function clamp(value: number, range: { min: number; max: number; preset: number }): number {
  if (!Number.isFinite(value)) return range.preset;
  return Math.min(range.max, Math.max(range.min, Math.round(value)));
}
