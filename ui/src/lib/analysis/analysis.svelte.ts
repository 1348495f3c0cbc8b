// The analysis: its subject, its findings, and their storage.
//
// Every search has its own number. A finding with an older number belongs to an earlier position and is dropped, so a
// board never shows the findings of another.
import type { AnalysisChoice, Finding, GameKind, EngineConfig, RootMoves, Settings } from "../bindings";
import type { Window } from "../app/window";
import type { Backend } from "../backend/backend";
import { asRefusal } from "../backend/errors";

/** The subject of an analysis: a node of a study with its board, because a corrected move has another board. */
export type Target = { study: number; node: number; placement: string };

/** The services of study and engines that the analysis needs. */
type AnalysisHooks = {
  /** The settings, restricted to the analysts of the game. */
  wishes: () => AnalysisChoice;
  /** Saves an evaluation at a node of a study. */
  keep: (study: number, node: number, evaluation: string) => Promise<void>;
  /** Called when an analyst has come to rest. */
  rested: (finding: Finding) => void;
};

/** The number of positions whose findings are cached; the oldest are dropped first. */
const REMEMBERED_MAX = 400;
/** The least search time of an evaluation that is saved in the record. */
const KEPT_AFTER_MS = 1000;
/** The error codes that are ignored, since the person has left the position. */
const GONE: readonly string[] = ["no-study", "move-gone"];

/** Every move is searched. */
const EVERY_MOVE: RootMoves = { moves: [], excluded: false };

type Findings = ReadonlyMap<string, Finding>;
type Memory = { findings: Findings; wishes: string };
type Wish =
  | { kind: "look"; look: number; node: number; wishes: AnalysisChoice; root: RootMoves }
  | { kind: "rest" | "leave" };

export class AnalysisController {
  /** Whether the engine is on: it then analyses every current position. */
  on = $state(false);
  /** The findings of each analyst for the current position. */
  findings = $state.raw<Findings>(new Map());
  /** The position of `findings`. */
  target = $state.raw<Target | null>(null);
  /** The moves that are left out of the search of the current position, or searched alone. */
  root = $state.raw<RootMoves>(EVERY_MOVE);
  /** Whether an analyst is searching. */
  looking = $state(false);
  readonly #backend: Backend;
  readonly #window: Pick<Window, "trouble">;
  readonly #hooks: AnalysisHooks;
  readonly #memory = new Map<string, Memory>();
  // A reloaded page must not reuse the numbers of the previous one.
  #look = Date.now();
  /** The settings of the last search. */
  #asked = "";
  /** The analysts still searching. */
  #awaited = new Set<string>();
  #wish: Wish | null = null;
  #asking: Promise<void> | null = null;

  constructor(backend: Backend, window: Pick<Window, "trouble">, hooks: AnalysisHooks) {
    this.#backend = backend;
    this.#window = window;
    this.#hooks = hooks;
  }

  /** Changes the position, and analyses it if the engine is on and has not finished with it. */
  turnTo(target: Target): void {
    const { target: before } = this;
    if (before && nameOf(before) === nameOf(target)) return;
    this.#part();
    this.target = target;
    this.root = EVERY_MOVE;
    this.findings = this.#memory.get(nameOf(target))?.findings ?? new Map();
    if (this.on) this.#begin();
  }

  /** Turns the engine on or off. The findings stay visible. */
  toggle(): void {
    this.on = !this.on;
    if (this.on) this.#begin();
    else this.#stop();
  }

  /** Searches again with changed settings. */
  wishAnew(): void {
    if (!this.on || !this.target) return;
    this.#remember();
    this.#begin();
  }

  /**
   * Leaves a move out of the search of this position, or searches it alone; further moves join the first ones. Without a
   * move every one is searched again. It lasts until another position is on the board.
   */
  restrict(move: string | null, excluded = false): void {
    if (!this.target) return;
    this.#part();
    const { root } = this;
    const before = root.excluded === excluded ? root.moves.filter((other) => other !== move) : [];
    this.root = move === null ? EVERY_MOVE : { moves: [...before, move], excluded };
    this.findings = this.#isWhole
      ? (this.#memory.get(nameOf(this.target))?.findings ?? new Map())
      : new Map();
    this.on = true;
    this.#begin();
  }

  get #isWhole(): boolean {
    return this.root.moves.length === 0;
  }

  /** Searches beyond the time limit, until it is stopped. */
  lookOn(): void {
    this.on = true;
    this.#look += 1;
    this.#ask({ ...this.#hooks.wishes(), seconds: 0 });
  }

