import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, key, open } from "../driver";
import { XIANGQI } from "../lib/backend/fixtures";
import type { MemoryBackend } from "../lib/backend/memory";
import type { BlunderWarning } from "../lib/bindings";

const row = XIANGQI.rows[0] as BlunderWarning["row"];
const reply = XIANGQI.rows[1] as BlunderWarning["row"];
const WARNING: BlunderWarning = {
  row,
  facts: [
    {
      bearing: "allows",
      threat: {
        side: "second",
        what: {
          kind: "capture",
          taken: { piece: "C", at: "e2" },
          taker: { piece: "h", at: "h9" },
          root: "none",
        },
        line: [reply],
      },
    },
  ],
  answer: [reply],
};

async function begin(): Promise<MemoryBackend> {
  const backend = await open({ thinkMs: 60_000 });
  backend.blunders.set(row.uci, WARNING);
  return backend;
}

const plies = () => get("moves").querySelectorAll("[data-ply]").length;

async function choose(mv: string) {
  await key("/");
  await fireEvent.input(await find("typed-move"), { target: { value: mv } });
  await fireEvent.click(get("typed-move-go"));
}

describe("the coach", () => {
  test("is one press on the first screen, and a badge of the game", async () => {
    await begin();
    await fireEvent.click(await find("coach-warnings"));
    await fireEvent.click(get("coach-evaluation"));
    await fireEvent.click(get("start"));
    const badge = await find("coach-badge");
    expect(badge.title).toBe("Coach: warnings and evaluation");
    expect(await find("evaluation")).toBeTruthy();
  });

  test("holds a blunder back, says why, and lets it pass the second time", async () => {
    const backend = await begin();
    await fireEvent.click(await find("coach-warnings"));
    await fireEvent.click(get("start"));
    await waitFor(() => expect(plies()).toBe(0));
    await choose(row.uci);
    const text = (await find("coach-warning")).textContent ?? "";
    expect(text).toMatch(/^\s*Are you sure of .*\?/);
    expect(text).toMatch(/Misses: .*\./);
    expect(text).toMatch(/Best answer: /);
    await waitFor(() =>
      expect(get("live-assertive").textContent).toMatch(/Are you sure.*Play it again to insist/),
    );
    expect(get("live-assertive").textContent).not.toMatch(/Best answer/);
    expect(plies()).toBe(0);

    await fireEvent.click(get("coach-other"));
    await waitFor(() => expect(screen.queryByTestId("coach-warning")).toBeNull());
    await choose(row.uci);
    await find("coach-warning");
    await choose(row.uci);
    await waitFor(() => expect(plies()).toBe(1));
    expect(screen.queryByTestId("coach-warning")).toBeNull();
    expect(backend.calls.filter((call) => call.startsWith("playAnyway"))).toEqual([`playAnyway ${row.uci}`]);
  });

  test("shows threats against an engine only where they were chosen", async () => {
    await begin();
    await fireEvent.click(get("start"));
    await waitFor(() => expect(plies()).toBe(0));
    await key("x");
    await waitFor(() =>
      expect(get("live-polite").textContent).toMatch(
        /hidden in games against the computer.*in Study when the game is over/,
      ),
    );
    await key("n", { ctrlKey: true });
    await fireEvent.click(await find("coach-threats"));
    await fireEvent.click(get("start"));
    await find("coach-badge");
    await key("x");
    await waitFor(() => expect(get("live-polite").textContent).toMatch(/Threats shown/));
  });
});
