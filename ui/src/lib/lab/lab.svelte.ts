// The laboratory: one position, the results of methods and engine, and the cursor in a tree.
import type {
  Diagram,
  KnownNode,
  LabEvent,
  LabIteration,
  LabMeasure,
  LabMethod,
  LabNode,
  Rivals,
} from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { emptyCells } from "./figures";

export const METHODS = [
  "minimax",
  "alphaBeta",
  "ordered",
  "hashed",
  "nullWindow",
] as const satisfies readonly LabMethod[];

/** The initial depth of the methods: minimax takes less than a second. */
const DEPTH_USUAL = 3;
const DEPTH_MAX = 6;

export class LabController {
  position = $state.raw<Diagram | null>(null);
  depth = $state(DEPTH_USUAL);
  running = $state(false);
  measures = $state.raw<readonly LabMeasure[]>([]);
  iterations = $state.raw<readonly LabIteration[]>([]);
  rivals = $state.raw<Rivals | null>(null);
  failed = $state.raw<{ code: string; message: string } | null>(null);
  /** The method of the displayed tree, and the current node. */
  method = $state<LabMethod>("alphaBeta");
  node = $state.raw<LabNode | null>(null);
  /** The path through the whole of tic-tac-toe; the last node is the current one. */
  trail = $state.raw<readonly KnownNode[]>([]);
  readonly #backend: Backend;
  readonly #window: Pick<Window, "attempt">;
  /** Whether the experiment is complete. */
  #whole = false;
  /** The number of the experiment; results with an older number are ignored. */
  #look = 0;
  #walks = 0;
  /** The number of the step in the whole game; an answer to an earlier one is dropped. */
  #steps = 0;

  constructor(backend: Backend, window: Pick<Window, "attempt">) {
    this.#backend = backend;
    this.#window = window;
  }

  get known(): KnownNode | null {
    return this.trail.at(-1) ?? null;
  }

  /** The greatest sensible depth: tic-tac-toe is searched to its end. */
  get depthMax(): number {
    if (this.position?.setup.game !== "tictactoe") return DEPTH_MAX;
    return Math.max(1, emptyCells(this.position.placement));
  }

  /** Begins with a position; the last position keeps its results. */
  async open(position: Diagram): Promise<void> {
    if (this.#whole && JSON.stringify(position) === JSON.stringify(this.position)) return;
    this.position = position;
    this.#steps += 1;
    [this.node, this.trail] = [null, []];
    this.depth = position.setup.game === "tictactoe" ? this.depthMax : DEPTH_USUAL;
    await this.start();
  }

  /** Searches again with the current depth. */
  async start(): Promise<void> {
    const { position } = this;
    if (!position) return;
    this.#look += 1;
    [this.measures, this.iterations, this.rivals, this.failed] = [[], [], null, null];
    [this.running, this.#whole] = [true, false];
    let begun = false;
    await this.#window.attempt(async () => {
      await this.#backend.startLab(this.#look, position, this.depth);
      begun = true;
      await this.walk([0]);
      if (position.setup.game === "tictactoe" && position === this.position) await this.goInto(position);
    });
    if (!begun) this.running = false;
  }

  async stop(): Promise<void> {
    this.#look += 1;
    this.running = false;
    await this.#window.attempt(() => this.#backend.stopLab());
  }

  hear(look: number, news: LabEvent): void {
    if (look !== this.#look) return;
    if (news.kind === "measured") this.measures = [...this.measures, news];
    else if (news.kind === "iterated") this.iterations = [...this.iterations, news];
    else if (news.kind === "compared") this.rivals = news;
    else {
      [this.running, this.#whole] = [false, news.kind === "done"];
      if (news.kind === "failed") this.failed = news;
    }
  }

  async choose(method: LabMethod): Promise<void> {
    this.method = method;
    await this.walk([0]);
  }

  /** Goes to a node of the searched tree by its path; of two requests the later one wins. */
  async walk(path: number[]): Promise<void> {
    const { position, method, depth } = this;
    if (!position) return;
    const walk = ++this.#walks;
    await this.#window.attempt(async () => {
      const node = await this.#backend.walkTree(position, method, depth, path);
      if (walk === this.#walks) this.node = node;
    });
  }

  /** Goes one move further in the whole game, or to its start; of two requests the later one wins. */
  async goInto(position: Diagram): Promise<void> {
    const trail = position === this.position ? [] : this.trail;
    const step = ++this.#steps;
    await this.#window.attempt(async () => {
      const known = await this.#backend.walkTicTacToe(position);
      if (step === this.#steps) this.trail = [...trail, known];
    });
  }

  /** Goes back in the whole game until `length` positions are left. */
  goBack(length: number): void {
    if (length < 1) return;
    this.#steps += 1;
    this.trail = this.trail.slice(0, length);
  }
}
