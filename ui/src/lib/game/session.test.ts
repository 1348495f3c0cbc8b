import { describe, expect, test, vi } from "vitest";
import type { Update } from "../bindings";
import type { Backend } from "../backend/backend";
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

describe("the updates of a move that the board shows", () => {
  const board = { outcome: { winner: null, reason: "agreement" } };
  const update = (seq: number) =>
    ({ seq, events: [], game: { uid: "a", ply: 0, moves: [], movesFrom: 0, board } }) as unknown as Update;

  test("wait until it is painted, and keep their order", async () => {
    const { session, answer } = slow();
    const seen: number[] = [];
    session.pace.follow = () => {
      seen.push(session.view.seq);
      return [];
    };
    void session.playShown("h2e2");
    session.receive(update(1));
    session.receive(update(2));
    expect(seen).toEqual([]);
    await answer();
    await vi.waitFor(() => expect(seen).toEqual([1, 2]));
    session.receive(update(3));
    expect(seen).toEqual([1, 2, 3]);
  });
});
