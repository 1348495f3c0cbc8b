import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import { ENDING_CLASSES } from "../lib/bindings";
import type { EndingTape } from "../lib/backend/memory-endings";
import type { MemoryBackend, MemoryOptions } from "../lib/backend/memory";
import { LANGS, loadArea, say, type Key } from "../lib/i18n/text";

const state = () => get("ending-state").dataset.state;
const becomes = (wanted: string) => waitFor(() => expect(state()).toBe(wanted));

/** Opens the page with moves in coordinates. */
const begin = (options: MemoryOptions = {}) => open({ ...options, settings: { notation: "uci" } });

/** The recorded ending with a goal, and the id of its button. */
function recorded(backend: MemoryBackend, goal: "win" | "hold"): { tape: EndingTape; button: string } {
  const tape = Object.values(backend.endings.tapes).find(({ start }) => start.goal === goal) as EndingTape;
  return { tape, button: `ending-${tape.start.class}-${tape.start.index + 1}` };
}

/** Types a move into the field. */
async function type(mv: string) {
  await key("/");
  await find("typed-move");
  await input("typed-move", mv);
  await fireEvent.click(get("typed-move-go"));
}

test("every class has a short name in every language", async () => {
  expect(ENDING_CLASSES.length).toBeGreaterThan(30);
  for (const lang of LANGS) {
    await loadArea("endings", lang);
    const names = ENDING_CLASSES.map((code) => say(lang, `endings.class.${code}` as Key));
    expect(names.filter((name) => name === "" || name.length > 55)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  }
});

describe("endings", () => {
  test("take two presses from Home, and a win is played by keys with its stars", async () => {
    const backend = await begin();
    const { tape, button } = recorded(backend, "win");
    await fireEvent.click(get("home-endings"));
    await fireEvent.click(await find(button));
    await find("ending-task");
    await hears("polite", "Win as Red.");
    for (const { mv, turn } of tape.steps) {
      await type(mv);
      await becomes(turn.ending.state === "replying" ? "open" : turn.ending.state);
    }
    await becomes("reached");
    await hears("assertive", "3 stars.");
    await key("Backspace");
    expect((await find(button)).getAttribute("aria-label")).toContain("3 stars");
    expect(backend.calls.filter((call) => call === "answerEnding").length).toBe(tape.steps.length - 1);
  });

  test("a move that gives the win away is said at once and taken back", async () => {
    const backend = await begin();
    const { tape, button } = recorded(backend, "win");
    await key("9", { ctrlKey: true });
    await fireEvent.click(await find(button));
    await find("ending-task");
    await type(tape.wrong);
    await becomes("givenAway");
    expect(get("ending-verdict").textContent).toContain("This move gives the win away.");
    await hears("assertive", "This move gives the win away. The reply:");
    expect(backend.calls).not.toContain("answerEnding");
    await fireEvent.click(get("ending-take-back"));
    await becomes("open");
    await hears("polite", "The move is taken back.");
    await type(tape.wrong);
    await becomes("givenAway");
    await key("z", { ctrlKey: true });
    await becomes("open");
  });

  test("a position is held, and a move that loses says so", async () => {
    const backend = await begin();
    const { tape, button } = recorded(backend, "hold");
    await key("9", { ctrlKey: true });
    await fireEvent.click(await find(button));
    expect((await find("ending-task")).textContent).toContain("Hold as Black for 15 moves.");
    await type(tape.wrong);
    await becomes("givenAway");
    expect(get("ending-verdict").textContent).toContain("This move loses the endgame.");
  });

  test("a refused move is explained, and nothing is played", async () => {
    const backend = await begin();
    const { button } = recorded(backend, "win");
    await key("9", { ctrlKey: true });
    await fireEvent.click(await find(button));
    await find("ending-task");
    await type("a0a0");
    await waitFor(() => expect(screen.queryByTestId("typed-move")).not.toBeNull());
    expect(state()).toBe("open");
  });

  test("have no faults of access", async () => {
    const backend = await begin();
    const { button } = recorded(backend, "win");
    await key("9", { ctrlKey: true });
    await find("endings");
    const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
    expect((await axe.run(document.body, { rules })).violations).toEqual([]);
    await fireEvent.click(await find(button));
    await find("ending-task");
    expect((await axe.run(document.body, { rules })).violations).toEqual([]);
  });
});
