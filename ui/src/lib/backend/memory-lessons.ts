// The lessons of the test backend: the steps that src-tauri/src/lesson_tapes.rs recorded. An attempt of the solution is
// right, the recorded wrong one and every other is refused.
import type { CurrentLesson, LessonRequest, LessonSummary, LessonTurn, LessonVerdict } from "../bindings";
import { LESSONS } from "./fixtures";
import { refused } from "./memory-shell";

type Tape = {
  boards: CurrentLesson[];
  solution: string[];
  verdicts: LessonVerdict[];
  wrong: string;
  refused: LessonVerdict;
};

const { summary, steps } = LESSONS as unknown as { summary: LessonSummary; steps: Record<string, Tape> };

export class MemoryLessons {
  readonly #solved = new Set<string>();
  #tape: Tape | null = null;
  #at = 0;
  #isHinted = false;
  #isShown = false;
  #mistakes = 0;
  #isNew = true;

  summary(): LessonSummary {
    const courses = summary.courses.map((course) => ({
      ...course,
      chapters: course.chapters.map((chapter) => {
        const ids = Object.values(steps).find(
          ({ boards: [first] }) => first?.chapter === chapter.code && first.setup.game === course.game,
        )?.boards[0]?.steps;
        return { ...chapter, solved: chapter.solved.map((_, index) => this.#solved.has(ids?.[index] ?? "")) };
      }),
    }));
    return { isNew: this.#isNew, courses };
  }

  begin(wish: LessonRequest): CurrentLesson {
    const id = wish.kind === "step" ? wish.id : this.#first(wish);
    const tape = id === undefined ? undefined : steps[id];
    if (!tape) throw refused("no-lesson");
    this.#tape = tape;
    this.#at = 0;
    this.#isHinted = false;
    this.#isShown = false;
    this.#mistakes = 0;
    this.#isNew = false;
    return this.#view();
  }

  /** The first unsolved recorded step that a request means. */
  #first(wish: Exclude<LessonRequest, { kind: "step" }>): string | undefined {
    const ids = Object.keys(steps).filter((id) => {
      const [game, chapter] = id.split(".");
      return game === wish.game && (wish.kind === "continue" || chapter === wish.code);
    });
    const order = (id: string) => steps[id]?.boards[0]?.steps.indexOf(id) ?? 0;
    const first = [...ids].sort((one, other) => order(one) - order(other));
    const start = wish.game === "xiangqi" ? ".rook." : ".five.";
    const course = wish.kind === "continue" ? first.filter((id) => id.includes(start)) : first;
    return course.find((id) => !this.#solved.has(id)) ?? course[0];
  }

  attempt(text: string): LessonTurn {
    const tape = this.#present();
    if (text !== tape.solution[this.#at]) {
      this.#mistakes += 1;
      return { verdict: tape.refused, lesson: this.#view() };
    }
    const verdict = tape.verdicts[this.#at] as LessonVerdict;
    this.#at += 1;
    this.#isHinted = false;
    if (this.#at === tape.solution.length) this.#solved.add(this.#view().id);
    return { verdict, lesson: this.#view() };
  }

  hint(): CurrentLesson {
    this.#present();
    this.#isHinted = true;
    return this.#view();
  }

  show(): CurrentLesson {
    this.#at = this.#present().solution.length;
    this.#isShown = true;
    return this.#view();
  }

  #present(): Tape {
    if (!this.#tape) throw refused("no-lesson");
    return this.#tape;
  }

  #view(): CurrentLesson {
    const { boards, solution, verdicts } = this.#present();
    const board = boards[this.#at] as CurrentLesson;
    const verdict = verdicts[this.#at];
    return {
      ...board,
      solved: board.steps.map((id) => this.#solved.has(id)),
      state: this.#isShown ? "shown" : board.state,
      mistakes: this.#mistakes,
      hint: this.#isHinted ? (solution[this.#at] ?? null) : null,
      hintRow: this.#isHinted && verdict && "row" in verdict ? verdict.row : null,
    };
  }
}
