import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import AppFrame from "../App.svelte";
import Explorer from "../components/panels/library/Explorer.svelte";
import { App } from "../lib/app/app.svelte";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";
import { fault } from "../lib/backend/memory-shell";
import GameRowButton from "../components/panels/GameRowButton.svelte";
import type { Diagram, GameRow } from "../lib/bindings";
import { LOOK } from "../lib/board/fixtures";
import { i18n } from "../lib/i18n/i18n.svelte";
import { LANGS } from "../lib/i18n/lang";
import { loadArea, loadLang, say } from "../lib/i18n/text";

// The window loads these when the library is first opened; preloading them keeps tests from waiting for the bundler.
beforeAll(() =>
  Promise.all(
    Object.values(
      import.meta.glob([
        "./Library.svelte",
        "../components/panels/library/*.svelte",
        "../lib/library/library.svelte.ts",
      ]),
    ).map((load) => load()),
  ),
);
afterEach(cleanup);

const get = (id: string) => screen.getByTestId(id);
const rows = () => screen.queryAllByTestId("library-row");
const shows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));

async function open(options: MemoryOptions = {}) {
  const backend = new MemoryBackend({ settings: { language: "en" }, ...options });
  render(AppFrame, { props: { app: new App(backend) } });
  await screen.findByTestId("rail-library");
  await fireEvent.click(get("rail-library"));
  // Home has rows of games, too.
  await screen.findByTestId("screen-library");
  return backend;
}

/** The text of a row: of a position without moves, but for the `changes`. */
async function rowOf(changes: Partial<GameRow>): Promise<string> {
  const played = { game: "gomoku", rule: "freestyle", size: 15 };
  const person = { kind: "human", name: "" };
  const row = {
    ...{ id: 1, ...played, first: person, second: person, winner: null, reason: "abandoned", result: "*" },
    ...{
      plies: 0,
      tags: [],
      opening: null,
      endedAtMs: 0,
      startedAtMs: 0,
      date: "",
      deletedAtMs: null,
      finalPlacement: "",
    },
    ...changes,
  } as unknown as GameRow;
  await loadLang("en");
  i18n.lang = "en";
  cleanup();
  render(GameRowButton, { props: { row, look: LOOK, onopen: () => {} } });
  return get("library-row").textContent ?? "";
}

test("a position nobody has played from is called one", async () => {
  const text = await rowOf({});
  expect(text).toContain("Position only");
  expect(text).not.toMatch(/Unfinished|moves/);
});

test("is read as words, one after the other", async () => {
  expect(await rowOf({})).toMatch(/^\s*(Gomoku|Xiangqi) \S/);
});

test("a result without a reason is a result", async () => {
  const text = await rowOf({ plies: 9, result: "1-0", winner: "first", reason: "unstated" });
  expect(text).toContain("Black won");
  expect(text).not.toContain("The record does not say why");
});

test("a game of two people without a result is not waiting to be finished", async () => {
  const moved = { game: "xiangqi", plies: 12, reason: "abandoned" } as const;
  expect(await rowOf(moved)).toContain("No result");
  expect(await rowOf(moved)).not.toContain("Unfinished");
  const engine = { kind: "engine", level: 3, external: null } as unknown as GameRow["second"];
  expect(await rowOf({ ...moved, second: engine })).toContain("Unfinished");
});

describe("the date of a game", () => {
  const begun = new Date(2026, 10, 26, 20, 15).getTime();
  const imported = { startedAtMs: begun, endedAtMs: begun };

  test("is its record's, whole or not; the time is told of games that were played here", async () => {
    expect(await rowOf({ ...imported, date: "1987.03.21" })).toContain("Mar 21, 1987");
    expect(await rowOf({ ...imported, date: "1987.03" })).toContain("March 1987");
    expect(await rowOf({ ...imported, date: "1987" })).toMatch(/\b1987\b/);
    for (const date of ["1987.03.21", "1987.03", "1987"])
      expect(await rowOf({ ...imported, date })).not.toMatch(/2026|8:15/);
    expect(await rowOf({ ...imported, date: "2026.11.26" })).toMatch(/Nov 26, 2026, 8:15/);
    expect(await rowOf({ ...imported, date: "2026.11.26" })).not.toContain("added");
    // A record without a date is listed behind those with one: its row does not pretend to be of that day.
    expect(await rowOf({ ...imported, date: "" })).toMatch(/added Nov 26, 2026, 8:15/);
  });

  test("narrows the library down to a year, then to a month of it", async () => {
    // The six games began within twelve hours before, four of them in the old year.
    await open({ nowMs: Date.UTC(2024, 0, 1, 6) });
    await shows(6);
    expect(screen.queryByTestId("facet-date-2023-12")).toBeNull();
    await fireEvent.click(await screen.findByTestId("facet-date-2023"));
    await shows(4);
    const month = await screen.findByTestId("facet-date-2023-12");
    expect(within(month).getByText("December 2023")).toBeTruthy();
    expect(get("facet-date-2024").querySelector(".numbers")?.textContent).toBe("2");
    await fireEvent.click(month);
    await shows(4);
    await fireEvent.click(get("facet-date-2023-12"));
    await shows(6);
  });
});

