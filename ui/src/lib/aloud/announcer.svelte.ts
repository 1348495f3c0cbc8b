// The one way of every announcement to a screen reader. It keeps the order, loses none, and waits for speech to end.
import type { AnnouncementRoute } from "../bindings";

/** A text for a screen reader. An urgent one does not wait for earlier speech. */
export type Announcement = { text: string; urgent: boolean };

/** An announcement in a live region; equal texts are told apart by their number. */
type Announced = { id: number; text: string; urgent: boolean };

/**
 * A screen reader cuts its speech at a change of the focus, and the focus reaches it by another way than an announcement:
 * announcements follow the last change by this time.
 */
export const SETTLE_MS = 120;
/** The longest wait for the focus to settle, such as under a held arrow key. */
const SETTLE_MAX_MS = 1000;
/** The time a brisk voice takes per character: Orca's default rate is about half as fast. */
const LETTER_MS = 45;
const HAN_MS = 130;
/** The longest wait for earlier speech. */
const SPEECH_MAX_MS = 12_000;

/** A name in Chinese beside its translation, which a voice of another language spells or leaves out. */
const CHINESE_NAME = / \(\p{Script=Han}+\)/gu;

/** The estimated time of speaking `text`. */
export function speechMs(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.min(SPEECH_MAX_MS, han * HAN_MS + (text.length - han) * LETTER_MS);
}

export class Announcer {
  route = $state<AnnouncementRoute>("liveRegion");
  /** The announcements of the last emission, for the live regions and the `alertdialog`. */
  emitted = $state.raw<readonly Announced[]>([]);
  readonly #emit: (text: string) => void;
  #waiting: Announced[] = [];
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The time of the first waiting announcement. */
  #since = 0;
  #focused = 0;
  #held = false;
  /** The estimated end of the speech of the last emission. */
  #spokenAt = 0;

  /** `emit` hands a text to the window, where that announces. */
  constructor(emit: (text: string) => void) {
    this.#emit = emit;
  }

  /** Announces a text. An urgent one does not wait for earlier speech, and takes along what waits. */
  announce({ text, urgent }: Announcement): void {
    if (text === "") return;
    if (this.#waiting.length === 0) this.#since = performance.now();
    this.#waiting.push({ id: ++this.#count, text: text.replace(CHINESE_NAME, ""), urgent });
    this.#schedule();
  }

  /** Notes a change of the focus. */
  focused(): void {
    this.#focused = performance.now();
    this.#schedule();
  }

  /** Waits while a screen is on its way, which will take the focus. */
  hold(held: boolean): void {
    if (this.#held && !held) this.#focused = performance.now();
    this.#held = held;
    this.#schedule();
  }

  /** Notes a pressed key, which ends the speech of every screen reader. */
  interrupted(): void {
    this.#spokenAt = 0;
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const settled = this.#held ? Infinity : Math.max(this.#since, this.#focused) + SETTLE_MS;
    const urgent = this.#waiting.some((one) => one.urgent);
    const calm = Math.min(settled, this.#since + SETTLE_MAX_MS);
    const at = urgent ? calm : Math.max(calm, this.#spokenAt);
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, at - performance.now()));
  }

  #flush(): void {
    const all = this.#waiting;
    this.#waiting = [];
    this.emitted = all;
    const now = performance.now();
    this.#spokenAt = Math.max(now, this.#spokenAt) + all.reduce((sum, { text }) => sum + speechMs(text), 0);
    if (this.route === "window") for (const { text } of all) this.#emit(text);
  }
}
