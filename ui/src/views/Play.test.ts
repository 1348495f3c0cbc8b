// The game on the board: looked back at, and what is refused in it.
import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";

async function start(options: MemoryOptions = {}) {
  const backend = await open(options);
  await key("Enter");
  await find("screen-play");
  return backend;
}

const plies = () => get("moves").querySelectorAll("[data-ply]").length;

async function type(mv: string) {
  await key("/");
  await find("typed-move");
  await input("typed-move", mv);
  await fireEvent.click(get("typed-move-go"));
}

/** Plays the first move of the script and leaves the field; the engine answers at once. */
async function opened(options: MemoryOptions = {}) {
  const backend = await start(options);
  await type("h2e2");
  await waitFor(() => expect(plies()).toBe(2));
  await key("Escape");
  (document.activeElement as HTMLElement).blur();
  return backend;
}

const at = (square: string) =>
  document.querySelector(`[data-square="${square}"]`)?.getAttribute("aria-label") ?? "";

describe("looking back", () => {
  test("left and right step through the game in progress, and the board says so", async () => {
    await opened();
    expect(screen.queryByTestId("look-back")).toBeNull();
    await key("ArrowLeft");
    expect((await find("look-back")).textContent).toContain("Looking at round 1 of 1: 炮二平五");
    // A line breaks beside the move, never in it.
    expect(get("look-back").querySelector("span > span")?.textContent).toBe("炮二平五");
    expect(at("h9")).toContain("horse");
    expect(get("moves").querySelector("[aria-current]")?.textContent?.trim()).toBe("炮二平五");
    await hears("polite", "Red: cannon two to five.");
    await key("ArrowLeft");
    expect(get("look-back").textContent).toContain("Looking at the start");
    expect(at("h2")).toContain("cannon");
    await key("ArrowRight");
    await key("ArrowRight");
    expect(screen.queryByTestId("look-back")).toBeNull();
    await hears("polite", "Back at the latest move.");
    expect(get("screen-play")).toBeTruthy();
  });

  test("Home, End, brackets, Alt with an arrow, and a press on a move", async () => {
    await opened();
    await key("Home");
    expect((await find("look-back")).textContent).toContain("Looking at the start");
    await key("]");
    expect(get("look-back").textContent).toContain("round 1 of 1");
    await key("End");
    expect(screen.queryByTestId("look-back")).toBeNull();
    await key("[");
    await key("ArrowLeft", { altKey: true });
    expect((await find("look-back")).textContent).toContain("start");
    const [, second] = get("moves").querySelectorAll<HTMLElement>("[data-ply]");
    const [first] = get("moves").querySelectorAll<HTMLElement>("[data-ply]");
    if (!first || !second) throw new Error("two moves were played");
    await fireEvent.click(first);
    expect(get("look-back").textContent).toContain("round 1 of 1");
    await fireEvent.click(second);
    expect(screen.queryByTestId("look-back")).toBeNull();
  });

  test("on the board arrows move the cursor, and brackets step all the same", async () => {
    await opened();
    await key("ArrowUp");
    const cell = document.activeElement as HTMLElement;
    expect(cell.dataset["square"]).toBeDefined();
    await key("ArrowLeft");
    expect(document.activeElement).not.toBe(cell);
    expect(screen.queryByTestId("look-back")).toBeNull();
    await key("[");
    await find("look-back");
    await key("Escape");
    expect(screen.queryByTestId("look-back")).toBeNull();
  });

  test("the button, a press on the board and the next move return to the present", async () => {
    const backend = await opened();
    await key("Home");
    await fireEvent.click(await find("look-present"));
    expect(screen.queryByTestId("look-back")).toBeNull();
    await key("Home");
    const cell = document.querySelector<HTMLElement>('[data-square="e4"]');
    if (!cell) throw new Error("the board has e4");
    // As assistive technology clicks.
    await fireEvent.click(cell, { detail: 0 });
    expect(screen.queryByTestId("look-back")).toBeNull();
    expect(backend.calls.filter((call) => call.startsWith("play "))).toEqual(["play h2e2"]);
    await key("Home");
    await find("look-back");
    await type("h0g2");
    await waitFor(() => expect(plies()).toBeGreaterThan(2));
    expect(screen.queryByTestId("look-back")).toBeNull();
  });

  test("the engine's answer returns to the present, and its clock goes on meanwhile", async () => {
    const base = new MemoryBackend().settings.xiangqiNew;
    const clock = { ...base.clock, kind: "fischer" as const };
    const backend = await start({ thinkMs: 60_000, settings: { xiangqiNew: { ...base, clock } } });
    await type("h2e2");
    await waitFor(() => expect(plies()).toBe(1));
    await key("Escape");
    await key("[");
    await find("look-back");
    expect(get("clock-second")).toBeTruthy();
    await backend.moveNow();
    await waitFor(() => expect(plies()).toBe(2));
    expect(screen.queryByTestId("look-back")).toBeNull();
  });

  test("has nothing to say for axe", async () => {
    await opened();
    await key("[");
    await find("look-back");
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe("in a game against an engine", () => {
  test("X and the study say by the board why not, and nothing covers the moves", async () => {
    await start();
    await key("x");
    expect((await find("board-note")).textContent).toContain("Study");
    await key("Tab", { ctrlKey: true });
    await waitFor(() => expect(get("board-note").textContent).toContain("when it is over"));
    expect(screen.queryByTestId("toast")).toBeNull();
    expect(screen.queryByTestId("play-analyse")).toBeNull();
    expect(get("screen-play")).toBeTruthy();
  });

  test("the palette greys what cannot be done now, with the reason", async () => {
    await start();
    await key("k", { ctrlKey: true });
    await find("palette-input");
    await input("palette-input", "threats");
    const [entry] = screen.getAllByTestId("palette-entry");
    expect(entry?.getAttribute("aria-disabled")).toBe("true");
    expect(entry?.textContent).toContain("Study");
    await fireEvent.keyDown(get("palette-input"), { key: "Enter" });
    expect(screen.queryByTestId("palette")).not.toBeNull();
  });

  test("after its end the study is offered", async () => {
    await opened({ settings: { confirmResign: false } });
    await fireEvent.click(get("resign"));
    await find("end-card");
    await fireEvent.click(get("play-analyse"));
    await find("screen-study");
  });
});

test("two people can study their game at any time", async () => {
  const base = new MemoryBackend().settings.xiangqiNew;
  await start({ settings: { xiangqiNew: { ...base, opponent: "friend" } } });
  await fireEvent.click(get("play-analyse"));
  await find("screen-study");
});

test("a game between friends is studied from the side that it is played from", async () => {
  await open();
  await fireEvent.click(get("opponent-friend"));
  await fireEvent.click(get("start"));
  await find("screen-play");
  const top = () => document.querySelector("main [data-square]")?.getAttribute("data-square");
  expect(top()).toBe("a9");
  await fireEvent.click(get("flip"));
  await waitFor(() => expect(top()).toBe("i0"));
  await key("Tab", { ctrlKey: true });
  await find("screen-study");
  await waitFor(() => expect(top()).toBe("i0"));
});
