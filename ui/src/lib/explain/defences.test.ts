import { flushSync } from "svelte";
import { expect, test, vi } from "vitest";
import type { DefencesSeen, Threat } from "../bindings";
import { DefenceFinder, needsDefence } from "./defences.svelte";

const threat = (side: "first" | "second", kind: "five" | "openThree"): Threat =>
  ({ side, what: { kind, row: [], foul: null, fours: [] }, line: [] }) as unknown as Threat;
const seen = (placement: string, holding: string[]): DefencesSeen => ({
  placement,
  sideToMove: "first",
  found: { threat: threat("second", "five"), holding, open: ["a1"] },
});

test("only a win of the side that is not to move needs a defence", () => {
  expect(needsDefence([threat("second", "five")], "first")).toBe(true);
  expect(needsDefence([threat("first", "five")], "first")).toBe(false);
  expect(needsDefence([threat("second", "openThree")], "first")).toBe(false);
});

test("what is found is of the board in view, and a board that was left ends the search", async () => {
  const answers: ((seen: DefencesSeen) => void)[] = [];
  const ask = vi.fn(() => new Promise<DefencesSeen>((done) => answers.push(done)));
  const stop = vi.fn(() => Promise.resolve());
  const finder = new DefenceFinder({ ask, stop });
  finder.follow({ placement: "one", sideToMove: "first" });
  flushSync();
  expect(finder.looking).toBe(true);
  finder.follow({ placement: "two", sideToMove: "first" });
  expect(stop).toHaveBeenCalledOnce();
  answers[0]?.(seen("one", ["h8"]));
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(finder.found).toBeNull();
  answers[1]?.(seen("two", ["g8", "k8"]));
  await vi.waitFor(() => expect(finder.looking).toBe(false));
  expect(finder.found?.holding).toEqual(["g8", "k8"]);
  expect(finder.marks.map(({ colour, to }) => `${colour} ${to}`)).toEqual([
    "green g8",
    "green k8",
    "yellow a1",
  ]);
  finder.follow(null);
  expect(finder.marks).toEqual([]);
});
