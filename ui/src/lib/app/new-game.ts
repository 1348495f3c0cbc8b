// The choices of the first screen, and their conversion to a new game.
import { OPENING_SIZE_MIN, XIANGQI_RULES } from "../bindings";
import type {
  ClockChoice,
  Coach,
  TimeControl,
  GameKind,
  EngineConfig,
  Handicap,
  NewGame,
  NewGameChoice,
  Player,
  Settings,
  SetupCodes,
  Side,
} from "../bindings";
import { enginePlayer } from "../engines/seats";
import { presetOf } from "../game/odds";
import { NO_COACH } from "../game/players";
import { other } from "../game/reduce";

/** The default periods, for a person who switches to byo-yomi. */
const PERIODS = { periodS: 30, periods: 3 };

/** The offered clocks. With "per-move", `mainS` is the time for each move. */
export const CLOCKS: readonly ClockChoice[] = [
  { kind: "none", mainS: 600, incrementS: 0, ...PERIODS },
  { kind: "fischer", mainS: 300, incrementS: 3, ...PERIODS },
  { kind: "fischer", mainS: 600, incrementS: 10, ...PERIODS },
  { kind: "fischer", mainS: 1200, incrementS: 5, ...PERIODS },
  { kind: "fischer", mainS: 3600, incrementS: 30, ...PERIODS },
  { kind: "per-move", mainS: 30, incrementS: 0, ...PERIODS },
  { kind: "per-move", mainS: 60, incrementS: 0, ...PERIODS },
  { kind: "byo-yomi", mainS: 600, incrementS: 0, periodS: 30, periods: 3 },
];

/** Whether two choices are the same clock, ignoring unused fields. */
export const sameClock = (a: ClockChoice, b: ClockChoice): boolean =>
  JSON.stringify(clockOf(a)) === JSON.stringify(clockOf(b));

export function choiceOf(settings: Settings, game: GameKind): NewGameChoice {
  return settings[`${game}New`];
}

/** The settings with `choice` remembered for `game`. */
export function remember(settings: Settings, game: GameKind, choice: NewGameChoice): Settings {
  return { ...settings, lastGame: game, [`${game}New`]: choice };
}

/**
 * The new game of a choice. `seat` is called only for a random seat; `external engines` are the external engines for this game.
 */
export function newGameOf(
  game: GameKind,
  choice: NewGameChoice,
  fen: string,
  externals: readonly EngineConfig[],
  seat: () => Side,
): NewGame {
  const human: Player = { kind: "human", name: "" };
  const engine = enginePlayer(choice.opponent === "guest" ? choice.guest : "", choice.level, externals);
  const seated = seatWithOdds(game, choice);
  const mine = seated ?? (choice.seat === "random" ? seat() : choice.seat === "first" ? "first" : "second");
  const players: [Player, Player] =
    choice.opponent === "friend"
      ? [human, human]
      : choice.opponent === "engines"
        ? [
            enginePlayer(choice.firstGuest, choice.level, externals),
            enginePlayer(choice.secondGuest, choice.secondLevel, externals),
          ]
        : mine === "first"
          ? [human, engine]
          : [engine, human];
  const odds = oddsOf(game, choice, mine);
  return {
    // Odds begin from their own start.
    setup: setupOf(game, odds ? { ...choice, opening: "none" } : choice, odds ? "" : fen),
    first: players[0],
    second: players[1],
    clock: clockOf(choice.clock),
    coach: coachOf(choice),
    ...(odds && { odds }),
  };
}

/** The person's side, if the odds of a choice decide it: their giver has a side of its own. */
export function seatWithOdds(game: GameKind, choice: NewGameChoice): Side | null {
  const giver = choice.opponent === "engines" ? null : presetOf(game, choice.odds)?.giver;
  return giver ? (choice.gives ? giver : other(giver)) : null;
}

/** The odds of a choice, for a person on the side `mine`; of two people the first one may give time. */
function oddsOf(game: GameKind, choice: NewGameChoice, mine: Side): Handicap | null {
  const preset = choice.opponent === "engines" ? null : presetOf(game, choice.odds);
  if (!preset) return null;
  const me = choice.opponent === "friend" ? "first" : mine;
  return { odds: preset.odds, giver: preset.giver ?? (choice.gives ? me : other(me)) };
}

/** The coach of a choice. Two engines have none. */
function coachOf({ coach, opponent }: NewGameChoice): Coach {
  const { warnings, threats, evaluation } = coach;
  return opponent === "engines" ? NO_COACH : { warnings, threats, evaluation };
}

/** The set-up of a choice, with the typed FEN for Xiangqi. */
export function setupOf(game: GameKind, choice: NewGameChoice, fen = ""): SetupCodes {
  if (game === "tictactoe") return { game, rule: "" };
  return game === "xiangqi"
    ? { game, rule: repetitionRuleOf(choice), start: fen.trim() || null }
    : { game, rule: choice.rule, size: choice.size, opening: openingOf(choice) };
}

/** The rule for repetitions of a choice; an unknown code means the first. */
export function repetitionRuleOf({ rule }: NewGameChoice): (typeof XIANGQI_RULES)[number] {
  return XIANGQI_RULES.find((known) => known === rule) ?? XIANGQI_RULES[0];
}

/** The opening protocol of a choice; small boards have none. */
export function openingOf({ opening, size }: NewGameChoice): string | null {
  return opening !== "none" && size >= OPENING_SIZE_MIN ? opening : null;
}

function clockOf(choice: ClockChoice): TimeControl {
  switch (choice.kind) {
    case "none":
      return { kind: "none" };
    case "fischer":
      return { kind: "fischer", main: choice.mainS * 1000, increment: choice.incrementS * 1000 };
    case "per-move":
      return { kind: "perMove", each: choice.mainS * 1000 };
    case "byo-yomi":
      return {
        kind: "byoYomi",
        main: choice.mainS * 1000,
        period: choice.periodS * 1000,
        periods: choice.periods,
      };
  }
}
