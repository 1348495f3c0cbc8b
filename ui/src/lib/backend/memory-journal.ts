// Unfinished games of the backend in memory, and games that begin with moves.
import type { CurrentGame, NewGame, Player, Startup, Unfinished } from "../bindings";
import { SETUPS, XIANGQI, scriptOf } from "./fixtures";
import { NO_COACH } from "../game/players";
import { MemoryBoard } from "./memory-board";
import { fault } from "./memory-shell";

export class MemoryJournal extends MemoryBoard {
  protected unfinished: Unfinished[] = this.options.unfinished ?? [];
  /** The discarded games by id; a game that was on the board is not in the list. */
  readonly #discarded = new Map<string, Unfinished | undefined>();

  /** An interrupted Xiangqi game, four minutes before `nowMs`. */
  static leftOver(nowMs: number): Unfinished {
    const { placement = "" } = XIANGQI.positions[8] ?? {};
    return {
      uid: "left-over",
      setup: SETUPS.xiangqi,
      first: { kind: "human", name: "" },
      second: { kind: "engine", level: 4 },
      plies: 8,
      lastAtMs: nowMs - 240_000,
      clock: { kind: "none" },
      coach: NO_COACH,
      placement,
      clocks: null,
      damaged: false,
    };
  }

  async startup(): Promise<Startup> {
    this.check("startup");
    return {
      settings: this.settings,
      first: this.options.first ?? false,
      unfinished: this.unfinished,
      notices: [],
      game: this.game,
      salvage: this.options.salvage ?? null,
      announcements: this.options.announcements ?? "liveRegion",
      newToLessons: true,
      ...(this.options.unfinishedClass && { unfinishedClass: this.options.unfinishedClass }),
    };
  }

  async leave(): Promise<void> {
    this.check("leave");
    this.stop();
    this.game = null;
  }

  async resume(uid: string, level: number | null): Promise<CurrentGame> {
    this.check(`resume ${uid}`, "resume");
    const found = this.unfinished.find((game) => game.uid === uid);
    if (!found) throw fault("no-game", "There is no such game.");
    const gone = [found.first, found.second].find(
      (player) => player.kind === "external" && !this.engines.has(player),
    );
    if (gone && level === null) throw fault("engine-gone", "The program is not in the list.", nameOf(gone));
    const stay = (player: Player): Player =>
      gone && level !== null && player.kind === "external" ? { kind: "engine", level } : player;
    const left = { ...found, first: stay(found.first), second: stay(found.second) };
    this.unfinished = this.unfinished.filter((game) => game.uid !== uid);
    const { setup, first, second, coach, odds = null } = left;
    await this.newGame({ setup, first, second, clock: { kind: "none" }, coach, odds });
    this.stop();
    const script = scriptOf(setup.game);
    this.stand(script, Math.min(left.plies, script.rows.length));
    this.emit([{ kind: "resumed" }]);
    this.wake();
    return this.present();
  }

  async discard(uid: string): Promise<void> {
    this.check(`discard ${uid}`, "discard");
    this.#discarded.set(
      uid,
      this.unfinished.find((game) => game.uid === uid),
    );
    this.unfinished = this.unfinished.filter((game) => game.uid !== uid);
    if (this.game?.uid === uid) await this.leave();
  }

  async takeBackDiscard(uid: string): Promise<void> {
    this.check(`takeBackDiscard ${uid}`, "takeBackDiscard");
    if (!this.#discarded.has(uid)) throw fault("no-game", "There is no such game.");
    const game = this.#discarded.get(uid);
    if (game) this.unfinished = [game, ...this.unfinished];
    this.#discarded.delete(uid);
  }

  async beginFrom(config: NewGame, moves: string[]): Promise<CurrentGame> {
    this.check(`beginFrom ${moves.length}`, "beginFrom");
    return this.#begunFrom(config, moves);
  }

  async tryOut(config: NewGame, moves: string[]): Promise<CurrentGame> {
    this.check(`tryOut ${moves.length}`, "tryOut");
    return this.#begunFrom(config, moves);
  }

  async #begunFrom(config: NewGame, moves: string[]): Promise<CurrentGame> {
    await this.newGame(config);
    this.stop();
    const script = scriptOf(config.setup.game);
    this.stand(script, Math.min(moves.length, script.rows.length));
    this.emit([{ kind: "resumed" }]);
    this.wake();
    return this.present();
  }
}

const nameOf = (player: Player): string | null => (player.kind === "engine" ? null : player.name);
