// What is chosen on the first screen, and how it becomes a new game.
import type {
  ClockChoice,
  ClockConfig,
  GameKind,
  NewGame,
  NewGameChoice,
  Player,
  Settings,
  Side,
} from "../bindings";

/** The clocks on offer. With "per-move", `mainS` is the time for each move. */
export const CLOCKS: readonly ClockChoice[] = [
  { kind: "none", mainS: 0, incrementS: 0 },
  { kind: "fischer", mainS: 300, incrementS: 3 },
  { kind: "fischer", mainS: 600, incrementS: 10 },
  { kind: "fischer", mainS: 1200, incrementS: 5 },
  { kind: "fischer", mainS: 3600, incrementS: 30 },
  { kind: "per-move", mainS: 30, incrementS: 0 },
  { kind: "per-move", mainS: 60, incrementS: 0 },
];

export const RULES: Record<GameKind, readonly string[]> = {
  xiangqi: ["simple"],
  gomoku: ["freestyle", "standard", "renju"],
};

export const SIZE_MIN = 5;
export const SIZE_MAX = 22;

export const sameClock = (a: ClockChoice, b: ClockChoice): boolean =>
  a.kind === b.kind && a.mainS === b.mainS && a.incrementS === b.incrementS;

export function choiceOf(settings: Settings, game: GameKind): NewGameChoice {
  return game === "xiangqi" ? settings.xiangqiNew : settings.gomokuNew;
}

/** The settings with `choice` remembered for `game`. */
export function remember(settings: Settings, game: GameKind, choice: NewGameChoice): Settings {
  const next = { ...settings, lastGame: game };
  return game === "xiangqi" ? { ...next, xiangqiNew: choice } : { ...next, gomokuNew: choice };
}

/** The new game a choice stands for. `seat` is asked only when the choice is random. */
export function newGameOf(game: GameKind, choice: NewGameChoice, fen: string, seat: () => Side): NewGame {
  const human: Player = { kind: "human", level: null, name: null };
  const engine = (level: number): Player => ({ kind: "engine", level, name: null });
  const mine = choice.seat === "random" ? seat() : choice.seat;
  const players: [Player, Player] =
    choice.opponent === "friend"
      ? [human, human]
      : choice.opponent === "engines"
        ? [engine(choice.level), engine(choice.secondLevel)]
        : mine === "first"
          ? [human, engine(choice.level)]
          : [engine(choice.level), human];
  return {
    game,
    rule: game === "xiangqi" ? "simple" : choice.rule,
    size: game === "gomoku" ? choice.size : null,
    start: game === "xiangqi" && fen.trim() ? fen.trim() : null,
    first: players[0],
    second: players[1],
    clock: clockOf(choice.clock),
  };
}

function clockOf(choice: ClockChoice): ClockConfig {
  switch (choice.kind) {
    case "none":
      return { kind: "none" };
    case "fischer":
      return { kind: "fischer", mainMs: choice.mainS * 1000, incrementMs: choice.incrementS * 1000 };
    case "per-move":
      return { kind: "perMove", perMoveMs: choice.mainS * 1000 };
  }
}
