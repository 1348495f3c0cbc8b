import { describe, expect, test, vi } from "vitest";
import type { ReviewReport } from "../bindings";
import type { Backend } from "../backend/backend";
import type { StudyController } from "../study/study.svelte";
import { ReviewController } from "./review.svelte";

const REVIEW = { moves: [] } as unknown as ReviewReport;

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
  const study = { opened: 1, study: {}, receive: vi.fn() } as unknown as StudyController;
  const window = {
    voice: { lang: "en", notation: "wxf" },
    settings: { keys: { reviewStudy: "J" } },
    announce: vi.fn(),
    trouble: vi.fn(),
    attempt: (action: () => Promise<void>) => action().catch(window.trouble),
  };
  const review = new ReviewController(backend, study, window as never);
  const answer = async (call: string, value?: unknown) => {
    await vi.waitFor(() => expect(asked[0]?.call).toBe(call));
    asked.shift()?.answer(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { review, answer, announce: window.announce };
}

describe("the room of a review", () => {
  test("says the key that begins a review now", () => {
    const { review, announce } = room();
    review.next(1);
    const text = "This game has not been reviewed. Press J to review it.";
    expect(announce).toHaveBeenCalledWith({ text, urgent: false });
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