/** Lists the library anew until it has answered so often. */
async function asks(backend: MemoryBackend, answers: number) {
  const listed = () => backend.calls.filter((call) => call.startsWith("listGames")).length;
  const before = listed();
  await waitFor(() => expect(listed()).toBeGreaterThanOrEqual(before + answers), { timeout: 5000 });
}

test("that games are indexed is announced once, however many answers say how many are left", async () => {
  const backend = await open({ announcements: "window" });
  await shows(6);
  const list = backend.listGames.bind(backend);
  let unindexed = 9;
  backend.listGames = async (query, position) => ({
    ...(await list(query, position)),
    unindexed: unindexed--,
  });
  await fireEvent.click(get("filter-gomoku"));
  await asks(backend, 4);
  const indexing = () => backend.announced.filter((text) => text.includes("results may change"));
  await waitFor(() => expect(indexing()).toHaveLength(1));
  await asks(backend, 1);
  expect(indexing()).toHaveLength(1);
});

test("a library that is being saved says how far it is, and then shows its games", async () => {
  const backend = await open({ salvage: { games: 2, again: true } });
  const said = await screen.findByTestId("library-salvage");
  expect(said.textContent).toContain("again after an interruption: 2 games");
  expect(rows()).toHaveLength(0);
  backend.say({ kind: "salvage", news: { kind: "progress", state: { games: 1, again: false } } });
  await waitFor(() => expect(said.textContent).toContain("1 game so far"));
  expect(said.textContent).toContain("You can play meanwhile");
  const notice = { code: "library-salvaged-partly" as const, message: "", at: "/old", games: 6, lost: 3 };
  backend.say({ kind: "salvage", news: { kind: "ended", notices: [notice] } });
  await shows(6);
  expect(screen.queryByTestId("library-salvage")).toBeNull();
  await waitFor(() => expect(document.body.textContent).toContain("Games that could not be read: 3."));
  // Otherwise the next start repeats the report.
  await waitFor(() => expect(backend.calls).toContain("noticesSeen"));
});

describe("narrowing down", () => {
  test("a value of a facet leaves its games, and a second press brings the others back", async () => {
    await open();
    await shows(6);
    const level = await screen.findByTestId("facet-level-1");
    expect(within(level).getByText("Level 1")).toBeTruthy();
    const games = Number(level.querySelector(".numbers")?.textContent);
    expect(games).toBeGreaterThan(0);
    expect(games).toBeLessThan(6);
    await fireEvent.click(level);
    await shows(games);
    expect(get("facet-level-1").getAttribute("aria-pressed")).toBe("true");
    // The other values keep their counts.
    expect(screen.getAllByTestId(/^facet-level-/).length).toBeGreaterThan(1);
    await fireEvent.click(get("facet-level-1"));
    await shows(6);
  });

  test("words that find nothing can be taken back with one press", async () => {
    await open();
    await shows(6);
    await fireEvent.input(get("library-search"), { target: { value: "zzzz" } });
    await fireEvent.click(await screen.findByTestId("library-clear"));
    await shows(6);
    expect((get("library-search") as HTMLInputElement).value).toBe("");
  });

  test("a value that a field cannot take is named, with what to write", async () => {
    await open();
    await shows(6);
    await fireEvent.input(get("library-search"), { target: { value: "year:now" } });
    const fault = await screen.findByTestId("library-fault");
    expect(fault.textContent).toBe("“year:now”: write a year as 1999, or years as 1999..2005.");
    await fireEvent.input(get("library-search"), { target: { value: "" } });
    await waitFor(() => expect(screen.queryByTestId("library-fault")).toBeNull());
  });

  test("the order is chosen", async () => {
    const backend = await open();
    await shows(6);
    const first = rows()[0]?.textContent;
    await fireEvent.click(get("library-reverse"));
    await waitFor(() => expect(rows()[0]?.textContent).not.toBe(first));
    const order = { ...backend.settings.library, sort: "date", reversed: true };
    await waitFor(() => expect(backend.settings.library).toEqual(order));
    await fireEvent.change(get("library-sort"), { target: { value: "added" } });
    await waitFor(() =>
      expect(backend.settings.library).toEqual({ ...order, sort: "added", reversed: false }),
    );
    expect(backend.calls.filter((call) => call === "listGames").length).toBeGreaterThan(1);
  });
});

describe("keys", () => {
  test("arrows, Home and End step between the rows; F marks, T tags, R reviews", async () => {
    const backend = await open();
    await shows(6);
    rows()[0]?.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    const at = () => rows().findIndex((row) => row === document.activeElement);
    await press("ArrowDown");
    await waitFor(() => expect(at()).toBe(1));
    await press("End");
    await waitFor(() => expect(at()).toBe(5));
    await press("ArrowDown");
    await waitFor(() => expect(at()).toBe(5));
    await press("Home");
    await waitFor(() => expect(at()).toBe(0));
    await press("f");
    await waitFor(() => expect(backend.calls).toContain("tagGames 1 ★ true"));
    await waitFor(() =>
      expect(screen.getAllByTestId("library-favour")[0]?.getAttribute("aria-pressed")).toBe("true"),
    );
    expect(at()).toBe(0);
    await press("t");
    await fireEvent.input(await screen.findByTestId("tag-field"), { target: { value: "  Endgame  study " } });
    await fireEvent.click(get("tag-put"));
    await waitFor(() => expect(backend.calls).toContain("tagGames 1 Endgame study true"));
    await fireEvent.click(get("tag-close"));
    expect(rows()[0]?.textContent).toContain("Endgame study");
    rows()[0]?.focus();
    await press("r");
    await screen.findByTestId("review-many-dialog");
    await fireEvent.click(get("review-many-close"));
    await fireEvent.click(await screen.findByTestId("facet-tag-★"));
    await shows(1);
  });
});

