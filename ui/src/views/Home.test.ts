// The first screen on a later day.
import { fireEvent, waitFor } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { find, get, open } from "../driver";
import { MemoryBackend } from "../lib/backend/memory";

afterEach(() => void vi.restoreAllMocks());

/** Opens the window at a time with a game that was left four minutes before; returns how often each day's work was asked for. */
async function left(nowMs: number) {
  vi.spyOn(Date, "now").mockReturnValue(nowMs);
  const game = { ...MemoryBackend.leftOver(nowMs), lastAtMs: nowMs - 4 * 60_000 };
  const backend = await open({ unfinished: [game] });
  const asked = (call: string) => backend.calls.filter((one) => one === call).length;
  await waitFor(() => expect(asked("listRepertoires")).toBe(1));
  return () => [asked("puzzlesToday"), asked("listRepertoires")];
}

test("a window that comes back tells the time and the work of its day", async () => {
  const nowMs = new Date(2026, 0, 1, 12).getTime();
  const asked = await left(nowMs);
  await find("resume-strip-resume");
  const line = () => get("resume-strip").textContent;
  expect(line()).toContain("4 minutes ago");
  const before = asked();
  vi.spyOn(Date, "now").mockReturnValue(nowMs + 2 * 3_600_000);
  await fireEvent.focus(window);
  await waitFor(() => expect(asked()).toEqual(before.map((calls) => calls + 1)));
  expect(line()).not.toContain("4 minutes ago");
});

test("a window that stays in view has the work of the day that begins", async () => {
  const nowMs = new Date(2026, 0, 1, 23, 59, 56).getTime();
  const asked = await left(nowMs);
  const before = asked();
  vi.spyOn(Date, "now").mockReturnValue(nowMs + 5_000);
  await waitFor(() => expect(asked()).toEqual(before.map((calls) => calls + 1)));
});
