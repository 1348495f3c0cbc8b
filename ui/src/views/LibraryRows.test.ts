// The rows of the library: when they are asked for, and which one Enter opens.
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, input, key, open } from "../driver";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a library that rests asks once", async () => {
  const backend = await open({ games: 60 });
  await key("3", { ctrlKey: true });
  await find("library-list");
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(1);
  await fireEvent.click(get("filter-gomoku"));
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(2);
});

test("a deletion asks once", async () => {
  const backend = await open({ games: 120 });
  await key("3", { ctrlKey: true });
  const [first] = await screen.findAllByTestId("library-row");
  first?.focus();
  const asked = () => backend.calls.filter((call) => call === "gameFacets").length;
  const before = asked();
  await key("Delete");
  await waitFor(() => expect(asked()).toBe(before + 1));
  await pause(400);
  expect(asked()).toBe(before + 1);
});

describe("Enter in the search", () => {
  /** Types a search whose answers take longer than the idle time of typing; returns the games that were opened. */
  async function searching() {
    const backend = await open();
    await key("3", { ctrlKey: true });
    await find("library-list");
    const list = backend.listGames.bind(backend);
    backend.listGames = async (query, position) => {
      await pause(200);
      return list(query.text === "" ? query : { ...query, text: "", game: "gomoku" }, position);
    };
    const opened: number[] = [];
    const openStudy = backend.openStudy.bind(backend);
    backend.openStudy = (id) => {
      opened.push(id);
      return openStudy(id);
    };
    const [first] = (
      await backend.listGames({ text: "x", sort: "date", shelf: "kept", limit: 1, offset: 0 }, null)
    ).rows;
    await input("library-search", "gomoku games");
    get("library-search").focus();
    return { opened, first: first?.id, backend };
  }

  test("opens the first game that the typed text finds", async () => {
    const { opened, first } = await searching();
    await key("Enter");
    await find("study-at");
    expect(opened).toEqual([first]);
  });

  test("opens one game if it is pressed twice", async () => {
    const { opened, first } = await searching();
    await key("Enter");
    await key("Enter");
    await find("study-at");
    await pause(500);
    expect(opened).toEqual([first]);
  });

  test("opens none once the screen is left", async () => {
    const { opened, backend } = await searching();
    await key("Enter");
    await fireEvent.click(get("rail-home"));
    await find("screen-home");
    const { length } = backend.calls.filter((call) => call === "gameFacets");
    await pause(700);
    expect(opened).toEqual([]);
    expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(length);
  });
});

describe.each(["boards", "table"] as const)("a row that is not loaded, as %s", (view) => {
  /** Opens a library of 120 games whose later rows wait for `load`. */
  async function resting() {
    const backend = await open({ games: 120 });
    await key("3", { ctrlKey: true });
    await fireEvent.click(await find(`view-${view}`));
    await find(view === "table" ? "library-table" : "library-list");
    const waiting: (() => void)[] = [];
    const list = backend.listGames.bind(backend);
    backend.listGames = async (query, position) => {
      const page = await list(query, position);
      if (query.offset > 0) await new Promise<void>((resolve) => waiting.push(resolve));
      return page;
    };
    const [first] = await screen.findAllByTestId("library-row");
    first?.focus();
    const at = () => Number(document.activeElement?.closest<HTMLElement>("[data-index]")?.dataset.index);
    const load = async () => {
      await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      for (const answer of waiting.splice(0)) answer();
    };
    return { first, at, load };
  }

  test("takes the focus when it is", async () => {
    const { first, at, load } = await resting();
    await key("End");
    await pause(50);
    expect(document.activeElement).toBe(first);
    await load();
    await waitFor(() => expect(at()).toBe(119));
    await key("Home");
    await waitFor(() => expect(at()).toBe(0));
  });

  test("leaves the focus where the person has gone meanwhile", async () => {
    const { load } = await resting();
    await key("End");
    get("library-search").focus();
    await load();
    await pause(100);
    expect(document.activeElement).toBe(get("library-search"));
  });
});
