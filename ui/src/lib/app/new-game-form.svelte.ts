// The form of a new game: the choices, the options of the chosen game, and the start.
import { SETUP_CODES, SIZE_USUAL } from "../bindings";
import type { ClockChoice, FairGame, Fit, GameKind, NewGameChoice, Side } from "../bindings";
import { asRefusal } from "../backend/errors";
import type { EnginesController } from "../engines/engines.svelte";
import { readSeat, seatOf } from "../engines/seats";
import { sayError } from "../game/announce";
import { presetOf, type Preset } from "../game/odds";
import { placementOfFen, startOf } from "../game/placement";
import { i18n, t } from "../i18n/i18n.svelte";
import { joined, levelCharacter, levelName, levelNumber, levelsOf } from "../i18n/text";
import type { Games } from "./games.svelte";
import type { Messages } from "./messages.svelte";
import { choiceOf, CLOCKS, newGameOf, remember, sameClock, seatWithOdds, setupOf } from "./new-game";
import type { Preferences } from "./preferences.svelte";

type Parts = {
  readonly preferences: Preferences;
  readonly games: Games;
  readonly engines: EnginesController;
  readonly messages: Messages;
  openTable(game: GameKind, fen: string): Promise<void>;
  openClass(game: GameKind, fen: string): Promise<void>;
};

/** The least number of games before a fitting level is offered. */
const FIT_GAMES_MIN = 5;

export class NewGameForm {
  fen = $state("");
  /** The reason why core refuses the FEN. */
  fenError = $state("");
  starting = $state(false);
  /** The level that fits the person, by the last games of the chosen kind. */
  fit = $state.raw<Fit | null>(null);
  /** The level or odds that make the next game fair. */
  fair = $state.raw<FairGame | null>(null);
  readonly #parts: Parts;
  /** Whether the fields of a custom clock are open. */
  #ownClock = $state(false);

