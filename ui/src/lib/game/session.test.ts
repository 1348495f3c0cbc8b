import { describe, expect, test, vi } from "vitest";
import type { Backend } from "../backend/backend";
import type { Update } from "../bindings";
import type { Window } from "../app/window";
import { GameSession } from "./session.svelte";

/** A session whose backend answers each move when it is told to. */
function slow() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const play = (mv: string) =>
    new Promise<null>((resolve) => {
      sent.push(mv);
      answers.push(() => resolve(null));
    });
  const session = new GameSession({ play } as unknown as Backend, { voice: { lang: "en" } } as Window);
  const answer = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { session, sent, answer };
}

describe("a move while another is being played", () => {
  test("waits for it, and is not lost", async () => {
    const { session, sent, answer } = slow();
    const played = ["keep", "g7", "i7"].map((mv) => session.play(mv));
    expect(sent).toEqual(["keep"]);
    await answer();
    expect(sent).toEqual(["keep", "g7"]);
    await answer();
    await answer();
    expect(sent).toEqual(["keep", "g7", "i7"]);
    expect(await Promise.all(played)).toEqual([null, null, null]);
  });

  test("is played once if it is the same move", async () => {
    const { session, sent, answer } = slow();
    const played = ["g7", "g7"].map((mv) => session.play(mv));
    await answer();
    expect(await Promise.all(played)).toEqual([null, null]);
    expect(sent).toEqual(["g7"]);
  });
});

describe("a hint that was asked for", () => {
  const board = { outcome: null };
  const setup = { game: "gomoku" };
  const nothing = { hint: null, thinking: null, clocks: null, deciding: null };
  const game = { ...nothing, uid: "g", ply: 2, moves: [], setup, board, can: {} };
  const update = (seq: number, events: object[]) => ({ seq, events, game }) as unknown as Update;

  test("is waited for while the coach shows evaluations, and until the engine fails", async () => {
    const hint = async () => {};
    const window = { voice: { lang: "en" }, announce: () => {}, sound: () => {}, trouble: () => {} };
    const session = new GameSession({ hint } as unknown as Backend, window as unknown as Window);
    session.receive(update(1, []));
    await session.showHint();
    session.receive(update(2, [{ kind: "evaluated" }]));
    expect(session.hintAsked).toBe(true);
    session.receive(update(3, [{ kind: "trouble", code: "engine-failed", message: "", at: null }]));
    expect(session.hintAsked).toBe(false);
  });
});

describe("a take-back while the coach weighs a move", () => {
  function weighed(warning: object | null) {
    const sent: string[] = [];
    let answer = () => {};
    const play = () => new Promise((resolve) => (answer = () => resolve(warning)));
    const undo = async () => void sent.push("undo");
    const attempt = (action: () => Promise<void>) => action();
    const window = { voice: { lang: "en" }, attempt, sound: () => {} };
    const session = new GameSession({ play, undo } as unknown as Backend, window as unknown as Window);
    return { session, sent, answer: () => answer() };
  }

  test("takes that move back once it is played", async () => {
    const { session, sent, answer } = weighed(null);
    void session.play("g7");
    const undone = session.undo();
    expect(sent).toEqual([]);
    answer();
    await undone;
    expect(sent).toEqual(["undo"]);
  });

  test("takes no other move back where the coach holds that one back", async () => {
    const { session, sent, answer } = weighed({ row: { uci: "g7" }, facts: [], answer: [] });
    void session.play("g7");
    const undone = session.undo();
    answer();
    await undone;
    expect(sent).toEqual([]);
    expect(session.view.warning).toBeNull();
  });
});

test("a move that the board shows is played once it is painted, and once", async () => {
  const { session, sent, answer } = slow();
  const played = ["h2e2", "h2e2"].map((mv) => session.playShown(mv));
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual(["h2e2"]));
  await answer();
  expect(await Promise.all(played)).toEqual([null, null]);
  expect(sent).toEqual(["h2e2"]);
});
