// External engines, console and match of the test backend. It starts no process: the first word of a command decides
// the behaviour.
import type {
  BuiltIn,
  ConsoleLine,
  OptionValue,
  EngineOverview,
  GameKind,
  EngineConfig,
  MatchSetup,
  EloEstimate,
  MatchProgress,
  MatchResults,
  Player,
  Probe,
  EngineProtocol,
  Word,
} from "../bindings";
import { startOf } from "../game/placement";
import { sizeOf } from "../game/setup";

export type MemoryEnginesOptions = {
  externals?: EngineConfig[];
  match?: MatchProgress;
  /** The duration of a scripted game of a match; without it a match waits for `play`. */
  matchMs?: number;
};

const SAMPLE_OPTIONS: OptionValue[] = [
  { kind: "spin", name: "Hash", value: 16, preset: 16, min: 1, max: 4096 },
  { kind: "check", name: "Ponder", value: false, preset: false },
  { kind: "combo", name: "Style", value: "normal", preset: "normal", choices: ["solid", "normal", "risky"] },
  { kind: "text", name: "EvalFile", value: "", preset: "" },
  { kind: "button", name: "Clear Hash" },
];

/** The protocols in the order in which they are tried. */
const GREETINGS: Record<EngineProtocol, string> = { uci: "uci", ucci: "ucci", gomocup: "START" };

const gameOf = (protocol: EngineProtocol): GameKind => (protocol === "gomocup" ? "gomoku" : "xiangqi");

/** An external engine that tests put on the list. */
export function sampleExternal(change: Partial<EngineConfig> = {}): EngineConfig {
  return {
    id: "g1",
    name: "Fairy-Stockfish",
    command: "fairy-stockfish",
    protocol: "uci",
    game: "xiangqi",
    options: SAMPLE_OPTIONS,
    ...change,
  };
}

const BUILT_IN: BuiltIn = {
  version: "0.1.0",
  threads: 2,
  hashMib: 64,
  processors: 2,
  levels: [
    {
      game: "xiangqi",
      rule: "asian",
      bench: 1,
      signature: "0",
      nodes: 16_000,
      seed: 1,
      levels: [1, 2, 3, 4, 5].map((level) => ({
        level,
        elo: 250 * (level - 1),
        error: level > 1 ? 30 : 0,
        wins: level > 1 ? 300 : 0,
        draws: level > 1 ? 40 : 0,
        losses: level > 1 ? 60 : 0,
        thinkMs: level < 5 ? 10 * level : 8000,
      })),
    },
  ],
};

export class MemoryEngines {
  externals: EngineConfig[];
  match: MatchProgress | null;
  #options: MemoryEnginesOptions;
  #say: (word: Word) => void;
  #console: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #count = 0;

  constructor(options: MemoryEnginesOptions, say: (word: Word) => void) {
    this.#options = options;
    this.#say = say;
    this.externals = options.externals ?? [];
    this.match = options.match ?? null;
  }

  list(): EngineOverview {
    return { builtIn: BUILT_IN, externals: this.externals, match: this.match };
  }

  has(player: Player): boolean {
    return player.kind === "external" && this.externals.some(({ id }) => id === player.id);
  }

  probe(command: string, protocol: EngineProtocol | null): Probe {
    const asked = protocol ? [protocol] : (["uci", "ucci", "gomocup"] as const);
    const greetings = asked.join(", ");
    const fails = (code: string, at: string | null, lines: string[] = []): Probe => ({
      kind: "fails",
      code,
      message: `It fails: ${code}.`,
      at,
      lines,
    });
    const program = command.trim().split(/\s+/)[0] ?? "";
    if (program === "missing") return fails("engine-missing", program);
    if (program === "sleep") return fails("engine-silent", greetings);
    if (program === "cat")
      return fails(
        "engine-wrong-protocol",
        greetings,
        asked.map((one) => GREETINGS[one]),
      );
    if (program === "false") return fails("engine-died", "1");
    if (program === "yes") return fails("engine-flooded", null, ["y", "y", "y"]);
    const speaks: EngineProtocol = program === "pbrain" ? "gomocup" : program === "eleeye" ? "ucci" : "uci";
    if (protocol && protocol !== speaks) return fails("engine-silent", greetings);
    return {
      kind: "answers",
      ms: 41,
      protocol: speaks,
      game: gameOf(speaks),
      name: program === "fairy-stockfish" ? "Fairy-Stockfish" : program,
      author: "its authors",
      options: SAMPLE_OPTIONS,
    };
  }

