// The endings of the test backend: those that src-tauri/src/ending_tapes.rs recorded. A step of the tape keeps the result,
// the recorded wrong move gives it away, and every other move is refused.
import type { CurrentEnding, EndingClass, EndingTurn } from "../bindings";
import { ENDINGS } from "./fixtures";
import { refused } from "./memory-shell";

export type EndingTape = {
  start: CurrentEnding;
  wrong: string;
  givenAway: EndingTurn;
  steps: { mv: string; turn: EndingTurn; answer: CurrentEnding | null }[];
};

const { list, tapes } = ENDINGS as unknown as { list: EndingClass[]; tapes: Record<string, EndingTape> };

export class MemoryEndings {
  /** The recorded endings by id. */
  readonly tapes = tapes;
  readonly #stars = new Map<string, number>();
  #tape: EndingTape | null = null;
  #at = 0;
  #now: CurrentEnding | null = null;
  #mistakes = 0;

  list(): EndingClass[] {
    return list.map((one) => ({
      ...one,
      endings: one.endings.map((row) => ({ ...row, stars: this.#stars.get(row.id) ?? 0 })),
    }));
  }

  begin(id: string): CurrentEnding {
    const tape = tapes[id];
    if (!tape) throw refused("no-ending");
    this.#tape = tape;
    this.#at = 0;
    this.#mistakes = 0;
    return this.#see(tape.start);
  }

  play(mv: string): EndingTurn {
    const tape = this.#present();
    const step = tape.steps[this.#at];
    if (mv === tape.wrong && this.#at === 0) {
      this.#mistakes += 1;
      return { ...tape.givenAway, ending: this.#see(tape.givenAway.ending) };
    }
    if (step?.mv !== mv) throw refused("wrong-shape");
    this.#at += 1;
    return { ...step.turn, ending: this.#see(step.turn.ending) };
  }

  answer(): CurrentEnding {
    const answer = this.#present().steps[this.#at - 1]?.answer;
    if (!answer) throw refused("not-now");
    return this.#see(answer);
  }

  takeBack(): CurrentEnding {
    return this.#see(this.#present().start);
  }

  #present(): EndingTape {
    if (!this.#tape || !this.#now) throw refused("no-ending");
    return this.#tape;
  }

  #see(ending: CurrentEnding): CurrentEnding {
    if (ending.stars !== null)
      this.#stars.set(ending.id, Math.max(ending.stars, this.#stars.get(ending.id) ?? 0));
    this.#now = { ...ending, mistakes: this.#mistakes, best: this.#stars.get(ending.id) ?? 0 };
    return this.#now;
  }
}
