import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Announcer } from "../aloud/announcer.svelte";
import { Messages } from "./messages.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a message that has the focus or the pointer stays, and then has its whole time", () => {
  const messages = new Messages(new Announcer(() => {}));
  messages.note("Saved.");
  messages.warn("Not saved.");
  vi.advanceTimersByTime(5000);
  messages.hold(true);
  messages.note("Saved again.");
  vi.advanceTimersByTime(60_000);
  expect(messages.shown).toHaveLength(3);
  messages.hold(false);
  vi.advanceTimersByTime(5000);
  expect(messages.shown).toHaveLength(3);
  vi.advanceTimersByTime(2000);
  expect(messages.shown.map(({ text }) => text)).toEqual(["Not saved."]);
  vi.advanceTimersByTime(10_000);
  expect(messages.shown).toEqual([]);
});

test("an action gives its answer, and one that is rejected only its error", async () => {
  const messages = new Messages(new Announcer(() => {}));
  expect(await messages.attempt(() => Promise.resolve(3))).toBe(3);
  const refusal = { code: "unsaved", message: "", at: null, points: [], obstacles: [] };
  expect(await messages.attempt(() => Promise.reject<number>(refusal))).toBeUndefined();
  expect(messages.unsaved?.error).toEqual(refusal);
});
