// The game on the board of the backend in memory. It replays the scripted games of fixtures.ts and has no rules: it refuses
// a move off the script, with the script's reason or with "off-script".
import type {
  BlunderWarning,
  BoardView,
  Clocks,
  CurrentGame,
  Departure,
  DeskEvent,
  Lesson,
  NewGame,
  Outcome,
  Player,
  Side,
  ThreatsSeen,
  Update,
} from "../bindings";
import { pointsOf, positionAt, type Scripted, scriptOf } from "./fixtures";
import { fault } from "./memory-shell";
import { MemoryShelves } from "./memory-shelves";

export class MemoryBoard extends MemoryShelves {
  /** The move that decided the lost game on the board. */
  lost: Lesson | null = null;
  /** Where the person left a repertoire. */
  left: Departure | null = null;
  /** The moves of which the coach warns. */
  readonly blunders = new Map<string, BlunderWarning>();
  #seq = 0;
  /** The number of moves that the page has. */
  #told = 0;
  protected game: CurrentGame | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Whether two engines are paused. */
  #paused = false;
  protected count = 0;

  async newGame(config: NewGame): Promise<CurrentGame> {
    this.check("newGame");
    const { setup } = config;
    if (setup.game === "xiangqi" && setup.start?.includes("?"))
      throw fault("unknown-piece", "unknown piece '?' in rank 9", "9");
    const script = scriptOf(setup.game);
    this.#paused = false;
    const uid = `memory-${++this.count}`;
    const clocks = startClocks(config);
    const position = positionAt(script, 0, config, "on");
    this.game = { uid, saved: null, ...config, ...position, movesFrom: 0, moves: [], clocks };
    this.stand(script, 0);
    this.emit([{ kind: "started" }]);
    this.wake();
    return this.game;
  }

  async play(mv: string): Promise<BlunderWarning | null> {
    this.check(`play ${mv}`, "play");
    const game = this.present();
    const blunder = game.coach.warnings ? this.blunders.get(mv) : undefined;
    if (blunder) return blunder;
    this.#play(mv);
    return null;
  }

  async playAnyway(mv: string): Promise<void> {
    this.check(`playAnyway ${mv}`, "playAnyway");
    this.#play(mv);
  }