describe("the table", () => {
  const press = (key: string, options = {}) =>
    fireEvent.keyDown(document.activeElement as Element, { key, ...options });
  const selected = () => rows().map((row) => row.getAttribute("aria-selected") === "true");
  const count = () => screen.queryByTestId("selection-count")?.textContent;

  async function table(options: MemoryOptions = {}) {
    const backend = await open(options);
    await shows(6);
    await fireEvent.click(get("view-table"));
    await screen.findByTestId("library-table");
    await shows(6);
    return backend;
  }

  test("is a grid whose rows say their cells and whose headers say the order", async () => {
    const backend = await table();
    expect(backend.settings.library.view).toBe("table");
    const grid = get("library-table");
    expect(grid.getAttribute("role")).toBe("grid");
    expect(grid.getAttribute("aria-rowcount")).toBe("7");
    const header = (name: string) => within(grid).getByRole("columnheader", { name });
    expect(header("Date").getAttribute("aria-sort")).toBe("descending");
    expect(header("Event").getAttribute("aria-sort")).toBe("none");
    expect(rows()[0]?.getAttribute("aria-label")).toMatch(/ – .*, (Red|Black|White) won|Draw/);
    await fireEvent.click(get("table-sort-date"));
    await waitFor(() => expect(header("Date").getAttribute("aria-sort")).toBe("ascending"));
    await fireEvent.click(get("table-sort-plies"));
    await waitFor(() => expect(header("Length").getAttribute("aria-sort")).toBe("descending"));
    expect(backend.settings.library).toMatchObject({ sort: "plies", reversed: false });
  });

  test("columns are chosen and moved, and one always stays", async () => {
    const backend = await table();
    await fireEvent.click(get("table-columns"));
    await fireEvent.click(await screen.findByTestId("column-accuracy"));
    await waitFor(() => expect(backend.settings.library.columns.at(-1)).toBe("accuracy"));
    await fireEvent.click(get("column-left-accuracy"));
    await waitFor(() => expect(backend.settings.library.columns.at(-2)).toBe("accuracy"));
    for (const column of ["date", "event", "first", "second", "result", "opening", "plies", "tags"])
      await fireEvent.click(get(`column-${column}`));
    await waitFor(() => expect(backend.settings.library.columns).toEqual(["accuracy"]));
    expect((get("column-accuracy") as HTMLInputElement).disabled).toBe(true);
    await fireEvent.click(get("columns-close"));
    expect(screen.queryByTestId("table-sort-date")).toBeNull();
  });

  test("rows are selected by keys, tagged, deleted, and brought back", async () => {
    const backend = await table();
    rows()[0]?.focus();
    await press(" ");
    expect(count()).toBe("1 game selected");
    await press("ArrowDown", { shiftKey: true });
    await waitFor(() => expect(selected().slice(0, 3)).toEqual([true, true, false]));
    await press("t");
    await fireEvent.input(await screen.findByTestId("tag-many-field"), { target: { value: "Cup" } });
    await fireEvent.click(get("tag-many-add"));
    await waitFor(() => expect(document.body.textContent).toContain("Tag Cup added to 2 games."));
    expect(selected().filter(Boolean)).toHaveLength(2);
    rows()[0]?.focus();
    await press("Delete");
    await shows(4);
    expect(screen.queryByTestId("selection-bar")).toBeNull();
    await fireEvent.click(screen.getByText("Undo"));
    await shows(6);
    expect(backend.calls.filter((call) => call.startsWith("deleteGames"))).toHaveLength(2);
    rows()[0]?.focus();
    await press("a", { ctrlKey: true });
    await waitFor(() => expect(count()).toBe("6 games selected"));
    await press("Escape");
    // On a Russian layout, A is ф and T is е.
    await press("ф", { code: "KeyA", ctrlKey: true });
    await waitFor(() => expect(count()).toBe("6 games selected"));
    await press("е", { code: "KeyT" });
    await fireEvent.click(await screen.findByTestId("tag-many-close"));
    rows()[0]?.focus();
    await press("Escape");
    expect(screen.queryByTestId("selection-bar")).toBeNull();
    await press("Enter");
    await screen.findByTestId("screen-study", {}, { timeout: 20_000 });
  });

  test("a row has a cell below each header", async () => {
    await table();
    const cells = rows()[0]?.querySelectorAll("[role=gridcell]") ?? [];
    const headers = [...get("library-table").querySelectorAll("[role=columnheader]")];
    expect(cells).toHaveLength(headers.length);
    const place = headers.findIndex((one) => one.querySelector("[data-testid=table-sort-date]"));
    expect(cells[place]?.textContent).toMatch(/\d{4}/);
  });

  test("a press opens a row; with Ctrl or Shift and on its mark it selects", async () => {
    await table();
    await fireEvent.click(rows()[1] as HTMLElement, { ctrlKey: true });
    await fireEvent.click(rows()[3] as HTMLElement, { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual([false, true, true, true, false, false]));
    await fireEvent.click(screen.getAllByTestId("table-mark")[2] as HTMLElement);
    expect(selected()).toEqual([false, true, false, true, false, false]);
    // Another list has another selection.
    await fireEvent.click(get("filter-gomoku"));
    await waitFor(() => expect(screen.queryByTestId("selection-bar")).toBeNull());
    await shows(3);
    await fireEvent.click(rows()[0] as HTMLElement);
    await screen.findByTestId("screen-study", {}, { timeout: 20_000 });
  });

  test("selected games are written to one file, or to a folder where the format holds one game", async () => {
    const backend = await table();
    await fireEvent.click(get("table-all"));
    await waitFor(() => expect(count()).toBe("6 games selected"));
    await fireEvent.click(get("selection-export"));
    expect(await screen.findByTestId("export-many-file")).toBeTruthy();
    await fireEvent.click(get("export-many-save"));
    await waitFor(() => expect(document.body.textContent).toContain("6 games saved to /home/me/games.pgn."));
    expect(backend.calls.some((call) => /^exportGames (\d+ ){6}pgn .*games\.pgn false$/.test(call))).toBe(
      true,
    );
    await fireEvent.click(get("selection-export"));
    await fireEvent.click(await screen.findByTestId("export-many-xqf"));
    expect(screen.queryByTestId("export-many-file")).toBeNull();
    await fireEvent.click(get("export-many-save"));
    await waitFor(() => expect(backend.calls).toContain("pickExport xqf true"));
  });

  test.each(LANGS)("a new book has a name that can be used, in %s", async (lang) => {
    await loadLang(lang);
    const game = say(lang, "game.xiangqi.inline");
    await loadArea("books", lang);
    await loadArea("table", lang);
    // What the folder of books takes: letters, digits, spaces and a few signs.
    for (const key of ["table.count.default", "books.new.default"] as const)
      expect(say(lang, key, { game })).toMatch(/^[\p{L}\p{N} _()-]{1,60}$/u);
  });

  test("selected games are added to the open study, which is shown", async () => {
    const backend = await open();
    await shows(6);
    await fireEvent.click(rows()[0] as HTMLElement);
    await screen.findByTestId("study-at");
    await fireEvent.click(get("rail-library"));
    await fireEvent.click(await screen.findByTestId("view-table"));
    await screen.findByTestId("library-table");
    await fireEvent.click(await screen.findByTestId("table-all"));
    await fireEvent.click(await screen.findByTestId("selection-merge"));
    await screen.findByTestId("study-at");
    expect(backend.calls.some((call) => /^mergeGames (\d+ ){5}\d+$/.test(call))).toBe(true);
    await waitFor(() =>
      expect(get("toast").textContent).toContain("Nothing new: the study has all of these moves."),
    );
  });

  test("selected games are counted into a book to a chosen ply", async () => {
    const backend = await table();
    await fireEvent.click(get("table-all"));
    await waitFor(() => expect(count()).toBe("6 games selected"));
    // Without an open study there is nothing to add them to.
    expect(screen.queryByTestId("selection-merge")).toBeNull();
    await fireEvent.click(get("selection-count-book"));
    expect((await screen.findByTestId<HTMLInputElement>("count-name")).value).toBe("Games of Xiangqi");
    await fireEvent.input(get("count-name"), { target: { value: "Mine" } });
    await fireEvent.change(get("count-plies"), { target: { value: "20" } });
    await fireEvent.click(get("count-begin"));
    await waitFor(() =>
      expect(document.body.textContent).toContain(
        "Mine: 30 moves from 5 games. Games of another kind left out: 1.",
      ),
    );
    const call = backend.calls.find((one) => one.startsWith("countGames"));
    expect(call).toMatch(/^countGames (\d+ ){6}Mine \{"game":"xiangqi","pliesMax":20,"gamesMin":1\}$/);
    await waitFor(() => expect(backend.calls).toContain("listBooks"));
  });

  test("games that cannot be added, or a game that opens late, lead nobody to the study", async () => {
    const backend = await open();
    await shows(6);
    await fireEvent.click(rows()[0] as HTMLElement);
    await screen.findByTestId("study-at");
    await fireEvent.click(get("rail-library"));
    await fireEvent.click(await screen.findByTestId("view-table"));
    await screen.findByTestId("library-table");
    backend.mergeGames = () => Promise.reject(fault("full", "The disk is full."));
    await fireEvent.click(await screen.findByTestId("table-all"));
    await fireEvent.click(await screen.findByTestId("selection-merge"));
    await waitFor(() => expect(get("toast").textContent).toContain("disk"));
    get("screen-library");
    const opened = backend.openStudy.bind(backend);
    let answer = () => {};
    backend.openStudy = async (id) => {
      await new Promise<void>((done) => (answer = done));
      return opened(id);
    };
    rows()[0]?.focus();
    await press("Enter");
    await fireEvent.click(get("rail-home"));
    await screen.findByTestId("screen-home");
    answer();
    await new Promise((done) => setTimeout(done, 50));
    get("screen-home");
  });

  test("a selection is reviewed for a time each, paused, gone on with and ended", async () => {
    const backend = await table();
    const shown = () => screen.queryByTestId("reviews-state")?.textContent;
    expect(screen.queryByTestId("reviews-bar")).toBeNull();
    rows()[0]?.focus();
    await press(" ");
    await press("ArrowDown", { shiftKey: true });
    await waitFor(() => expect(count()).toContain("2 games"));
    await press("r");
    expect((await screen.findByTestId("review-many-time")).textContent).toContain("About 1 minute in all");
    await fireEvent.change(get("review-many-budget"), { target: { value: "60" } });
    await fireEvent.click(get("review-many-begin"));
    await waitFor(() => expect(shown()).toBe("Reviewing game 1 of 2"));
    expect(backend.calls.find((call) => call.startsWith("reviewGames"))).toMatch(/^reviewGames \d+ \d+ 60$/);
    const running = {
      ...backend.batch,
      reviewed: 1,
      waiting: 1,
      part: 0.5,
      players: ["A", "B"] as [string, string],
    };
    const asked = () => backend.calls.filter((call) => call.startsWith("listGames")).length;
    const before = asked();
    backend.say({ kind: "batch", state: running, change: null });
    await waitFor(() => expect(shown()).toBe("Reviewing game 2 of 2"));
    expect(get("reviews-bar").textContent).toContain("A – B");
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await fireEvent.click(get("reviews-pause"));
    await waitFor(() => expect(backend.calls).toContain("pauseReviews true"));
    backend.batch = { ...running, running: false };
    await fireEvent.click(get("reviews-pause"));
    await fireEvent.click(get("reviews-cancel"));
    await waitFor(() => expect(screen.queryByTestId("reviews-bar")).toBeNull());
    expect(document.body.textContent).toContain("Review ended.");
  });

  test("a paused review of an earlier day is shown, and says why it stopped", async () => {
    const backend = await open({});
    backend.batch = { ...backend.batch, waiting: 80, reviewed: 120, running: false };
    await fireEvent.click(get("rail-play"));
    await fireEvent.click(get("rail-library"));
    await waitFor(() => expect(get("reviews-state").textContent).toBe("Review paused at game 121 of 200"));
    const trouble = { code: "full", message: "x", at: "/data", points: [], obstacles: [] };
    backend.say({ kind: "batch", state: { ...backend.batch, trouble }, change: null });
    await waitFor(() => expect(get("reviews-trouble").textContent).toContain("/data"));
    backend.say({ kind: "batch", state: { ...backend.batch, running: true }, change: null });
    const done = { ...backend.batch, waiting: 0, reviewed: 198, skipped: 2, running: false };
    backend.say({ kind: "batch", state: done, change: null });
    await waitFor(() => expect(document.body.textContent).toContain("Games reviewed: 198. Left out: 2."));
  });

  test("duplicates are listed, and the extra ones selected", async () => {
    const backend = await open({});
    await shows(6);
    await fireEvent.click(await screen.findByTestId("facet-duplicates"));
    await screen.findByTestId("library-duplicates");
    await fireEvent.click(await screen.findByTestId("duplicates-select"));
    await waitFor(() => expect(count()).toContain("5 games"));
    expect(backend.calls).toContain("spareGames");
    await fireEvent.click(get("duplicates-off"));
    await waitFor(() => expect(screen.queryByTestId("library-duplicates")).toBeNull());
  });

  test("the trash restores the selected games", async () => {
    const backend = await table();
    rows()[0]?.focus();
    await press("Delete");
    await shows(5);
    await fireEvent.click(get("trash-toggle"));
    await shows(1);
    await fireEvent.click(screen.getByTestId("table-mark"));
    await fireEvent.click(get("selection-restore"));
    await waitFor(() => expect(document.body.textContent).toContain("1 game restored."));
    expect(backend.calls.some((call) => /^deleteGames \d+ false$/.test(call))).toBe(true);
  });
});

describe("players", () => {
  test("a player is listed under any name, has a page, and takes and gives back names", async () => {
    const backend = await open();
    await shows(6);
    backend.rename("Xu Tianhong");
    await fireEvent.click(get("library-reverse"));
    await fireEvent.click(await screen.findByTestId("facet-player-Xu Tianhong"));
    await fireEvent.click(await screen.findByTestId("player-page"));
    const dialog = await screen.findByTestId("player-dialog");
    const sides = await screen.findByTestId("player-sides");
    expect(within(sides).getByRole("row", { name: /^First 3 2 0 1 67%/ })).toBeTruthy();
    expect(within(dialog).getByText(/Accuracy in 4 reviewed games: 72% on average/)).toBeTruthy();
    await fireEvent.input(get("player-other"), { target: { value: " 徐天红 " } });
    await fireEvent.click(get("player-join"));
    await waitFor(() => expect(backend.calls).toContain("joinNames 徐天红 Xu Tianhong"));
    await waitFor(() => expect(document.body.textContent).toContain("徐天红 is now a name of Xu Tianhong."));
    expect(await screen.findAllByTestId("player-part")).toHaveLength(1);
    await fireEvent.click(screen.getByText("Undo"));
    await waitFor(() => expect(screen.queryByTestId("player-part")).toBeNull());
    await fireEvent.click(get("player-close"));
    expect(get("library-player").textContent).toContain("Games of Xu Tianhong");
  });

  test("my results are one press away", async () => {
    const backend = await open();
    await shows(6);
    await fireEvent.click(get("my-results"));
    await waitFor(() => expect(backend.calls).toContain("playerPage me"));
    expect(within(await screen.findByTestId("player-opponents")).getByText("Level 3")).toBeTruthy();
    expect(screen.queryByTestId("player-other")).toBeNull();
    expect(get("player-months").textContent).toMatch(/2026.*2026/s);
    expect(get("player-faults").textContent).toContain("Mistakes in 4 reviewed games");
    expect(get("player-practice").textContent).toContain("Most of your mistakes are in the endgame.");
    await fireEvent.click(get("player-practise"));
    await waitFor(() => expect(screen.queryByTestId("screen-library")).toBeNull());
  });
});

test("the trash keeps what was deleted, puts it back, and asks before it is emptied", async () => {
  const backend = await open();
  await shows(6);
  await fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement);
  await shows(5);
  await fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement);
  await shows(4);
  await fireEvent.click(get("trash-toggle"));
  await shows(2);
  expect(rows()[0]?.textContent).toContain("30 days left");
  await fireEvent.click(screen.getAllByTestId("library-restore")[0] as HTMLElement);
  await shows(1);
  await fireEvent.click(get("trash-empty"));
  await fireEvent.click(await screen.findByTestId("purge-no"));
  expect(backend.calls).not.toContain("emptyTrash");
  await fireEvent.click(get("trash-empty"));
  await fireEvent.click(await screen.findByTestId("purge-yes"));
  await waitFor(() => expect(document.body.textContent).toContain("The trash is empty."));
  await fireEvent.click(get("trash-toggle"));
  await shows(5);
});