  /** Leaves the study: every analyst ends. */
  leave(): void {
    if (!this.target) return;
    this.#part();
    this.target = null;
    this.findings = new Map();
    this.looking = false;
    this.#send({ kind: "leave" });
  }

  hear(finding: Finding): void {
    const { target } = this;
    if (finding.look !== this.#look || !target) return;
    const known = this.findings.get(finding.analyst);
    const rests = finding.progress !== "looking";
    // A repeated search at a position must first be as deep as the remembered finding.
    if (rests || finding.depth >= (known?.depth ?? 0) || finding.lines.length > (known?.lines.length ?? 0))
      this.findings = new Map(this.findings).set(finding.analyst, finding);
    if (!rests) return;
    this.#awaited.delete(finding.analyst);
    this.looking = this.#awaited.size > 0;
    this.#remember();
    // The record has the value of the position, not that of some moves.
    if (this.#isFirst(finding) && this.#isWhole) {
      this.#keep(finding);
      if (finding.progress === "resting") this.#hooks.rested(finding);
    }
  }

  /** The findings of the first analyst, for the board and the record. */
  get first(): Finding | null {
    for (const name of this.#hooks.wishes().analysts) {
      const finding = this.findings.get(name);
      if (finding && finding.lines.length > 0) return finding;
    }
    return null;
  }

  #isFirst(finding: Finding): boolean {
    return this.first?.analyst === finding.analyst;
  }

  #begin(): void {
    const { target } = this;
    if (!target) return;
    const wishes = this.#hooks.wishes();
    this.#look += 1;
    const known = this.#memory.get(nameOf(target));
    // A search that ended with the same settings has nothing more to find.
    if (this.#isWhole && known?.wishes === JSON.stringify(wishes)) {
      this.looking = false;
      this.#send({ kind: "rest" });
    } else this.#ask(wishes);
  }

  #ask(wishes: AnalysisChoice): void {
    if (!this.target) return;
    this.#asked = JSON.stringify(wishes);
    this.#awaited = new Set(wishes.analysts);
    this.looking = this.#awaited.size > 0;
    this.#send({ kind: "look", look: this.#look, node: this.target.node, wishes, root: this.root });
  }

  #stop(): void {
    this.#part();
    this.#send({ kind: "rest" });
  }

  /** Ends the search of the current position; findings of sufficient search time are saved. */
  #part(): void {
    const { first } = this;
    if (this.looking) {
      this.#remember();
      if (first && first.look === this.#look && first.ms >= KEPT_AFTER_MS && this.#isWhole) this.#keep(first);
    }
    this.#look += 1;
    this.looking = false;
  }

  #remember(): void {
    const { target, findings } = this;
    if (!target || findings.size === 0 || !this.#isWhole) return;
    const name = nameOf(target);
    const rested = !this.looking && [...findings.values()].every(({ progress }) => progress === "resting");
    const wishes = rested ? this.#asked : (this.#memory.get(name)?.wishes ?? "");
    this.#memory.delete(name);
    this.#memory.set(name, { findings, wishes });
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= REMEMBERED_MAX) break;
      this.#memory.delete(oldest);
    }
  }

  #keep({ study, node, evaluation }: Finding): void {
    if (evaluation === null) return;
    void this.#attempt(() => this.#hooks.keep(study, node, evaluation));
  }

  /** Sends the latest request, one at a time, so that none overtakes another. */
  #send(wish: Wish): void {
    this.#wish = wish;
    this.#asking ??= this.#drain().finally(() => (this.#asking = null));
  }

  async #drain(): Promise<void> {
    while (this.#wish) {
      const wish = this.#wish;
      this.#wish = null;
      await this.#attempt(() => {
        if (wish.kind === "look") return this.#backend.lookAt(wish.look, wish.node, wish.wishes, wish.root);
        return wish.kind === "rest" ? this.#backend.rest() : this.#backend.leaveAnalysis();
      });
    }
  }

  async #attempt(wish: () => Promise<void>): Promise<void> {
    try {
      await wish();
    } catch (thrown) {
      const error = asRefusal(thrown);
      if (!GONE.includes(error.code)) this.#window.trouble(error);
    }
  }
}

const nameOf = ({ study, node, placement }: Target): string => `${study}:${node}:${placement}`;

/** The chosen settings, restricted to the analysts of the game; without one, the built-in engine. */
export function wishesOf(
  settings: Settings,
  externals: readonly EngineConfig[],
  game: GameKind,
): AnalysisChoice {
  const plays = (name: string) =>
    name === "" || externals.some((external) => external.id === name && external.game === game);
  const analysts = settings.analysis.analysts.filter(plays);
  return { ...settings.analysis, analysts: analysts.length > 0 ? analysts : [""] };
}
