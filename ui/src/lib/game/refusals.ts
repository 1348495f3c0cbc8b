// A refused move: shown on the board for a while, with a sound and an announcement. Any other error is a message.
import { BOARD_CODES } from "../bindings";
import type { Window } from "../app/window";
import type { Refusal } from "../bindings";
import { sayError } from "./announce";

/** The codes that concern the move on every board. */
const CODES: readonly string[] = [...BOARD_CODES, "unreadable-move"];
const SHOWN_MS = 6000;

type Options = {
  /** Other codes that concern the move; any further one is an error. */
  more?: readonly string[];
  /** The time for which the board shows a refusal. */
  ms?: number;
  /** Shows a refusal on the board, or removes it. */
  show: (error: Refusal | null) => void;
};

export class Refusals {
  readonly #window: Pick<Window, "voice" | "sound" | "announce" | "trouble">;
  readonly #options: Options;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(window: Pick<Window, "voice" | "sound" | "announce" | "trouble">, options: Options) {
    this.#window = window;
    this.#options = options;
  }

  /** Announces the reason, and returns the sentence. */
  refuse(error: Refusal): string {
    const { more = [], ms = SHOWN_MS, show } = this.#options;
    const sentence = sayError(this.#window.voice.lang, error, this.#window.voice.notation);
    if (!CODES.includes(error.code) && !more.includes(error.code)) {
      this.#window.trouble(error);
      return sentence;
    }
    show(error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => show(null), ms);
    this.#window.sound("illegal");
    this.#window.announce({ text: sentence, urgent: true });
    return sentence;
  }

  /** Stops the timer, when the window closes. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