test("emptying the trash names all of its games, whatever the list shows", async () => {
  const backend = await open();
  await shows(6);
  for (const left of [5, 4]) {
    await fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement);
    await shows(left);
  }
  await fireEvent.click(get("trash-toggle"));
  await shows(2);
  await fireEvent.click(get("filter-gomoku"));
  await shows(1);
  await fireEvent.click(get("trash-empty"));
  const dialog = await screen.findByTestId("purge-dialog");
  expect(dialog.textContent).toContain("2 games will be permanently deleted.");
  await fireEvent.click(get("purge-yes"));
  await waitFor(() => expect(backend.calls).toContain("emptyTrash"));
});

test("a game in the trash is restored before it is opened", async () => {
  const backend = await open();
  await shows(6);
  await fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement);
  await shows(5);
  await fireEvent.click(get("trash-toggle"));
  await shows(1);
  expect(rows()[0]?.getAttribute("aria-disabled")).toBe("true");
  await fireEvent.click(rows()[0] as HTMLElement);
  await fireEvent.click(get("library-restore"));
  await fireEvent.click(get("trash-toggle"));
  await shows(6);
  expect(rows()[0]?.hasAttribute("aria-disabled")).toBe(false);
  expect(backend.calls.some((call) => call.startsWith("openStudy"))).toBe(false);
});

