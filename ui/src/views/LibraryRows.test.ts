// The rows of the library: when they are asked for, and which one Enter opens.
import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, input, key, open } from "../driver";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a library that rests asks once", async () => {
  const backend = await open({ games: 60 });
  await key("3", { ctrlKey: true });
  await screen.findAllByTestId("library-row");
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(1);
  await fireEvent.click(get("filter-gomoku"));
  await pause(700);
  expect(backend.calls.filter((call) => call === "gameFacets")).toHaveLength(2);
});

describe("Enter in the search", () => {
  /** Types a search whose answers take longer than the idle time of typing; returns the games that were opened. */
  async function searching() {
    const backend = await open();
    await key("3", { ctrlKey: true });
    await screen.findAllByTestId("library-row");
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
