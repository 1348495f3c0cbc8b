// The ending on the board and its commands, which run one at a time; a reply of the engine may come late and be dropped.
import type { CurrentEnding, EndingClass } from "../bindings";
import { Attempts } from "../app/attempts";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";
import { soundOfMove } from "../game/announce";
import { refusalOf, type Refusal } from "../game/refusal";
import { Refusals } from "../game/refusals";
import { joined, say } from "../i18n/text";
import { announceEnding, announceTurn } from "./texts";

/** The services of the window that endings need. */
type EndingWindow = Pick<Window, "voice" | "sound" | "announce" | "trouble" | "attempt">;

export class EndingsController {
  /** The classes with the stars; null until loaded. */
  list = $state.raw<EndingClass[] | null>(null);
  /** The ending on the board; null during the choice. */
  ending = $state.raw<CurrentEnding | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  readonly #backend: Backend;
  readonly #window: EndingWindow;
  readonly #refusals: Refusals;
  readonly #attempts: Attempts;

  constructor(backend: Backend, window: EndingWindow) {
    this.#backend = backend;
    this.#window = window;
    this.#attempts = new Attempts(window);
    this.#refusals = new Refusals(window, { show: (error) => (this.refusal = error && refusalOf(error)) });
  }

  get isOver(): boolean {
    return this.ending?.state === "reached";
  }

  /** Loads the list. */
  look(): Promise<void> {
    return this.#attempts.run(async () => {
      this.list = await this.#backend.endingList();
    });
  }

  /** Puts an ending on the board. */
  begin(id: string): Promise<void> {
    this.#attempts.next();
    if (id !== this.ending?.id) this.#stopTable();
    return this.#attempts.ask(
      () => this.#backend.beginEnding(id),
      (ending) => {
        this.#show(ending);
        this.#announce(announceEnding(this.#window.voice.lang, ending));
      },
    );
  }

  /** Continues with the next ending; after the last one, with the choice. */
  next(): Promise<void> {
    const { ending } = this;
    return ending?.next ? this.begin(ending.next) : this.leave();
  }

  /** Starts the ending again. */
  again(): Promise<void> {
    const { ending } = this;
    return ending ? this.begin(ending.id) : Promise.resolve();
  }

  /** Returns to the choice. */
  leave(): Promise<void> {
    this.#attempts.next();
    this.#stopTable();
    this.ending = null;
    this.refusal = null;
    return this.look();
  }

  /** Plays a move. Returns the reason as a sentence if the rules refuse it, null if it was played. */
  async try(text: string): Promise<string | null> {
    if (this.ending?.state !== "open") return null;
    return this.#attempts.try(
      () => this.#backend.playEnding(text),
      ({ ending }) => {
        this.#turn(ending);
        if (ending.state === "replying") void this.#answer();
      },
      this.#refusals,
    );
  }

  /** Takes the move back that gave the result away. */
  takeBack(): Promise<void> {
    if (this.ending?.state !== "givenAway") return Promise.resolve();
    return this.#attempts.ask(
      () => this.#backend.takeBackEnding(),
      (ending) => {
        this.#show(ending);
        const { lang } = this.#window.voice;
        this.#announce(joined(lang, [say(lang, "endings.takenBack")]));
      },
    );
  }

  forgetRefusal(): void {
    this.refusal = null;
  }

  /** Fetches the reply. It runs beside the queue, so that a person who leaves does not wait for it. */
  async #answer(): Promise<void> {
    const attempt = this.#attempts.current;
    try {
      const ending = await this.#backend.answerEnding();
      if (attempt === this.#attempts.current) this.#turn(ending);
    } catch (thrown) {
      if (attempt === this.#attempts.current) this.#window.trouble(asRefusal(thrown));
    }
  }

  /** Ends the wait of a move for a table, for which the queue would wait. */
  #stopTable(): void {
    // The next call reports what is wrong.
    if (this.ending) void this.#backend.leaveEnding(this.ending.id).catch(() => {});
  }

  #turn(ending: CurrentEnding): void {
    this.#show(ending);
    const last = ending.rows.at(-1);
    const isDecided = ending.state === "givenAway" || ending.state === "reached";
    this.#announce(announceTurn(this.#window.voice, ending), isDecided);
    if (ending.state === "givenAway") this.#window.sound("illegal");
    else if (ending.state === "reached") this.#window.sound("end");
    else if (last) this.#window.sound(soundOfMove(last, ending.setup.game));
  }

  #show(ending: CurrentEnding): void {
    if (ending.unsaved && !this.ending?.unsaved) this.#window.trouble(ending.unsaved);
    this.ending = ending;
    this.refusal = null;
  }

  #announce(text: string, urgent = false): void {
    this.#window.announce({ text, urgent });
  }
}