test("a second click on the place of a deleted game does not delete the next one", async () => {
  const backend = await open();
  await shows(6);
  const click = (clientX: number) =>
    fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement, {
      detail: 1,
      clientX,
      clientY: 200,
    });
  await click(900);
  await shows(5);
  await click(904);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await shows(5);
  expect(backend.calls.filter((call) => call.startsWith("deleteGame"))).toHaveLength(1);
  await fireEvent.pointerMove(get("library-list"), { clientX: 940, clientY: 200 });
  await click(940);
  await shows(4);
});

test("a finger deletes one game after another, which it does not move over", async () => {
  await open();
  await shows(6);
  const tap = (clientY: number) =>
    fireEvent.click(screen.getAllByTestId("library-delete")[0] as HTMLElement, {
      detail: 1,
      clientX: 900,
      clientY,
    });
  await tap(200);
  await shows(5);
  await tap(300);
  await shows(4);
  // At the same place a moment later.
  await tap(300);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await shows(4);
  await waitFor(() => expect(get("library-list").className).not.toContain("spent"), { timeout: 2000 });
  await tap(300);
  await shows(3);
});

test("a field is named by its words alone: of a label around it, WebKit would say the value and a button, too", async () => {
  await open();
  await shows(6);
  expect(get("library-search").getAttribute("aria-label")).toBe("Search games");
  expect(get("library-search").closest("label")).toBeNull();
  expect(get("library-sort").getAttribute("aria-label")).toBe("Sort by");
  expect(get("library-sort").closest("label")).toBeNull();
  await fireEvent.click(get("rail-settings"));
  await screen.findByTestId("lang-select", {}, { timeout: 20_000 });
  expect(get("lang-select").getAttribute("aria-label")).toBe("Language");
  expect(get("lang-select").closest("label")).toBeNull();
  expect(get("scale-select").getAttribute("aria-label")).toBe("Text and control size");
  expect(get("scale-select").closest("label")).toBeNull();
  // The label that switches it names it: Orca would say one that it is named by beside its name.
  expect(get("setting-sound").closest("label")?.textContent.trim()).toBe("Sound");
  expect(get("setting-sound").hasAttribute("aria-labelledby")).toBe(false);
  expect(get("volume-range").parentElement?.querySelector("output")?.getAttribute("aria-hidden")).toBe(
    "true",
  );
  // Orca reckons the percentage of a slider from 0: of one from 90 to 200 it said "90 percent" at 100 %.
  const [size] = (get("scale-select") as HTMLSelectElement).selectedOptions;
  expect(size?.textContent).toBe("100%");
  for (const slider of document.querySelectorAll<HTMLInputElement>("main input[type=range]"))
    expect(slider.min).toBe("0");
});

