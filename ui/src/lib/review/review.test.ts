import { describe, expect, test, vi } from "vitest";
import type { ReviewedMove, ReviewReport } from "../bindings";
import type { Backend } from "../backend/backend";
import type { StudyController } from "../study/study.svelte";
import { ReviewController } from "./review.svelte";

const REVIEW = { moves: [] } as unknown as ReviewReport;

/** A mistake that loses `loss` of the winning chances. Its node has the number of the move. */
const mistake = (ply: number, loss: number): ReviewedMove => ({
  ply,
  node: ply,
  side: ply % 2 === 1 ? "first" : "second",
  chance: 0.5,
  loss,
  label: "mistake",
  forced: null,
  why: [],
  repetition: null,
  betterRepetition: null,
  best: [],
  answer: [],
});

/** A review controller whose shell answers on demand. */
function room() {
  const asked: { call: string; answer: (value?: unknown) => void }[] = [];
  const ask = (call: string) => () =>
    new Promise((resolve) => {
      asked.push({ call, answer: resolve });
    });
  const backend = {
    keptReview: ask("keptReview"),
    startReview: ask("startReview"),
    stopReview: ask("stopReview"),
  } as unknown as Backend;
  /** The study of a game against the engine, with the board after `at` moves. */
  const study = {
    opened: 1,
    study: { row: { first: { kind: "human" }, second: { kind: "engine" } } },
    at: 0,
    get path() {
      return Array.from({ length: this.at });
    },
    go(node: number) {
      this.at = node;
    },
    receive: vi.fn(),
  };
  const window = {
    voice: { lang: "en", notation: "wxf" },
    settings: { keys: { reviewStudy: "J" } },
    announce: vi.fn(),
    trouble: vi.fn(),
    attempt: (action: () => Promise<void>) => action().catch(window.trouble),
  };
  const review = new ReviewController(backend, study as unknown as StudyController, window as never);
  const answer = async (call: string, value?: unknown) => {
    await vi.waitFor(() => expect(asked[0]?.call).toBe(call));
    asked.shift()?.answer(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  /** Reviews the game, with these faults as the result. */
  const finish = (...moves: ReviewedMove[]) => {
    void review.start();
    review.hear({ kind: "done", report: { ...REVIEW, moves }, change: null, unkept: null });
  };
  return { review, study, answer, finish, announce: window.announce };
}

describe("the room of a review", () => {
  test("says the key that begins a review now", () => {
    const { review, announce } = room();
    review.next(1);
    const text = "This game has not been reviewed. Press J to review it.";
    expect(announce).toHaveBeenCalledWith({ text, urgent: false });
  });

  test("says that the person made no mistake, where the opponent did; a clean game is one of both", () => {
    const { review, finish, announce } = room();
    for (const [faults, text] of [
      [[mistake(2, 0.4)], "No mistakes of yours."],
      [[], "Clean game: no move lost more than 5%."],
    ] as const) {
      finish(...faults);
      expect(announce).toHaveBeenLastCalledWith({ text, urgent: false });
      announce.mockClear();
      review.next(1);
      expect(announce).toHaveBeenLastCalledWith({ text, urgent: false });
    }
  });

  test("leads to the worst mistake as the end of a review and the start of the game say, else to the next", () => {
    const { review, study, finish } = room();
    study.at = 8;
    finish(mistake(1, 0.1), mistake(3, 0.4), mistake(5, 0.2));
    const visited = ([1, 1, 1, 1, -1] as const).map((direction) => {
      review.next(direction);
      return study.at;
    });
    expect(visited).toEqual([3, 5, 1, 3, 1]);
    study.at = 0;
    review.next(1);
    expect(study.at).toBe(3);
  });

  test("an answer from before the review began does not take it away", async () => {
    const { review, answer } = room();
    void review.load();
    void review.load();
    await answer("keptReview", null);
    void review.start();
    review.hear({ kind: "done", report: REVIEW, change: null, unkept: null });
    await answer("keptReview", null);
    await answer("startReview");
    expect(review.review).toBe(REVIEW);
  });

  test("a review that is stopped and begun again is begun after it was stopped", async () => {
    const { review, answer } = room();
    void review.start();
    await answer("startReview");
    void review.stop();
    void review.start();
    await answer("stopReview");
    await answer("keptReview", REVIEW);
    await answer("startReview");
    expect(review.running).toBe(true);
    expect(review.review).toBeNull();
  });
});
