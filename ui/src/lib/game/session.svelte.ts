// The game on the board: receives updates, sends the person's actions, and makes announcements and sounds.
import type { Clocks, Departure, Lesson, Side, CurrentGame, ThreatsSeen, Update } from "../bindings";
import type { Backend } from "../backend/backend";
import { joined, sideName, say } from "../i18n/text";
import { painted } from "../board/after-paint";
import type { Window } from "../app/window";
import { asRefusal } from "../backend/errors";
import { announcements, sayMove, soundOf } from "./announce";
import { boardAt } from "./look-back";
import { Pace } from "./pace.svelte";
import { Refusals } from "./refusals";
import { clocksAfter, hasWarning, isLow, LOW_TIME_MS, readClock, trueFor } from "./clock";
import { controlOf } from "./odds";
import {
  adopt,
  EMPTY_VIEW,
  forgetRefusal,
  hintOnBoard,
  isBehind,
  isFlipped,
  isTicking,
  lookAt,
  nextHint,
  playerOf,
  reduce,
  refuse,
  seatOf,
  warn,
  type View,
} from "./reduce";

/** The services of the window that the session needs. */
type SessionWindow = Pick<Window, "voice" | "sound" | "announce" | "trouble" | "attempt">;

/** The time for which the reason of a refused move is shown. */
const REFUSAL_MS = 5000;

/** The interval at which the thinking time is updated: each update redraws the window. */
const THOUGHT_MS = 2000;

export class GameSession {
  view = $state.raw<View>(EMPTY_VIEW);
  /** Whether the person has turned the board. */
  turned = $state(false);
  now = $state(0);
  /** True between a request for a hint and its arrival. */
  hintAsked = $state(false);
  snapshot = $derived(this.view.snapshot);
  hint = $derived(hintOnBoard(this.view));
  /** The board in view: the present one, or an earlier one. */
  board = $derived(
    this.snapshot && this.view.look !== null
      ? boardAt(this.snapshot, this.view.look)
      : (this.snapshot?.board ?? null),
  );
  bottom = $derived<Side>(this.snapshot ? seatOf(this.snapshot, this.turned) : "first");
  flipped = $derived(this.snapshot !== null && isFlipped(this.snapshot, this.turned));
  readonly pace: Pace;
  #backend: Backend;
  #window: SessionWindow;
  readonly #refusals: Refusals;
  #ticker: ReturnType<typeof setTimeout> | null = null;
  /** The move that is being played, which the coach may weigh; a further move waits for it. */
  #playing: { mv: string; done: Promise<string | null> } | null = null;
  /** The move of the warning in view, as it was written. */
  #warnedOf: string | null = null;
  /** The warnings about short time in this game so far. */
  readonly #warned = new Set<string>();

