// The messages at the foot of the window, each of which is announced.
import { untrack } from "svelte";
import { asRefusal } from "../backend/errors";
import type { Refusal } from "../bindings";
import { sayError, type Announcement } from "../game/announce";
import { i18n } from "../i18n/i18n.svelte";
import { loadArea } from "../i18n/text";
import type { Announcer } from "../aloud/announcer.svelte";

/** A game or study that the disk does not have, and the action that would lose it. */
type Unsaved = { error: Refusal; again: () => Promise<unknown> };
/** Try once more, export it first, go on without it, or do nothing. */
export type UnsavedAnswer = "again" | "export" | "lose" | "stay";
export type ToastAction = { label: string; run: () => void };
type Message = { id: number; text: string; kind: "note" | "error"; action: ToastAction | null };

/** Whether the disk does not have a game or a study that would be left. */
const isUnsaved = ({ code }: Refusal): boolean => code === "unsaved" || code === "unsaved-study";

/** The duration of a note; a message to read or to undo stays longer. */
const NOTE_MS = 6000;
const ERROR_MS = 15000;

export class Messages {
  shown = $state.raw<Message[]>([]);
  /** Null while nothing would be lost. */
  unsaved = $state.raw<Unsaved | null>(null);
  /** A note at the edge of the board, for a while; null without one. */
  atBoard = $state<string | null>(null);
  readonly #announcer: Announcer;
  /** The duration of each message in view, and its timer while it runs. */
  readonly #timers = new Map<number, { ms: number; timer: ReturnType<typeof setTimeout> | undefined }>();
  #held = false;
  #count = 0;
  #atBoardTimer: ReturnType<typeof setTimeout> | undefined;
  /** The message about the last refused record. */
  #refused: number | null = null;

  constructor(announcer: Announcer) {
    this.#announcer = announcer;
  }

  announce(announcement: Announcement): void {
    this.#announcer.announce(announcement);
  }

  /** Shows a note and returns the message's number. */
  note(text: string, action: ToastAction | null = null): number {
    return this.#show({ text, kind: "note", action }, action ? ERROR_MS : NOTE_MS);
  }

  /** Shows a note at the edge of the board, where the person looks. */
  noteAtBoard(text: string): void {
    this.announce({ text, urgent: false });
    this.atBoard = text;
    clearTimeout(this.#atBoardTimer);
    this.#atBoardTimer = setTimeout(() => (this.atBoard = null), NOTE_MS);
  }

  /** Shows an error and returns the message's number. */
  warn(text: string): number {
    return this.#show({ text, kind: "error", action: null }, ERROR_MS);
  }

  /** Shows a thrown error. One of the first moments waits for the sentences of errors, which follow the first screen. */
  trouble(error: Refusal): void {
    const show = () => this.warn(sayError(i18n.lang, error));
    void loadArea("errors", i18n.lang).then(show, show);
  }

  /** Shows the refusal of a record, in place of the previous one. */
  refuse(text: string): void {
    this.answered();
    this.#refused = this.warn(text);
  }

  /** Removes the refusal: another record or a new game supersedes it. */
  answered(): void {
    if (this.#refused !== null) this.dismiss(this.#refused);
    this.#refused = null;
  }

  /** Runs `action` and returns its answer; a rejection becomes a message, and the answer is undefined. */
  async attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
    try {
      return await action();
    } catch (thrown) {
      this.fail(asRefusal(thrown), action);
      return undefined;
    }
  }

  /** Shows the error of an action; the person decides on one that would lose a game or a study. */
  fail(error: Refusal, action: () => Promise<unknown>): void {
    if (isUnsaved(error)) this.unsaved = { error, again: action };
    else this.trouble(error);
  }

  /** Keeps the messages while the focus or the pointer is on them; then their time begins again. */
  hold(held: boolean): void {
    if (held === this.#held) return;
    this.#held = held;
    for (const id of this.#timers.keys()) this.#time(id);
  }

  clear(): void {
    for (const { id } of this.shown) this.dismiss(id);
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers.get(id)?.timer);
    this.#timers.delete(id);
    this.shown = this.shown.filter((message) => message.id !== id);
  }

  #time(id: number): void {
    const one = this.#timers.get(id);
    if (!one) return;
    clearTimeout(one.timer);
    one.timer = this.#held ? undefined : setTimeout(() => this.dismiss(id), one.ms);
  }

  #show(words: Omit<Message, "id">, ms: number): number {
    this.announce({ text: words.text, urgent: words.kind === "error" });
    // A visible error is announced again, and not shown twice.
    const same = untrack(() => this.shown).find(({ text, kind }) => kind === "error" && text === words.text);
    if (same) return same.id;
    const id = ++this.#count;
    this.shown = [...untrack(() => this.shown).slice(-2), { id, ...words }];
    this.#timers.set(id, { ms, timer: undefined });
    this.#time(id);
    return id;
  }
}
