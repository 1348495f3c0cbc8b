// The delay between the moves of two engines. The shell pauses the game, and the page asks for each move in its time.
import type { Backend } from "../backend/backend";
import type { CurrentGame, DeskEvent } from "../bindings";
import { say } from "../i18n/text";
import type { Window } from "../app/window";

/** The delays to choose from, in seconds. */
export const DELAYS_S = [0, 1, 2, 5, 10] as const;

type Commands = Pick<Backend, "aiMove" | "goOn" | "pause">;

export class Pace {
  /** The delay after each move, in seconds. It holds for every game of the window. */
  seconds = $state(0);
  /** Whether the page asks for the moves. The shell then calls the game paused; for the person it goes on. */
  active = $state(false);
  #game = $state.raw<CurrentGame | null>(null);
  /** Whether a game of two engines waits for the person. */
  isPaused = $derived.by(() => this.#game?.can.goOn === true && !this.active);
  readonly #backend: Commands;
  readonly #window: Pick<Window, "announce" | "attempt" | "voice">;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(backend: Commands, window: Pick<Window, "announce" | "attempt" | "voice">) {
    this.#backend = backend;
    this.#window = window;
  }

  /** Follows the game on the board, and returns the events that concern the person: a pause for the delay is none. */
  follow(game: CurrentGame | null, events: readonly DeskEvent[] = []): DeskEvent[] {
    this.#keepUp(
      game,
      events.some(({ kind }) => kind === "moved"),
    );
    return events.filter(({ kind }) => kind !== "paused" || !this.active);
  }

  #keepUp(game: CurrentGame | null, moved: boolean): void {
    if (game?.uid !== this.#game?.uid) this.active = false;
    this.#game = game;
    clearTimeout(this.#timer);
    if (!game || game.board.outcome) {
      this.active = false;
      return;
    }
    if (game.can.pause && moved && this.seconds > 0) {
      this.active = true;
      void this.#attempt(() => this.#backend.pause());
    } else if (this.active && game.can.goOn && !game.thinking)
      this.#timer = setTimeout(() => void this.#attempt(() => this.#backend.aiMove()), this.seconds * 1000);
  }

  /** Sets the delay. A game in progress follows it from now on; a paused one stays paused. */
  async choose(seconds: number): Promise<void> {
    this.seconds = seconds;
    if (!this.active) return;
    if (seconds > 0) this.#keepUp(this.#game, false);
    else {
      this.stop();
      await this.#attempt(() => this.#backend.goOn());
    }
  }

  /** Pauses a game of two engines, or continues it: with a delay its next move comes at once. */
  async pauseOrGoOn(): Promise<void> {
    const { isPaused } = this;
    if (this.active) {
      this.stop();
      this.#announce("play.paused");
    } else if (isPaused && this.seconds > 0) {
      this.active = true;
      this.#announce("play.wentOn");
      if (!this.#game?.thinking) await this.#attempt(() => this.#backend.aiMove());
    } else await this.#attempt(() => (isPaused ? this.#backend.goOn() : this.#backend.pause()));
  }

  /** Asks for no further move; one in progress is completed. */
  stop(): void {
    clearTimeout(this.#timer);
    this.active = false;
  }

  #announce(key: "play.paused" | "play.wentOn"): void {
    this.#window.announce({ text: say(this.#window.voice.lang, key), urgent: false });
  }

  /** Calls the shell. If it refuses, the game stays as it is. */
  #attempt(call: () => Promise<void>): Promise<void> {
    return this.#window.attempt(async () => {
      try {
        await call();
      } catch (thrown) {
        this.stop();
        throw thrown;
      }
    });
  }
}