  constructor(backend: Backend, window: SessionWindow) {
    this.#backend = backend;
    this.#window = window;
    this.pace = new Pace(backend, window);
    this.#refusals = new Refusals(window, {
      more: ["not-your-turn"],
      ms: REFUSAL_MS,
      show: (error) => (error ? this.#set(refuse(this.view, error)) : this.forgetRefusal()),
    });
  }

  /** Receives one update of the channel. */
  receive(update: Update): void {
    const before = this.view;
    if (isBehind(before, update)) void this.#catchUp();
    this.#set(reduce(before, update, performance.now()));
    if (this.view === before) return;
    this.#hear(update, before.snapshot);
    const events = this.pace.follow(this.snapshot, update.events);
    for (const announcement of announcements({ ...update, events }, this.#window.voice))
      this.#window.announce(announcement);
    const sound = soundOf(update);
    if (sound) this.#window.sound(sound);
    for (const event of update.events)
      if (event.kind === "trouble") this.#window.trouble({ ...event, points: [], obstacles: [] });
  }

  /** Requests the whole game, since moves are missing. */
  async #catchUp(): Promise<void> {
    const snapshot = await this.#backend.seen().catch(() => null);
    if (snapshot && snapshot.uid === this.snapshot?.uid)
      this.#set(adopt(this.view, snapshot, performance.now()));
  }

  /** A requested hint arrives with its own update; another board, the end and a failure cancel it. */
  #hear(update: Update, before: CurrentGame | null): void {
    if (!this.hintAsked) return;
    const hint = update.game.hint !== null;
    const moved = before?.uid !== update.game.uid || before.ply !== update.game.ply;
    const failed = update.events.some((event) => event.kind === "trouble" && event.code === "engine-failed");
    if (!hint && !moved && !failed && !update.game.board.outcome) return;
    this.hintAsked = false;
    if (hint) this.view = nextHint(this.view);
  }

  /** Adopts a snapshot returned by a call; the channel may have brought it already. */
  take(snapshot: CurrentGame): void {
    const fresh = this.snapshot?.uid !== snapshot.uid;
    if (fresh) {
      this.#warned.clear();
      this.#set(adopt(this.view, snapshot, performance.now()));
      this.pace.follow(snapshot);
    }
    this.turned = false;
  }

  async resume(uid: string, level: number | null): Promise<void> {
    this.take(await this.#backend.resume(uid, level));
  }

  /**
   * Plays a move in any notation, after the moves that are being played. Returns the reason as a sentence if it is refused,
   * null otherwise. A move that is being played is not played twice.
   */
  async play(mv: string): Promise<string | null> {
    for (let before = this.#playing; before; before = this.#playing) {
      if (before.mv === mv) return before.done;
      await before.done;
    }
    const done = this.#play(mv).finally(() => (this.#playing = null));
    this.#playing = { mv, done };
    return done;
  }

  /** Plays a move that the board shows already, once that is painted: the call and its answer would hold the frame up. */
  async playShown(mv: string): Promise<string | null> {
    await painted();
    return this.play(mv);
  }

  /** A move of which the coach warns is not played: played a second time, it is. */
  async #play(mv: string): Promise<string | null> {
    const { warning } = this.view;
    try {
      if (warning && (mv === warning.row.uci || mv === this.#warnedOf)) await this.playAnyway();
      else {
        const found = await this.#backend.play(mv);
        this.#warnedOf = found && mv;
        this.#set(warn(this.view, found));
        if (found) this.#window.sound("illegal");
      }
      return null;
    } catch (thrown) {
      return this.#refusals.refuse(asRefusal(thrown));
    }
  }

  /** Plays the move of the warning in view. */
  async playAnyway(): Promise<void> {
    const { warning } = this.view;
    if (warning) await this.#window.attempt(() => this.#backend.playAnyway(warning.row.uci));
  }

  forgetWarning(): void {
    this.#set(warn(this.view, null));
  }

  /** Takes a move back. One that the coach still weighs counts as played; if the coach holds it back, the warning goes. */
  async undo(): Promise<void> {
    if (this.#playing) {
      const { warning } = this.view;
      await this.#playing.done;
      if (this.view.warning && this.view.warning !== warning) return this.forgetWarning();
    }
    await this.#window.attempt(() => this.#backend.undo());
  }

  resign(): Promise<void> {
    return this.#window.attempt(() => this.#backend.resign());
  }

  offerDraw(): Promise<void> {
    return this.#window.attempt(() => this.#backend.offerDraw());
  }

  answerDraw(accept: boolean): Promise<void> {
    return this.#window.attempt(() => this.#backend.answerDraw(accept));
  }

  moveNow(): Promise<void> {
    return this.#window.attempt(() => this.#backend.moveNow());
  }

  /** The first press requests the hint; each further press shows more of it. */
  async showHint(): Promise<void> {
    if (this.hintAsked) return;
    if (this.snapshot?.hint) {
      this.view = nextHint(this.view);
      return;
    }
    this.hintAsked = true;
    try {
      await this.#backend.hint();
    } catch (thrown) {
      this.hintAsked = false;
      this.#window.trouble(asRefusal(thrown));
    }
  }

  /** Requests the threats on the board. */
  threats(): Promise<ThreatsSeen> {
    return this.#backend.threats();
  }

  /** Requests the move that decided the lost game on the board. */
  lesson(): Promise<Lesson | null> {
    return this.#backend.lesson();
  }

  /** Requests where the person with a side left a repertoire. */
  departure(side: Side): Promise<Departure | null> {
    return this.#backend.departure(side);
  }

  /** Restarts a stopped engine. */
  aiMove(): Promise<void> {
    return this.#window.attempt(() => this.#backend.aiMove());
  }

  /** Removes the game from the board. */
  clear(): void {
    this.#set({ ...EMPTY_VIEW, seq: this.view.seq });
    this.pace.follow(null);
  }

  /** Looks at the board after `ply` moves, and announces the move. Clock and engine go on. */
  lookAt(ply: number): void {
    const before = this.view;
    this.view = lookAt(before, ply);
    const { snapshot, look } = this.view;
    if (this.view === before || !snapshot) return;
    const { lang } = this.#window.voice;
    const row = snapshot.moves[(look ?? snapshot.moves.length) - 1];
    const at = row ? sayMove(row, snapshot.setup.game, this.#window.voice) : say(lang, "play.look.start");
    const text = look === null ? joined(lang, [say(lang, "play.look.present"), at]) : at;
    this.#window.announce({ text, urgent: false });
  }

  /** Looks `by` moves on from the board in view. */
  step(by: number): void {
    if (this.snapshot) this.lookAt((this.view.look ?? this.snapshot.moves.length) + by);
  }

  flip(): void {
    this.turned = !this.turned;
  }

  forgetRefusal(): void {
    this.view = forgetRefusal(this.view);
  }

  /** The clocks at this moment. */
  clocks(): Clocks | null {
    const clocks = this.snapshot?.clocks;
    return clocks ? clocksAfter(clocks, this.now - this.view.receivedAtMs) : null;
  }

  /** The thinking time of the engine, in milliseconds; null if it is not thinking. */
  thinkingMs(side: Side): number | null {
    const thinking = this.snapshot?.thinking;
    if (!thinking || thinking.side !== side || this.snapshot?.board.outcome) return null;
    return thinking.elapsed + Math.max(0, this.now - this.view.receivedAtMs);
  }

  /** Stops every timer, when the window closes. */
  close(): void {
    if (this.#ticker !== null) clearTimeout(this.#ticker);
    this.#ticker = null;
    this.#refusals.close();
    this.pace.stop();
  }

  #set(view: View): void {
    this.view = view;
    this.now = performance.now();
    this.#wait();
  }

  /** Schedules the next redraw for when a displayed time changes; without a running clock there is no timer. */
  #wait(): void {
    if (this.#ticker !== null) clearTimeout(this.#ticker);
    this.#ticker = null;
    const { snapshot } = this;
    if (!snapshot || !isTicking(snapshot)) return;
    const waits: number[] = [];
    const running = snapshot.clocks?.running;
    const clocks = running ? this.clocks() : null;
    if (clocks && running)
      waits.push(trueFor(readClock(controlOf(snapshot, running), clocks.left[running]).ms));
    if (snapshot.thinking)
      waits.push(THOUGHT_MS - ((this.thinkingMs(snapshot.thinking.side) ?? 0) % THOUGHT_MS));
    this.#ticker = setTimeout(() => this.#tick(), Math.max(20, Math.min(...waits)));
  }

  #tick(): void {
    this.now = performance.now();
    this.#wait();
    this.#warnOfTime();
  }

  /**
   * Warns once that the time of a person at this machine is short: in each turn and period that has its own time, and
   * of one time for many moves again after it has recovered.
   */
  #warnOfTime(): void {
    const { snapshot } = this;
    const running = snapshot?.clocks?.running ?? null;
    if (!snapshot || running === null || playerOf(snapshot, running).kind !== "human") return;
    if (snapshot.mine && snapshot.mine !== running) return;
    const clocks = this.clocks();
    const left = clocks?.left[running];
    if (left === undefined) return;
    const control = controlOf(snapshot, running);
    const face = readClock(control, left);
    const { uid, ply } = snapshot;
    const warning = `${uid} ${running} ${control.kind === "fischer" ? "" : ply} ${face.periods ?? ""}`;
    if (face.ms > 2 * LOW_TIME_MS) this.#warned.delete(warning);
    if (!isLow(control, face) || !hasWarning(control) || this.#warned.has(warning)) return;
    this.#warned.add(warning);
    this.#window.sound("low-time");
    const lang = this.#window.voice.lang;
    const side = sideName(lang, snapshot.setup.game, running);
    const text = say(lang, "say.lowTime", { side, n: Math.ceil(face.ms / 1000) });
    this.#window.announce({ text, urgent: true });
  }
}