  #play(mv: string): void {
    const game = this.present();
    if (game.board.outcome) throw fault("game-over", "The game is over.");
    const script = scriptOf(game.setup.game);
    const row = script.rows[game.ply];
    const wanted = mv.trim().toLowerCase();
    const forms = row
      ? [row.uci, row.chinese, row.traditional, row.wxf, row.vietnamese, row.iccs].map((form) =>
          form.toLowerCase(),
        )
      : [];
    if (forms.includes(wanted)) return this.#advance();
    const refusal = script.refusals[game.ply]?.[wanted];
    if (refusal) throw refusal;
    if (!/^([a-i]\d){2}$|^[a-v]\d{1,2}$/.test(wanted))
      throw fault("unreadable-move", "This could not be read as a move.");
    const { from, to } = pointsOf(game.setup.game, wanted);
    if (!(game.board.destinations[from ?? ""] ?? []).includes(to)) {
      throw fault(
        game.setup.game === "xiangqi" ? "wrong-shape" : "occupied",
        "Not among the destinations.",
        to,
      );
    }
    throw fault("off-script", `The script goes on with ${row?.uci ?? "nothing"}.`, to);
  }

  async aiMove(): Promise<void> {
    this.check("aiMove");
    this.#advance();
  }

  async moveNow(): Promise<void> {
    this.check("moveNow");
    this.stop();
    this.#advance();
  }

  async undo(): Promise<void> {
    this.check("undo");
    const game = this.present();
    this.stop();
    let ply = game.ply - 1;
    while (ply > 0 && sideAt(game, ply).kind !== "human") ply--;
    this.game = { ...game, board: { ...game.board, outcome: null } };
    this.stand(scriptOf(game.setup.game), Math.max(0, ply));
    this.emit([{ kind: "undone", ply: Math.max(0, ply) }]);
  }

  async hint(): Promise<void> {
    this.check("hint");
    const game = this.present();
    const hint = scriptOf(game.setup.game).hints[game.ply];
    if (!hint) throw fault("engine-failed", "The script is over.");
    this.game = { ...game, hint };
    this.emit([{ kind: "hint" }]);
  }

  async threats(): Promise<ThreatsSeen> {
    this.check("threats");
    const { placement, sideToMove } = this.present().board;
    return { placement, sideToMove, threats: [] };
  }

  async lesson(): Promise<Lesson | null> {
    this.check("lesson");
    return this.lost;
  }

  async departure(side: Side): Promise<Departure | null> {
    this.check(`departure ${side}`, "departure");
    return this.left;
  }

  async resign(): Promise<void> {
    this.check("resign");
    const game = this.present();
    const loser: Side =
      game.first.kind === "human" && game.second.kind === "human"
        ? game.board.sideToMove
        : game.first.kind === "human"
          ? "first"
          : "second";
    this.#end({ winner: loser === "first" ? "second" : "first", reason: "resignation" });
  }

  async offerDraw(): Promise<void> {
    this.check("offerDraw");
    const game = this.present();
    const by: Side =
      game.first.kind === "human" && (game.second.kind !== "human" || game.board.sideToMove === "first")
        ? "first"
        : "second";
    const answering: Side = by === "first" ? "second" : "first";
    if (game[answering].kind === "human") {
      this.game = { ...game, drawOffer: by };
      this.emit([{ kind: "drawOffered", by }]);
    } else if (game.ply < 4) this.emit([{ kind: "drawDeclined", by: answering }]);
    else this.#end({ winner: null, reason: "agreement" });
  }

  async answerDraw(accept: boolean): Promise<void> {
    this.check(`answerDraw ${accept}`, "answerDraw");
    const game = this.present();
    const by: Side = game.drawOffer === "first" ? "second" : "first";
    this.game = { ...game, drawOffer: null };
    if (accept) this.#end({ winner: null, reason: "agreement" });
    else this.emit([{ kind: "drawDeclined", by }]);
  }

  async rematch(level: number | null): Promise<CurrentGame> {
    const { setup, first, second, clock, coach, odds = null } = this.present();
    const seat = (player: Player) => (player.kind === "engine" && level ? { ...player, level } : player);
    // Odds of a side keep the players where they are.
    const isFixed = odds && !["half-time", "fifth-time"].includes(odds.odds);
    const [one, two] = isFixed ? [first, second] : [second, first];
    return this.newGame({ setup, first: seat(one), second: seat(two), clock, coach, odds });
  }

  async pause(): Promise<void> {
    this.check("pause");
    this.stop();
    this.#paused = true;
    this.stand(scriptOf(this.present().setup.game), this.present().ply);
    this.emit([{ kind: "paused" }]);
  }

  async goOn(): Promise<void> {
    this.check("goOn");
    this.#paused = false;
    this.stand(scriptOf(this.present().setup.game), this.present().ply);
    this.emit([{ kind: "wentOn" }]);
    this.wake();
  }

  async seen(): Promise<CurrentGame | null> {
    return this.game;
  }

  /** Sends an update that no method sends, for tests. */
  send(
    events: DeskEvent[],
    change: Partial<Omit<CurrentGame, "board">> & { board?: Partial<BoardView> } = {},
  ): void {
    const game = this.present();
    this.game = { ...game, ...change, board: { ...game.board, ...change.board } };
    this.emit(events);
  }

  protected present(): CurrentGame {
    if (!this.game) throw fault("no-game", "There is no game.");
    return this.game;
  }

  protected emit(events: DeskEvent[]): void {
    const game = this.present();
    // As the shell does: the moves that the page lacks.
    const undone = events.flatMap((event) => (event.kind === "undone" ? [event.ply] : []));
    const fresh = events.some((event) => event.kind === "started" || event.kind === "resumed");
    const movesFrom = fresh ? 0 : Math.min(this.#told, game.moves.length, ...undone);
    this.#told = game.moves.length;
    const fresher = { ...game, movesFrom, moves: game.moves.slice(movesFrom) };
    const update: Update = { seq: ++this.#seq, events, game: fresher };
    this.say({ kind: "game", update });
  }

  /** Puts the script's position `ply` on the board. */
  protected stand(script: Scripted, ply: number): void {
    const game = this.present();
    const { outcome } = game.board;
    const position = positionAt(script, ply, game, outcome ? "over" : this.#paused ? "paused" : "on");
    const running = outcome ? null : position.board.sideToMove;
    this.game = {
      ...game,
      ...position,
      ...(outcome && { board: { ...position.board, outcome } }),
      moves: script.rows.slice(0, ply),
      clocks: game.clocks && { ...game.clocks, running },
    };
  }

  #advance(): void {
    const game = this.present();
    const script = scriptOf(game.setup.game);
    const row = script.rows[game.ply];
    if (!row || game.board.outcome) return;
    const ply = game.ply + 1;
    this.stand(script, ply);
    this.emit([{ kind: "moved", row, ply }]);
    const { outcome } = this.present().board;
    if (outcome) this.#end(outcome);
    else this.wake();
  }

  protected wake(): void {
    const game = this.present();
    if (!game.thinking || !scriptOf(game.setup.game).rows[game.ply]) return;
    this.emit([{ kind: "thinking", side: game.board.sideToMove }]);
    this.#timer = setTimeout(() => this.#advance(), this.options.thinkMs ?? 600);
  }

  protected stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #end(outcome: Outcome): void {
    this.stop();
    const game = this.present();
    this.game = { ...game, board: { ...game.board, outcome } };
    this.stand(scriptOf(this.present().setup.game), this.present().ply);
    const { unsaved } = this.options;
    if (unsaved) {
      this.emit([
        { kind: "ended", outcome },
        { kind: "trouble", ...unsaved },
      ]);
      return;
    }
    const filed = this.file(this.present(), this.games.length + 101);
    const { id } = filed.summary;
    this.games = [filed, ...this.games];
    this.game = { ...this.present(), saved: id };
    this.emit([
      { kind: "ended", outcome },
      { kind: "saved", id },
    ]);
  }
}

const sideAt = (game: { first: Player; second: Player }, ply: number): Player =>
  ply % 2 === 0 ? game.first : game.second;

function startClocks(config: NewGame): Clocks | null {
  const { clock } = config;
  if (clock.kind === "none") return null;
  const ms =
    clock.kind === "fischer"
      ? clock.main
      : clock.kind === "perMove"
        ? clock.each
        : clock.main + clock.period * clock.periods;
  return { left: { first: ms, second: ms }, running: "first" };
}
