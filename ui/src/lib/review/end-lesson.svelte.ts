// What the end of a game teaches: the move that decided a lost one, the next level after three wins in a row, and where the
// person left a repertoire.
import { ODDS_TAG } from "../bindings";
import type { CurrentGame, Departure, GameRow, Lesson, NewGame, Player, Query, Side } from "../bindings";
import type { Window } from "../app/window";
import { humanSide, other } from "../game/reduce";
import { levelsOf } from "../i18n/text";

/** The won games in a row after which the next level is offered. */
const WINS = 3;

/** The services that the lesson needs. */
type LessonSource = {
  lesson(): Promise<Lesson | null>;
  departure(side: Side): Promise<Departure | null>;
  list(query: Query): Promise<{ rows: readonly GameRow[] } | null>;
  attempt: Window["attempt"];
};

export class EndLesson {
  /** The move that decided the lost game on the board. */
  lesson = $state.raw<Lesson | null>(null);
  /** The next level, after enough wins at the one of the game on the board. */
  nextLevel = $state.raw<number | null>(null);
  /** Where the person left a repertoire. */
  departure = $state.raw<Departure | null>(null);
  readonly #source: LessonSource;
  /** The game and its row in the library that the lesson is about. */
  #of = "";

  constructor(source: LessonSource) {
    this.#source = source;
  }

  /** Follows the game on the board. */
  follow(game: CurrentGame | null): void {
    const { outcome } = game?.board ?? {};
    const of = game && outcome ? `${game.uid} ${game.saved ?? ""}` : "";
    if (of === this.#of) return;
    this.#of = of;
    this.lesson = null;
    this.nextLevel = null;
    this.departure = null;
    const mine = game && humanSide(game);
    if (outcome && mine) void this.#findDeparture(mine, of);
    if (!game || !outcome?.winner || !mine) return;
    if (outcome.winner === mine && (game.odds || game.setup.start)) return;
    if (outcome.winner === mine) void this.#offer(game, mine, of);
    else void this.#explain(of);
  }

  async #explain(of: string): Promise<void> {
    await this.#source.attempt(async () => {
      const lesson = await this.#source.lesson();
      if (of === this.#of) this.lesson = lesson;
    });
  }

  async #findDeparture(mine: Side, of: string): Promise<void> {
    const departure = await this.#source.departure(mine).catch(() => null);
    if (of === this.#of) this.departure = departure;
  }

  async #offer(game: CurrentGame, mine: Side, of: string): Promise<void> {
    const level = levelOf(game[other(mine)]);
    const next = level === null ? undefined : levelsOf(game.setup.game).find((one) => one > level);
    if (level === null || next === undefined || game.saved === null) return;
    const query: Query = {
      game: game.setup.game,
      level,
      text: "",
      // A win at odds or from a position that was set up is not one between equals.
      withoutTag: ODDS_TAG,
      usualStart: true,
      sort: "date",
      limit: WINS,
      offset: 0,
      shelf: "kept",
    };
    const games = (await this.#source.list(query))?.rows ?? [];
    if (of === this.#of && games.length === WINS && games.every((row) => isWin(row, level)))
      this.nextLevel = next;
  }
}

const levelOf = (player: Player): number | null => (player.kind === "engine" ? player.level : null);

/** Whether the one person in a game won it against a level. */
function isWin(row: GameRow, level: number): boolean {
  const mine = humanSide(row);
  return mine !== null && row.winner === mine && levelOf(row[other(mine)]) === level;
}

/** Whether the game can go on from an earlier move: one person plays an engine, and no opening was negotiated. */
export const canTakeBack = (game: CurrentGame): boolean =>
  !game.mine && humanSide(game) !== null && !game.setup.opening && game.ply > 0;

/** The number of moves before the mistake: that of the lesson, or the person's last move. */
export function pliesBefore(game: CurrentGame, lesson: Lesson | null): number {
  if (lesson) return lesson.ply - 1;
  const last = game.moves.findLastIndex((row) => row.side === humanSide(game));
  return Math.max(0, last);
}

/** The game on the board as a new one, with the same players, clock, coach and odds. */
export const again = ({ setup, clock, coach, odds, first, second }: CurrentGame): NewGame => ({
  setup,
  clock,
  coach,
  odds: odds ?? null,
  first,
  second,
});

/** The game on the board as a new one against another level. */
export function atLevel(game: CurrentGame, level: number): NewGame {
  const seat = (player: Player): Player => (player.kind === "engine" ? { ...player, level } : player);
  return { ...again(game), first: seat(game.first), second: seat(game.second) };
}