  save(external: EngineConfig): EngineConfig {
    const kept = { ...external, id: external.id || `g${++this.#count + 100}` };
    this.externals = this.externals.some((one) => one.id === kept.id)
      ? this.externals.map((one) => (one.id === kept.id ? kept : one))
      : [...this.externals, kept];
    return kept;
  }

  remove(id: string): void {
    this.externals = this.externals.filter((external) => external.id !== id);
  }

  open(id: string): void {
    this.#console = id;
    this.#lines([
      { source: "note", text: this.externals.find((external) => external.id === id)?.command ?? "" },
    ]);
  }

  send(text: string): void {
    const answer: ConsoleLine[] = text === "isready" ? [{ source: "said", text: "readyok" }] : [];
    this.#lines([{ source: "sent", text }, ...answer]);
  }

  close(): void {
    this.#console = null;
  }

  begin(plan: MatchSetup): void {
    this.match = {
      plan,
      running: true,
      results: { wins: 0, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 0] },
      strength: null,
      faults: [0, 0],
      lastFault: null,
      placement: startOf(plan.setup.game, sizeOf(plan.setup) ?? 0),
      firstBegins: true,
      games: [],
      unkept: null,
    };
    this.#tell();
    this.#wait();
  }

  /** One game of the match ends: `score` is the first player's. */
  play(score: "win" | "draw" | "loss", change: Partial<MatchProgress> = {}): void {
    if (!this.match?.running) return;
    const { results, plan } = this.match;
    const next = {
      ...results,
      wins: results.wins + Number(score === "win"),
      draws: results.draws + Number(score === "draw"),
      losses: results.losses + Number(score === "loss"),
    };
    const played = next.wins + next.draws + next.losses;
    this.match = {
      ...this.match,
      results: next,
      strength: strengthOf(next),
      firstBegins: played % 2 === 0,
      // The games are those of the library, which counts from 1.
      games: [...this.match.games, { id: played, halfPoints: { win: 2, draw: 1, loss: 0 }[score] }],
      running: played < plan.games,
      ...change,
    };
    this.#tell();
    if (this.match.running) this.#wait();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.match) return;
    this.match = { ...this.match, running: false };
    this.#tell();
  }

  #wait(): void {
    const { matchMs } = this.#options;
    const results = ["win", "draw", "loss", "win"] as const;
    if (matchMs === undefined) return;
    this.#timer = setTimeout(() => this.play(results[this.#count++ % results.length] ?? "draw"), matchMs);
  }

  #tell(): void {
    if (this.match) this.#say({ kind: "match", match: this.match });
  }

  #lines(lines: ConsoleLine[]): void {
    if (this.#console) this.#say({ kind: "console", id: this.#console, lines });
  }
}

/** Plausible numbers; the host computes the real ones. */
function strengthOf({ wins, draws, losses }: MatchResults): EloEstimate {
  const played = wins + draws + losses;
  const share = (wins + draws / 2) / played;
  const los = 50 + 50 * Math.tanh(wins - losses);
  const error = 400 / Math.sqrt(played);
  if (share <= 0 || share >= 1) {
    const bound = 400 * Math.log10(1 / 0.025 ** (1 / played) - 1);
    return { elo: share > 0 ? -bound : bound, error, bound: share > 0 ? -bound : bound, los };
  }
  return { bound: null, elo: -400 * Math.log10(1 / share - 1), error, los };
}