test("backup, and another folder", async () => {
  const backend = await open();
  await shows(6);
  await fireEvent.click(get("keep"));
  await fireEvent.input(await screen.findByTestId("backup-path"), { target: { value: "/tmp/games.db" } });
  await fireEvent.click(get("backup-save"));
  await waitFor(() => expect(document.body.textContent).toContain("6 games saved to /tmp/games.db."));
  await waitFor(() => expect((get("backup-open") as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(get("backup-open"));
  await waitFor(() => expect(document.body.textContent).toContain("6 already in the library."));
  await fireEvent.input(get("place-folder"), { target: { value: "/media/games" } });
  await fireEvent.click(await screen.findByTestId("place-use"));
  await waitFor(() => expect(backend.calls).toContain("chooseLibraryFolder /media/games"));
  await fireEvent.click(await screen.findByTestId("place-usual"));
  await waitFor(() => expect(backend.calls).toContain("chooseLibraryFolder usual"));
});

test("a backup asks before it replaces a file, and does not go where a restore read", async () => {
  const backend = await open();
  await shows(6);
  await fireEvent.click(get("keep"));
  const write = async (path: string) => {
    await fireEvent.input(await screen.findByTestId("backup-path"), { target: { value: path } });
    await waitFor(() => expect((get("backup-save") as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.click(get("backup-save"));
  };
  const done = (call: string) => backend.calls.filter((each) => each === call).length;
  await write("/tmp/games.db");
  await waitFor(() => expect(document.body.textContent).toContain("6 games saved to /tmp/games.db."));
  await write("/tmp/games.db");
  const dialog = await screen.findByTestId("replace-dialog");
  expect(dialog.textContent).toContain("/tmp/games.db already exists.");
  expect(document.body.textContent).not.toContain("The backup was cancelled.");
  await fireEvent.click(get("replace-no"));
  await waitFor(() => expect(screen.queryByTestId("replace-dialog")).toBeNull());
  expect(done("backUp /tmp/games.db replace")).toBe(0);
  await write("/tmp/games.db");
  await fireEvent.click(await screen.findByTestId("replace-yes"));
  await waitFor(() => expect(done("backUp /tmp/games.db replace")).toBe(1));

  await fireEvent.input(get("backup-path"), { target: { value: "/tmp/old.db" } });
  await waitFor(() => expect((get("backup-open") as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(get("backup-open"));
  await waitFor(() => expect(done("bringBack /tmp/old.db")).toBe(1));
  await waitFor(() => expect((get("backup-save") as HTMLButtonElement).disabled).toBe(false));
  await fireEvent.click(get("backup-save"));
  await waitFor(() => expect(done("pickPath save")).toBe(1));
  expect(backend.calls.some((call) => call.startsWith("backUp /tmp/old.db"))).toBe(false);
  // A path from the dialog of the system may be replaced: that has asked.
  backend.pickPath = async () => "/tmp/games.db";
  await fireEvent.click(get("backup-save"));
  await waitFor(() => expect(done("backUp /tmp/games.db replace")).toBe(2));
});

test("a second press while a path is chosen opens no second dialog", async () => {
  const backend = await open();
  await shows(6);
  await fireEvent.click(get("keep"));
  let dialogs = 0;
  let close = (_: string | null) => {};
  backend.pickPath = () => {
    dialogs += 1;
    return new Promise((closed) => (close = closed));
  };
  for (const testid of ["backup-save", "backup-open", "place-choose"]) {
    dialogs = 0;
    const button = (await screen.findByTestId(testid)) as HTMLButtonElement;
    await fireEvent.click(button);
    await fireEvent.click(button);
    expect(dialogs).toBe(1);
    close(null);
    await waitFor(() => expect(button.disabled).toBe(false));
  }
});

test("another library has other games: none of them is selected", async () => {
  await open();
  await fireEvent.click(await screen.findByTestId("view-table"));
  await fireEvent.click(await screen.findByTestId("table-all"));
  await screen.findByTestId("selection-bar");
  await fireEvent.click(get("keep"));
  await fireEvent.input(await screen.findByTestId("place-folder"), { target: { value: "/media/games" } });
  await fireEvent.click(await screen.findByTestId("place-use"));
  await waitFor(() => expect(screen.queryByTestId("selection-bar")).toBeNull());
});

test("a backup, a restore and a move show their progress and can be cancelled", async () => {
  const backend = await open({ longWork: true });
  await shows(6);
  await fireEvent.click(get("keep"));
  await fireEvent.input(await screen.findByTestId("backup-path"), { target: { value: "/tmp/games.db" } });
  await fireEvent.input(get("place-folder"), { target: { value: "/media/games" } });
  for (const [button, said] of [
    ["backup-save", "The backup was cancelled. No file was written."],
    ["backup-open", "The restore was cancelled. The library is as it was before."],
    ["place-use", "The move was cancelled. The library stays where it was."],
  ] as const) {
    await waitFor(() => expect((get("backup-save") as HTMLButtonElement).disabled).toBe(false));
    await fireEvent.click(get(button));
    const progress = await screen.findByTestId("library-work-progress");
    expect(progress.textContent).toBe("Games: 1 of 6");
    backend.say({ kind: "library", progress: { games: 4, total: 6 } });
    await waitFor(() => expect(progress.textContent).toBe("Games: 4 of 6"));
    await fireEvent.click(get("library-work-stop"));
    await waitFor(() => expect(document.body.textContent).toContain(said));
    await waitFor(() => expect(screen.queryByTestId("library-work-dialog")).toBeNull());
  }
});

test("an export and a count of the list say how far they are, too, and are cancelled", async () => {
  await open({ longWork: true });
  await fireEvent.click(await screen.findByTestId("view-table"));
  for (const [button, next, said] of [
    ["selection-export", "export-many-save", "The export was cancelled."],
    ["selection-count-book", "count-begin", "The count was cancelled. No book was written."],
  ] as const) {
    await fireEvent.click(await screen.findByTestId("table-all"));
    if (!screen.queryByTestId("selection-bar")) await fireEvent.click(get("table-all"));
    await fireEvent.click(await screen.findByTestId(button));
    await fireEvent.click(await screen.findByTestId(next));
    expect((await screen.findByTestId("library-work-progress")).textContent).toBe("Games: 1 of 6");
    await fireEvent.click(get("library-work-stop"));
    await waitFor(() => expect(document.body.textContent).toContain(said));
    await waitFor(() => expect(screen.queryByTestId("library-work-dialog")).toBeNull());
  }
});

test("a library that cannot be used says why, and every way out is a button", async () => {
  const trouble = { code: "missing-folder", message: "x", at: "/media/games", points: [], obstacles: [] };
  const fail: MemoryOptions["fail"] = { listGames: trouble };
  const backend = await open({ fail });
  expect((await screen.findByTestId("place-trouble")).textContent).toContain("/media/games");
  expect(get("place-choose")).toBeTruthy();
  delete fail.listGames;
  await fireEvent.click(get("place-again"));
  await shows(6);
  expect(backend.calls).toContain("reopenLibrary");
});

describe("explorer", () => {
  const start: Diagram = {
    setup: { game: "gomoku", rule: "freestyle", size: 15, opening: null },
    placement: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15",
    sideToMove: "first",
  };

  test("shows what was played, and plays it", async () => {
    i18n.lang = "en";
    const backend = new MemoryBackend();
    const played: string[] = [];
    const found: Diagram[] = [];
    const explore = (position: Diagram) => backend.explore(position);
    const onplay = ({ uci }: { uci: string }) => void played.push(uci);
    const onfind = (position: Diagram) => void found.push(position);
    render(Explorer, { props: { position: start, notation: "chinese", explore, onplay, onfind } });
    const move = await screen.findByTestId("explorer-move");
    expect(move.getAttribute("aria-label")).toMatch(
      /^[A-O]\d+: 3 games; \d won by Black, \d drawn, \d won by White$/,
    );
    await fireEvent.click(move);
    expect(played).toHaveLength(1);
    await fireEvent.click(get("explorer-find"));
    expect(found).toEqual([start]);
  });

  test("the moves of the position before are no buttons until the library has answered", async () => {
    const backend = new MemoryBackend();
    let answer = () => {};
    const explore = async (position: Diagram) => {
      if (position !== start) await new Promise<void>((done) => (answer = done));
      return backend.explore(start);
    };
    const drawn = render(Explorer, {
      props: { position: start, notation: "chinese", explore, onplay: () => {} },
    });
    const isOff = () => get("explorer-move").getAttribute("aria-disabled") === "true";
    await screen.findByTestId("explorer-move");
    expect(isOff()).toBe(false);
    await drawn.rerender({ position: { ...start, sideToMove: "second" } });
    expect(isOff()).toBe(true);
    await new Promise((done) => setTimeout(done, 100));
    expect(isOff()).toBe(true);
    answer();
    await waitFor(() => expect(isOff()).toBe(false));
  });

  test("a position nobody had says so", async () => {
    const position = { ...start, placement: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/x14" };
    const backend = new MemoryBackend();
    const explore = (asked: Diagram) => backend.explore(asked);
    render(Explorer, { props: { position, notation: "chinese", explore } });
    await screen.findByTestId("explorer-none");
  });
});
