// The library of the backend in memory: finished games, the trash, backups and the folder.
import type {
  BatchState,
  CurrentGame,
  Diagram,
  FairGame,
  CountedGames,
  ExportedGames,
  GameCount,
  Fit,
  FormOfGames,
  GameRow,
  MergeReport,
  Outcome,
  PickKind,
  PictureStyle,
  PlayerAlias,
  PlayerPage,
  Player,
  Query,
} from "../bindings";
import { GOMOKU, SETUPS, XIANGQI, scriptOf } from "./fixtures";
import { counted, explored, listed, sorted } from "./memory-library";
import { fault, MemoryShell } from "./memory-shell";
import type { Filed } from "./memory-study";

export class MemoryShelves extends MemoryShell {
  /** The level that fits the person. */
  fit: Fit = { level: 1, games: 0 };
  /** The fair game that is suggested. */
  fair: FairGame | null = null;
  protected games: Filed[] = Array.from({ length: this.options.games ?? 6 }, (_, index) =>
    this.finished(index),
  );
  #trash = new Map<number, Filed>();
  #folder: string | null = null;
  #stopWork: (() => void) | null = null;

  async listGames(query: Query, _position: Diagram | null) {
    this.check("listGames");
    return listed(this.#shelf(query), query);
  }

  async gameFacets(query: Query, _position: Diagram | null) {
    this.check("gameFacets");
    return counted(this.#shelf(query), query);
  }

  async fittingLevel(game: string, rule: string): Promise<Fit | null> {
    this.check(`fittingLevel ${game} ${rule}`, "fittingLevel");
    return game === "tictactoe" ? null : this.fit;
  }

  async fairGame(game: string, rule: string): Promise<FairGame | null> {
    this.check(`fairGame ${game} ${rule}`, "fairGame");
    return game === "tictactoe" ? null : this.fair;
  }

  async explore(position: Diagram) {
    this.check("explore");
    return explored(this.games, position);
  }

  async tagGames(ids: number[], tag: string, on: boolean): Promise<void> {
    this.check(`tagGames ${ids.join(" ")} ${tag} ${on}`, "tagGames");
    for (const { summary } of this.games.filter((game) => ids.includes(game.summary.id)))
      summary.tags = [...summary.tags.filter((other) => other !== tag), ...(on ? [tag] : [])];
  }

  async deleteGame(id: number): Promise<void> {
    const game = this.filed(id);
    this.check(`deleteGame ${id}`, "deleteGame");
    const summary = { ...game.summary, deletedAtMs: this.now() };
    this.#trash.set(id, { ...game, summary });
    this.games = this.games.filter((entry) => entry.summary.id !== id);
  }

  async restoreGame(id: number): Promise<void> {
    this.check(`restoreGame ${id}`, "restoreGame");
    const game = this.#trash.get(id);
    const back = game && { ...game, summary: { ...game.summary, deletedAtMs: null } };
    if (back) this.games = [...this.games, back];
    this.#trash.delete(id);
  }

  /** Gives the first player of the first game a name. */
  rename(name: string): void {
    const [game] = this.games;
    if (game) game.summary.first = { kind: "human", name };
  }

  #aliases = new Map<string, string>();

  async playerPage(name: string | null, _game: string | null): Promise<PlayerPage> {
    this.check(`playerPage ${name ?? "me"}`, "playerPage");
    const none = { wins: 0, draws: 0, losses: 0, unfinished: 0 };
    const results = { ...none, wins: 2, losses: 1 };
    const person = name === null ? "" : (this.#aliases.get(name) ?? name);
    return {
      name: person,
      aliases: [...this.#aliases].flatMap(([alias, of]) => (of === person ? [alias] : [])),
      sides: { first: results, second: none },
      openings: [{ name: "中炮局 Central Cannon", level: null, results }],
      opponents: [{ name: "", level: 3, results }],
      months: [
        { date: "2026-10", results: { wins: 2, draws: 0, losses: 1, unfinished: 0 } },
        { date: "2026-11", results: { wins: 1, draws: 1, losses: 0, unfinished: 1 } },
      ],
      faults: {
        ...{ inaccuracies: 4, mistakes: 3, blunders: 3, missedWins: 1, allowedWins: 0 },
        ...{ opening: 1, middle: 3, ending: 6 },
      },
      accuracy: [
        { date: "2026-10", mean: 71.6, games: 2 },
        { date: "2026-11", mean: 83.2, games: 1 },
      ],
      // One more without a date.
      reviewed: 4,
      meanAccuracy: 72,
      unindexed: 0,
    };
  }

  async joinNames(name: string, person: string): Promise<PlayerAlias[]> {
    this.check(`joinNames ${name} ${person}`, "joinNames");
    if (this.#aliases.get(name) === person) return [];
    this.#aliases.set(name, person);
    return [{ name, person: null }];
  }

  async partName(name: string): Promise<PlayerAlias[]> {
    this.check(`partName ${name}`, "partName");
    const person = this.#aliases.get(name) ?? null;
    this.#aliases.delete(name);
    return [{ name, person }];
  }

  async putBackNames(rows: PlayerAlias[]): Promise<void> {
    this.check("putBackNames");
    for (const { name, person } of rows)
      if (person === null) this.#aliases.delete(name);
      else this.#aliases.set(name, person);
  }

  async gameIds(query: Query, _position: Diagram | null): Promise<number[]> {
    this.check("gameIds");
    return sorted(this.#shelf(query), query).map(({ id }) => id);
  }

  /** The review of many games; a test says how it goes on. */
  batch: BatchState = {
    waiting: 0,
    reviewed: 0,
    skipped: 0,
    seconds: 15,
    running: false,
    players: null,
    part: 0,
    trouble: null,
  };

  async reviewGames(ids: number[], seconds: number): Promise<BatchState> {
    this.check(`reviewGames ${ids.join(" ")} ${seconds}`, "reviewGames");
    return (this.batch = { ...this.batch, waiting: ids.length, seconds, running: true });
  }

  async reviews(): Promise<BatchState> {
    this.check("reviews");
    return this.batch;
  }

  async pauseReviews(on: boolean): Promise<BatchState> {
    this.check(`pauseReviews ${on}`, "pauseReviews");
    return (this.batch = { ...this.batch, running: !on });
  }

  async cancelReviews(): Promise<BatchState> {
    this.check("cancelReviews");
    return (this.batch = { ...this.batch, waiting: 0, running: false });
  }

  async spareGames(query: Query, _position: Diagram | null): Promise<number[]> {
    this.check("spareGames");
    return sorted(this.#shelf(query), query)
      .map(({ id }) => id)
      .slice(1);
  }

  async deleteGames(ids: number[], on: boolean): Promise<number> {
    this.check(`deleteGames ${ids.join(" ")} ${on}`, "deleteGames");
    const moved = ids.filter((id) =>
      on ? this.games.some(({ summary }) => summary.id === id) : this.#trash.has(id),
    );
    for (const id of moved) await (on ? this.deleteGame(id) : this.restoreGame(id));
    return moved.length;
  }

  async formsOfGames(ids: number[]): Promise<FormOfGames[]> {
    this.check(`formsOfGames ${ids.join(" ")}`, "formsOfGames");
    return [
      { name: "pgn", ending: "pgn", leftOut: [], refused: null, holdsMany: true },
      { name: "xqf", ending: "xqf", leftOut: [["clock", 2]], refused: null, holdsMany: false },
    ];
  }

  async pickExport(form: string, folder: boolean): Promise<string | null> {
    this.check(`pickExport ${form} ${folder}`, "pickExport");
    return folder ? "/home/me/games" : `/home/me/games.${form}`;
  }

  async exportGames(
    ids: number[],
    form: string,
    path: string,
    folder: boolean,
    _style: PictureStyle,
  ): Promise<ExportedGames | null> {
    this.check(`exportGames ${ids.join(" ")} ${form} ${path} ${folder}`, "exportGames");
    if (await this.#isCancelled()) return null;
    return { games: ids.length, leftOut: 0 };
  }

  async countGames(ids: number[], name: string, count: GameCount): Promise<CountedGames | null> {
    this.check(`countGames ${ids.join(" ")} ${name} ${JSON.stringify(count)}`, "countGames");
    if (await this.#isCancelled()) return null;
    return { games: ids.length - 1, leftOut: 1, positions: 20, moves: 30 };
  }

  async purgeGame(id: number): Promise<void> {
    this.check(`purgeGame ${id}`, "purgeGame");
    if (!this.#trash.delete(id)) throw fault("no-game", "There is no such game.");
  }

  async emptyTrash(): Promise<number> {
    this.check("emptyTrash");
    const games = this.#trash.size;
    this.#trash.clear();
    return games;
  }

  /** The paths of backups so far. */
  readonly #backups = new Set<string>();

  async backUp(path: string, replace: boolean): Promise<number | null> {
    this.check(`backUp ${path}${replace ? " replace" : ""}`, "backUp");
    if (!replace && this.#backups.has(path)) throw fault("file-exists", "There is such a file.", path);
    if (await this.#isCancelled()) return null;
    this.#backups.add(path);
    return this.games.length + this.#trash.size;
  }

  async bringBack(path: string): Promise<MergeReport | null> {
    this.check(`bringBack ${path}`, "bringBack");
    if (await this.#isCancelled()) return null;
    const known = this.games.length + this.#trash.size;
    return { added: 0, undeleted: 0, known, differing: 0, corrected: 0, unreadable: 0 };
  }

  async libraryPlace() {
    this.check("libraryPlace");
    return { folder: this.#folder ?? "/data/duiyi", chosen: this.#folder !== null, trouble: null };
  }

  async stopLibraryWork(): Promise<void> {
    this.check("stopLibraryWork");
    this.#stopWork?.();
  }

  /** Reports the progress of long work; waits until it is cancelled where the options say so. */
  async #isCancelled(): Promise<boolean> {
    const total = this.games.length + this.#trash.size;
    this.say({ kind: "library", progress: { games: 1, total } });
    if (!this.options.longWork) return false;
    await new Promise<void>((resolve) => (this.#stopWork = resolve));
    return true;
  }

  async chooseLibraryFolder(folder: string | null): Promise<boolean | null> {
    this.check(`chooseLibraryFolder ${folder ?? "usual"}`, "chooseLibraryFolder");
    if (await this.#isCancelled()) return null;
    this.#folder = folder;
    return folder !== null;
  }

  async reopenLibrary(): Promise<void> {
    this.check("reopenLibrary");
  }

  async pickPath(kind: PickKind): Promise<string | null> {
    this.check(`pickPath ${kind}`, "pickPath");
    return null;
  }

  #shelf({ shelf }: Query): GameRow[] {
    return (shelf === "trash" ? [...this.#trash.values()] : this.games).map((game) => game.summary);
  }

  protected filed(id: number): Filed {
    const game = this.games.find((entry) => entry.summary.id === id);
    if (!game) throw fault("no-game", "There is no such game.");
    return game;
  }

  protected file(game: CurrentGame, id: number): Filed {
    const script = scriptOf(game.setup.game);
    const summary: GameRow = {
      id,
      uid: game.uid,
      game: game.setup.game,
      rule: game.setup.rule,
      size: game.setup.size ?? null,
      first: game.first,
      second: game.second,
      result: game.board.outcome?.winner
        ? game.board.outcome.winner === "first"
          ? "1-0"
          : "0-1"
        : "1/2-1/2",
      winner: game.board.outcome?.winner ?? null,
      reason: game.board.outcome?.reason ?? "abandoned",
      plies: game.ply,
      date: dayOf(this.options.begunAtMs ?? this.now() - 900_000),
      startedAtMs: this.options.begunAtMs ?? this.now() - 900_000,
      endedAtMs: this.now(),
      finalPlacement: game.board.placement,
      opening: game.setup.game === "xiangqi" ? "中炮局 Central Cannon" : null,
      tags: [],
      deletedAtMs: null,
      event: "",
      round: "",
      openingCode: game.setup.game === "xiangqi" ? "C00" : "",
      accuracy: { first: null, second: null },
      atPly: null,
    };
    const record = script.rows
      .slice(0, game.ply)
      .map((row) => row.uci)
      .join(" ");
    return { summary, script, plies: game.ply, record };
  }

  /** Finished games for the library: both scripts in turn, with different players and ends. */
  protected finished(index: number): Filed {
    const script = index % 2 === 0 ? XIANGQI : GOMOKU;
    const ends: Outcome[] = [
      { winner: "second", reason: "resignation" },
      { winner: null, reason: "agreement" },
      { winner: "first", reason: "time" },
    ];
    const position = script.positions.at(-1);
    const outcome = position?.outcome ?? ends[(index / 2) % 3] ?? null;
    const base: Player = { kind: "human", name: "" };
    const game = {
      uid: `done-${index}`,
      setup: SETUPS[script.game],
      first: base,
      second: { kind: "engine", level: (index % 5) + 1 },
      ply: script.rows.length,
      board: { ...position, outcome },
    } as CurrentGame;
    const filed = this.file(game, index + 1);
    const endedAtMs = this.now() - (index + 1) * 7_300_000;
    const startedAtMs = endedAtMs - 1_200_000;
    return { ...filed, summary: { ...filed.summary, date: dayOf(startedAtMs), startedAtMs, endedAtMs } };
  }
}

/** The day of a moment as records write it. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll("-", ".");