  readonly game: GameKind = $derived.by(() => this.#parts.preferences.ready.lastGame);
  readonly choice: NewGameChoice = $derived.by(() => choiceOf(this.#parts.preferences.ready, this.game));
  readonly setup = $derived.by(() => setupOf(this.game, this.choice));
  /** The external engines for the chosen game. */
  readonly externals = $derived.by(() =>
    this.#parts.engines.externals.filter(({ game }) => game === this.game),
  );
  /** The external engine of the opponent; null for other opponents, or if it is no longer in the list. */
  readonly external = $derived.by(() =>
    this.choice.opponent === "guest"
      ? (this.externals.find(({ id }) => id === this.choice.guest) ?? null)
      : null,
  );
  readonly fitName = $derived.by(() => (this.fit ? levelName(i18n.lang, this.game, this.fit.level) : ""));
  readonly offersFit: boolean = $derived.by(() => {
    const { fit, choice } = this;
    const isOther = fit !== null && fit.level !== choice.level;
    return isOther && choice.opponent === "engine" && fit.games >= FIT_GAMES_MIN;
  });
  /** The start board; an invalid FEN shows the usual one. */
  readonly preview = $derived.by(
    () =>
      (this.preset && this.#startWithOdds()) ||
      (this.game === "xiangqi" && this.fen && placementOfFen(this.fen)) ||
      startOf(this.game, this.choice.size),
  );
  readonly opponent = $derived.by(() =>
    ["friend", "network", "engines", "auto"].includes(this.choice.opponent)
      ? this.choice.opponent
      : seatOf(this.external?.id ?? "", this.choice.level),
  );
  /** The kinds of opponents. */
  readonly opponents = $derived.by(() => [
    { value: "computer", label: t("home.computer"), testid: "opponent-computer" },
    { value: "friend", label: t("home.friend"), testid: "opponent-friend" },
    { value: "network", label: t("home.network"), testid: "opponent-network" },
    { value: "engines", label: t("home.engines"), testid: "opponent-engines" },
  ]);
  readonly kind = $derived.by(() =>
    ["friend", "network", "engines"].includes(this.choice.opponent) ? this.choice.opponent : "computer",
  );
  /** The levels of the built-in engine, with their measured Elo above the first one, if any. */
  readonly levels = $derived.by(() => {
    const { game, choice } = this;
    const tables = this.#parts.engines.builtIn?.levels ?? [];
    const table = tables.find((one) => one.game === game && (game !== "gomoku" || one.rule === choice.rule));
    return levelsOf(game).map((level) => ({
      value: `level-${level}`,
      name: levelName(i18n.lang, game, level),
      number: String(levelNumber(game, level)),
      elo: table?.levels.find((row) => row.level === level)?.elo ?? null,
    }));
  });
  /** What else plays for the computer: the level that fits, and the external engines. */
  readonly others = $derived.by(() => [
    ...(this.fit ? [{ value: "auto", label: t("home.auto"), testid: "opponent-auto", number: "6" }] : []),
    ...this.externals.map(({ id, name }) => ({
      value: seatOf(id, this.choice.level),
      label: name,
      testid: `opponent-external-${id}`,
      number: "",
    })),
  ]);
  /** A sentence about the opponent. */
  readonly character: string = $derived.by(() => {
    const { game, choice, external, fit, fitName } = this;
    switch (choice.opponent) {
      case "friend":
        return t("home.friend.character");
      case "network":
        return "";
      case "engines":
        return t("home.engines.character");
      case "auto":
        return joined(i18n.lang, [
          ...(fitName ? [t("home.auto.character", { name: fitName })] : []),
          levelCharacter(i18n.lang, game, fit?.level ?? choice.level),
        ]);
      case "guest":
        return external ? t("home.external.character", { name: external.name }) : t("home.external.none");
      default:
        return levelCharacter(i18n.lang, game, choice.level);
    }
  });
  readonly seats = $derived.by(() => [
    { value: "first" as const, label: t(`home.seat.${this.game}.first`), testid: "seat-first" },
    { value: "second" as const, label: t(`home.seat.${this.game}.second`), testid: "seat-second" },
    { value: "random" as const, label: t("home.seat.random"), testid: "seat-random" },
  ]);
  /** The index of the clock in `CLOCKS`; -1 for a custom clock. */
  readonly clock: number = $derived.by(() =>
    this.#ownClock ? -1 : CLOCKS.findIndex((clock) => sameClock(clock, this.choice.clock)),
  );

  /** The odds of the choice; two engines have none. */
  readonly preset: Preset | null = $derived.by(() =>
    this.choice.opponent === "engines" ? null : presetOf(this.game, this.choice.odds),
  );
  /** The person's side, if the odds decide it. */
  readonly seatWithOdds: Side | null = $derived.by(() => seatWithOdds(this.game, this.choice));

  /** The start of the odds; empty where it is the usual one, or for another board than the usual one. */
  #startWithOdds(): string {
    const start = this.preset?.start ?? "";
    if (this.game === "xiangqi") return start && (placementOfFen(start) ?? "");
    return this.choice.size === SIZE_USUAL ? start : "";
  }

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  setGame(game: GameKind): void {
    void this.#parts.preferences.change({ lastGame: game });
  }

  set(change: Partial<NewGameChoice>): void {
    const { preferences } = this.#parts;
    void preferences.change(remember(preferences.ready, this.game, { ...this.choice, ...change }));
  }

  setOpponent(value: string): void {
    if (value === "friend" || value === "network" || value === "engines" || value === "auto")
      return this.set({ opponent: value });
    // The computer plays at the last level again.
    if (value === "computer") return this.set({ opponent: "engine" });
    const { external, level } = readSeat(value);
    this.set(
      external
        ? { opponent: "guest", guest: external }
        : { opponent: "engine", level: level ?? this.choice.level },
    );
  }

  /** Chooses the level with this rank in the list, from 1. */
  setLevel(number: number): void {
    const level = levelsOf(this.game)[number - 1];
    if (level) this.setOpponent(`level-${level}`);
  }

  /** Chooses the seat by letter: Red or Black in Xiangqi, Black or White in Gomoku. */
  setSeat(letter: string | null): void {
    const isXiangqi = this.game === "xiangqi";
    if (letter === "B") this.set({ seat: isXiangqi ? "second" : "first" });
    else if (letter === "R" && isXiangqi) this.set({ seat: "first" });
    else if (letter === "W" && this.game === "gomoku") this.set({ seat: "second" });
  }

  /** The value of a side's engine in a game of two engines; the built-in engine replaces a removed one. */
  engineSeat(side: Side): string {
    const { choice, externals } = this;
    const wanted = side === "first" ? choice.firstGuest : choice.secondGuest;
    const level = side === "first" ? choice.level : choice.secondLevel;
    return seatOf(externals.some(({ id }) => id === wanted) ? wanted : "", level);
  }

  setEngine(side: Side, value: string): void {
    const { external, level } = readSeat(value);
    if (side === "first") this.set({ firstGuest: external, level: level ?? this.choice.level });
    else this.set({ secondGuest: external, secondLevel: level ?? this.choice.secondLevel });
  }

  /** Chooses a clock of `CLOCKS`; another index opens the fields with the current clock. */
  setClock(index: number): void {
    const clock: ClockChoice | undefined = CLOCKS[index];
    this.#ownClock = !clock;
    if (clock) this.set({ clock });
    else if (this.choice.clock.kind === "none")
      this.set({ clock: { ...this.choice.clock, kind: "fischer" } });
  }

  /** Chooses the suggested level and odds. */
  takeFair(): void {
    const { fair } = this;
    if (fair) this.set({ opponent: "engine", level: fair.level, odds: fair.odds ?? "none", gives: false });
  }

  start(): Promise<void> {
    return this.#start(async () => {
      const { game, choice, fen, externals } = this;
      const { games } = this.#parts;
      const settled = await games.settled(this.setup, choice);
      const seat = () => (Math.random() < 0.5 ? "first" : "second");
      if (choice.opponent === "network") await this.#parts.openTable(game, fen);
      else await games.start(newGameOf(game, settled, fen, externals, seat));
    });
  }

  /** Opens a class for the chosen game. */
  openClass(): Promise<void> {
    return this.#start(() => this.#parts.openClass(this.game, this.fen));
  }

  async #start(begin: () => Promise<void>): Promise<void> {
    if (this.starting) return;
    const { messages } = this.#parts;
    this.starting = true;
    this.fenError = "";
    try {
      await begin();
    } catch (thrown) {
      const error = asRefusal(thrown);
      if (SETUP_CODES.some((code) => code === error.code)) {
        this.fenError = sayError(i18n.lang, error);
        messages.announce({ text: this.fenError, urgent: true });
      } else messages.fail(error, () => this.#start(begin));
    } finally {
      this.starting = false;
    }
  }
}
