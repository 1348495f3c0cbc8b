import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import type { Side } from "../bindings";
import { StudySearches, searchesFor } from "./study-searches.svelte";

const board = (placement: string) => ({ placement, sideToMove: "first" as const });

/** Searches whose answers wait for the test. */
function waiting() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const stop = vi.fn(() => Promise.resolve());
  let placement = "";
  const ask = <Found>(name: string, found: Found) => {
    asked.push(name);
    const seen = { ...board(placement), found };
    return new Promise<typeof seen>((done) => answers.push(() => done(seen)));
  };
  const none = { result: "none" as const, lines: [], whole: true, nodes: 9 };
  const searches = new StudySearches({
    threatsInStudy: () => Promise.reject(new Error("not asked")),
    defencesInStudy: () => Promise.reject(new Error("not asked")),
    balanceInStudy: () => ask("balance", { stonesAfter: 5, list: [], whole: true }),
    searchThreatsInStudy: (side: Side) => ask(side, { side, ...none }),
    solveInStudy: () => ask("exact", { result: { kind: "draw" as const }, moves: [] }),
    stopBoardSearch: stop,
  });
  const turnTo = (next: string) => {
    placement = next;
    searches.turnTo(board(next));
    flushSync();
  };
  return { answers, asked, searches, stop, turnTo };
}

test("a forced win is searched for the side that was pressed last", async () => {
  const { answers, asked, searches, stop, turnTo } = waiting();
  turnTo("one");
  searches.begin("threats", "first");
  searches.begin("threats", "second");
  expect(stop).toHaveBeenCalledOnce();
  answers[0]?.();
  await vi.waitFor(() => expect(asked).toEqual(["first", "second"]));
  expect(searches.threats.looking).toBe(true);
  answers[1]?.();
  await vi.waitFor(() => expect(searches.threats.found?.side).toBe("second"));
  turnTo("two");
  expect(searches.shown).toBeNull();
  expect(searches.threats.found).toBeNull();
});

test("an exact result follows the board in view", async () => {
  const { answers, asked, searches, turnTo } = waiting();
  searches.begin("exact");
  expect(asked).toEqual([]);
  turnTo("one");
  searches.begin("exact");
  answers[0]?.();
  await vi.waitFor(() => expect(searches.exact.found).not.toBeNull());
  turnTo("two");
  expect(searches.exact.looking).toBe(true);
  answers[1]?.();
  await vi.waitFor(() => expect(searches.exact.looking).toBe(false));
  expect(asked).toEqual(["exact", "exact"]);
});

test("a board has the searches that its game and its pieces allow", () => {
  expect(searchesFor("gomoku", board("15/7x7/15"))).toEqual(["balance", "threats"]);
  expect(searchesFor("gomoku", board("xoxox10/15"))).toEqual(["threats"]);
  expect(searchesFor("xiangqi", board("3ak4/9/9/9/9/9/9/9/4R4/3K5"))).toEqual(["exact"]);
  expect(searchesFor("xiangqi", board("3aka3/9/9/9/9/9/9/9/4R4/3KR4"))).toEqual([]);
  expect(searchesFor("tictactoe", board("3/3/3"))).toEqual([]);
});
