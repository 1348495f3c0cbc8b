import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Backend } from "../backend/backend";
import type { Side, TimeControl, Update } from "../bindings";
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
    const attempt = <T>(action: () => Promise<T>) => action();
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

describe("a person whose time is short", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A game of two people with a clock, at a table with `mine`; `turn` begins a turn and lets some of its time pass. */
  function timed(clock: TimeControl, mine?: Side) {
    const said: string[] = [];
    const announce = ({ text }: { text: string }) => void said.push(text);
    const window = { voice: { lang: "en" }, announce, sound: () => {}, trouble: () => {} };
    const session = new GameSession({} as Backend, window as unknown as Window);
    const human = { kind: "human", name: "" };
    let seq = 0;
    const turn = (ply: number, leftMs: number, passMs: number) => {
      const running = ply % 2 === 0 ? "first" : "second";
      const game = {
        ...{ uid: "g", ply, movesFrom: 0, moves: [], setup: { game: "gomoku" }, board: { outcome: null } },
        ...{ first: human, second: human, hint: null, thinking: null, deciding: null, can: {} },
        ...{ mine, clock, clocks: { left: { first: leftMs, second: leftMs }, running } },
      };
      session.receive({ seq: ++seq, events: [], game } as unknown as Update);
      vi.advanceTimersByTime(passMs);
      return said.splice(0);
    };
    return { turn, close: () => session.close() };
  }

  test("is warned once, with the seconds that are left, and again after the time has recovered", () => {
    const { turn, close } = timed({ kind: "fischer", main: 60_000, increment: 5_000 });
    expect(turn(0, 12_000, 3_000)).toEqual(["Black: 10 seconds left."]);
    expect(turn(1, 4_000, 3_500)).toEqual(["White: 4 seconds left."]);
    expect(turn(2, 12_000, 4_000)).toEqual([]);
    expect(turn(3, 4_000, 1_000)).toEqual([]);
    expect(turn(4, 25_000, 16_000)).toEqual(["Black: 10 seconds left."]);
    close();
  });

  test("is not warned of the time of the other player, who sits at another machine", () => {
    const { turn, close } = timed({ kind: "fischer", main: 60_000, increment: 0 }, "second");
    expect(turn(0, 12_000, 4_000)).toEqual([]);
    expect(turn(1, 12_000, 3_000)).toEqual(["White: 10 seconds left."]);
    close();
  });

  test("is warned in each turn and each period with a time of its own", () => {
    const move = timed({ kind: "perMove", each: 30_000 });
    for (const ply of [0, 2]) expect(move.turn(ply, 30_000, 25_000)).toEqual(["Black: 10 seconds left."]);
    move.close();
    const period = timed({ kind: "byoYomi", main: 60_000, period: 30_000, periods: 3 });
    expect(period.turn(0, 62_000, 40_000)).toEqual(["Black: 2 seconds left.", "Black: 10 seconds left."]);
    period.close();
  });

  test.each([
    { kind: "perMove", each: 5_000 },
    { kind: "byoYomi", main: 60_000, period: 10_000, periods: 3 },
  ] as const)("is not warned of what begins short: $kind", (clock) => {
    const { turn, close } = timed(clock);
    expect(turn(0, 5_000, 4_900)).toEqual([]);
    close();
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
