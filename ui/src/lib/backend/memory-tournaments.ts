// Tournaments of the test backend: nothing is searched, a test says how the next game ends.
import type {
  OwnOpenings,
  PairingScore,
  Standing,
  TournamentNews,
  TournamentOverview,
  TournamentPlan,
  TournamentProgress,
  TournamentResult,
  TournamentState,
} from "../bindings";
import { startOf } from "../game/placement";
import { sizeOf } from "../game/setup";

export class MemoryTournaments {
  #all: TournamentProgress[] = [];
  #shown: TournamentProgress | null = null;
  /** The file of openings that the next dialog chooses. */
  chooses: OwnOpenings | null = null;
  openings: OwnOpenings[] = [];
  readonly #say: (news: TournamentNews) => void;

  constructor(say: (news: TournamentNews) => void) {
    this.#say = say;
  }

  get shown(): TournamentProgress | null {
    return this.#shown;
  }

  list(): TournamentOverview {
    const all = this.#all.map(({ id, plan }) => ({ id, collection: plan.collection, fault: null }));
    return { shown: this.#shown, all, openings: this.openings };
  }

  begin(plan: TournamentPlan): void {
    const table = plan.entrants.map((_, player) => standing(player));
    const id = `t${this.#all.length + 1}`;
    const open = (plan.conditions.games * plan.entrants.length * (plan.entrants.length - 1)) / 2;
    const begun = {
      id,
      plan,
      running: true,
      open,
      table,
      pairings: [],
      games: [],
      trouble: null,
      lastFault: null,
    };
    this.#all = [begun, ...this.#all];
    this.#begin(begun);
    const { game } = plan.setup;
    const placement = startOf(game, sizeOf(plan.setup) ?? 0);
    this.#say({ kind: "boards", boards: [{ players: [0, 1], placement }] });
  }

  goOn(): void {
    if (this.#shown) this.#begin({ ...this.#shown, running: true });
  }

  stop(): void {
    if (this.#shown) this.#change({ running: false });
    this.#say({ kind: "boards", boards: [] });
  }

  show(id: string): TournamentProgress {
    const found = this.#all.find((one) => one.id === id);
    if (!found) throw new Error(`there is no tournament ${id}`);
    this.#shown = found;
    return found;
  }

  remove(id: string): void {
    this.#all = this.#all.filter((one) => one.id !== id);
    if (this.#shown?.id === id) this.#shown = this.#all[0] ?? null;
  }

  /** A game ends: `halfPoints` are those of the player who moved first. */
  finish(players: [number, number], halfPoints: 0 | 1 | 2, change: Partial<TournamentState> = {}): void {
    if (!this.#shown?.running) return;
    const { games, table } = this.#shown;
    const open = this.#shown.open - 1;
    const counted = table.map((row) => {
      if (!players.includes(row.player)) return row;
      const points = row.player === players[0] ? halfPoints : 2 - halfPoints;
      return {
        ...row,
        wins: row.wins + Number(points === 2),
        draws: row.draws + Number(points === 1),
        losses: row.losses + Number(points === 0),
        halfPoints: row.halfPoints + points,
      };
    });
    counted.sort((a, b) => b.halfPoints - a.halfPoints || a.player - b.player);
    const played = { id: games.length + 1, round: 1, players, halfPoints, plies: 40 };
    const pairings = paired([...games, played]);
    // The tie-break is not counted here.
    const ranked = counted.map((row) => ({
      ...row,
      place: counted.findIndex(({ halfPoints }) => halfPoints === row.halfPoints) + 1,
    }));
    this.#change({ pairings, table: ranked, open, running: open > 0, ...change }, played);
  }

  #begin(progress: TournamentProgress): void {
    this.#keep(progress);
    this.#say({ kind: "progress", progress });
  }

  /** Changes the shown tournament, by a game unless it ends or pauses. */
  #change(change: Partial<TournamentState>, result?: TournamentResult): void {
    if (!this.#shown) return;
    const { id, games } = this.#shown;
    const { running, open, table, pairings, trouble, lastFault } = { ...this.#shown, ...change };
    const state = { running, open, table, pairings, trouble, lastFault };
    const latest = result ? { place: games.length, result } : null;
    const all = result ? [...games, result] : games;
    this.#keep({ ...this.#shown, ...state, games: all });
    this.#say({ kind: "change", change: { id, state, latest, played: all.length } });
  }

  #keep(progress: TournamentProgress): void {
    this.#shown = progress;
    this.#all = this.#all.map((one) => (one.id === progress.id ? progress : one));
  }
}

const standing = (player: number): Standing => ({
  player,
  place: player + 1,
  wins: 0,
  draws: 0,
  losses: 0,
  halfPoints: 0,
  sonnebornBerger: 0,
  round: 1,
  pairs: [0, 0, 0, 0, 0],
  faults: [0, 0, 0],
  elo: 0,
  error: 100,
  superiority: 50,
});

/** Each two players who have met; a test knows the ratings. */
function paired(games: TournamentProgress["games"]): PairingScore[] {
  const pairs = new Map<string, PairingScore>();
  for (const { players, halfPoints } of games) {
    const [a, b] = [...players].sort((one, other) => one - other) as [number, number];
    const results = pairs.get(`${a} ${b}`)?.results ?? {
      wins: 0,
      draws: 0,
      losses: 0,
      pairs: [0, 0, 0, 0, 0],
    };
    const points = players[0] === a ? halfPoints : 2 - halfPoints;
    pairs.set(`${a} ${b}`, {
      players: [a, b],
      results: {
        ...results,
        wins: results.wins + Number(points === 2),
        draws: results.draws + Number(points === 1),
        losses: results.losses + Number(points === 0),
      },
      strength: { elo: 35, error: 120, los: 71, bound: null },
    });
  }
  return [...pairs.values()];
}
