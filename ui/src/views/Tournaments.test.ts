import axe from "axe-core";
import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { choose, find, get, hears, key, open } from "../driver";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";
import { sampleExternal } from "../lib/backend/memory-engines";

async function engines(options: MemoryOptions = {}): Promise<MemoryBackend> {
  const backend = await open(options);
  await key("5", { ctrlKey: true });
  await find("tournament-form");
  return backend;
}

const rows = () =>
  screen
    .getAllByTestId("tournament-row")
    .map((row) => [...row.children].map((cell) => cell.textContent.trim()));

test("three levels meet, the table follows, and every game can be opened", async () => {
  const backend = await engines();
  await choose("tournament-games", "1");
  await fireEvent.click(get("tournament-start"));
  await find("tournament-result");
  expect(backend.tournaments.shown?.plan).toMatchObject({
    setup: { game: "xiangqi" },
    conditions: {
      format: { kind: "roundRobin" },
      games: 1,
      control: { kind: "perMove", each: 300 },
      nodes: null,
      boards: 1,
    },
    entrants: [3, 2, 1].map((level) => ({ player: { kind: "engine", level }, book: null })),
  });
  expect(get("tournament-state").textContent).toBe("0 games played, 3 to play");
  expect(get("tournament-boards-shown").textContent).toContain("vs");
  backend.tournaments.finish([0, 1], 0);
  const second = "Apprentice · level 2";
  await hears("polite", `In the lead after 1 game: ${second}, 1 point.`);
  expect(rows()[0]?.slice(0, 7)).toEqual(["1", second, "1", "1", "1", "0", "0"]);
  // Thousands of games are drawn only while the list is open.
  expect(screen.queryAllByTestId("tournament-played")).toHaveLength(0);
  await fireEvent.click(get("tournament-games-summary"));
  expect(screen.getAllByTestId("tournament-played")).toHaveLength(1);
  backend.tournaments.finish([2, 0], 1);
  backend.tournaments.finish([1, 2], 2);
  await hears("polite", `Tournament over. ${second} wins with 2 points.`);
  expect(get("tournament-state").textContent).toBe("Over after 3 games");
  expect(screen.queryByTestId("tournament-go-on")).toBeNull();
  const games = screen.getAllByTestId("tournament-played");
  expect(games).toHaveLength(3);
  expect(games[0]?.getAttribute("aria-label")).toBe(`Round 1: Club player · level 3 – ${second}, 0–1`);
  const found = await axe.run(get("screen-engines"), { rules: { "color-contrast": { enabled: false } } });
  expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await fireEvent.click(games[0] as HTMLElement);
  await find("screen-study");
  expect(backend.calls).toContain("openStudy 1");
});

test("a tournament pauses, goes on after the screen was left, and is removed only when asked twice", async () => {
  const backend = await engines();
  await fireEvent.click(get("tournament-start"));
  // The form is gone, and the focus is on what ends the tournament.
  await waitFor(() => expect(document.activeElement).toBe(get("tournament-stop")));
  expect(screen.queryByTestId("tournament-form")).toBeNull();
  backend.tournaments.finish([0, 1], 2);
  await fireEvent.click(get("tournament-stop"));
  await find("tournament-go-on");
  expect(get("tournament-state").textContent).toContain("Paused. 1 game played");
  await fireEvent.click(get("rail-settings"));
  await find("screen-settings");
  await fireEvent.click(get("rail-engines"));
  await fireEvent.click(await find("tournament-go-on"));
  await find("tournament-stop");
  expect((get("tournament-remove") as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(get("tournament-stop"));
  await find("tournament-go-on");
  await fireEvent.click(get("tournament-start"));
  await find("tournament-shown");
  await fireEvent.click(get("tournament-stop"));
  await choose("tournament-shown", "t1");
  await waitFor(() => expect(get("tournament-state").textContent).toContain("1 game played"));
  await fireEvent.click(get("tournament-remove"));
  const dialog = await find("tournament-remove-dialog");
  expect(dialog.textContent).toContain("Its games stay in the library.");
  await fireEvent.click(within(dialog).getByTestId("tournament-remove-no"));
  expect(backend.tournaments.list().all).toHaveLength(2);
  await fireEvent.click(get("tournament-remove"));
  await fireEvent.click(await find("tournament-remove-yes"));
  await waitFor(() => expect(backend.tournaments.list().all.map(({ id }) => id)).toEqual(["t2"]));
  await waitFor(() => expect(get("tournament-state").textContent).toContain("0 games played"));
});

test("entrants are any engines of the game, in the order in which they were chosen", async () => {
  const backend = await engines({ externals: [sampleExternal()] });
  for (const seat of ["level-3", "level-2"]) await fireEvent.click(get(`tournament-entrant-${seat}`));
  expect(get("tournament-few").textContent).toBe("Choose at least two engines.");
  expect((get("tournament-start") as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(get("tournament-entrant-guest-g1"));
  await fireEvent.click(get("tournament-entrant-level-5"));
  await choose("tournament-format", "swiss");
  expect((get("tournament-rounds") as HTMLInputElement).value).toBe("2");
  await choose("tournament-limit", "clock-60");
  await choose("tournament-boards", "2");
  await fireEvent.click(get("tournament-adjudicates"));
  await fireEvent.click(get("tournament-start"));
  await find("tournament-result");
  expect(backend.tournaments.shown?.plan).toMatchObject({
    conditions: {
      format: { kind: "swiss", rounds: 2 },
      control: { kind: "fischer", main: 60_000, increment: 600 },
      adjudicates: true,
      boards: 2,
    },
    entrants: [
      { player: { kind: "engine", level: 1 } },
      { player: { kind: "external", id: "g1" } },
      { player: { kind: "engine", level: 5 } },
    ],
  });
});

test("a fault and a game that the library does not have are told", async () => {
  const backend = await engines();
  await fireEvent.click(get("tournament-start"));
  await find("tournament-result");
  const refusal = (code: string, at: string) => ({ code, message: "", at, points: [], obstacles: [] });
  backend.tournaments.finish([0, 1], 0, {
    lastFault: refusal("engine-died", "Ghost"),
    trouble: refusal("full", "/data/library.db"),
    table: [{ ...(backend.tournaments.shown?.table[0] as never as object), faults: [0, 1, 0] } as never],
  });
  expect((await find("tournament-faults")).textContent).toContain("1 game.");
  expect(get("tournament-faults").textContent).toContain("Ghost quit during the game");
  expect(get("tournament-trouble").textContent).toContain("/data/library.db");
});

test("what was entered is kept in the settings, and a file of openings is chosen", async () => {
  const backend = await engines();
  await choose("tournament-game", "gomoku");
  await choose("tournament-format", "swiss");
  await choose("tournament-limit", "nodes-60000");
  await fireEvent.click(get("tournament-entrant-level-5"));
  // No file is chosen, then one.
  await fireEvent.click(get("tournament-openings-file"));
  await waitFor(() => expect(backend.calls).toContain("openOpenings"));
  expect((get("tournament-openings") as HTMLSelectElement).textContent).not.toContain("File");
  backend.tournaments.chooses = { game: "gomoku", name: "mine.txt", count: 12 };
  await fireEvent.click(get("tournament-openings-file"));
  await hears("polite", "From file “mine.txt” (12)");
  await waitFor(() =>
    expect(backend.settings.tournament).toMatchObject({
      game: "gomoku",
      format: "swiss",
      limit: "nodes-60000",
      openings: "own",
      gomoku: ["level-3", "level-2", "level-1", "level-5"],
      xiangqi: ["level-3", "level-2", "level-1"],
    }),
  );
  await fireEvent.click(get("rail-settings"));
  await find("screen-settings");
  await fireEvent.click(get("rail-engines"));
  await find("tournament-rounds");
  await fireEvent.click(get("tournament-start"));
  await find("tournament-result");
  expect(backend.tournaments.shown?.plan).toMatchObject({
    openings: { name: "mine.txt" },
    entrants: [3, 2, 1, 5].map((level) => ({ player: { level }, book: null })),
  });
});

test("a match keeps what was entered, too", async () => {
  const backend = await engines();
  await choose("match-game", "gomoku");
  await choose("match-second", "level-5");
  await waitFor(() =>
    expect(backend.settings.engineMatch).toMatchObject({
      game: "gomoku",
      first: "level-3",
      second: "level-5",
    }),
  );
});

test("each two engines have their result, and a tournament that rests is saved", async () => {
  const backend = await engines();
  await fireEvent.click(get("tournament-start"));
  await find("tournament-result");
  backend.tournaments.finish([0, 1], 2);
  backend.tournaments.finish([1, 0], 1);
  await find("tournament-pairings");
  await fireEvent.click(within(get("tournament-pairings")).getByRole("button"));
  const cells = [...get("tournament-pairing").children].map((cell) => cell.textContent.trim());
  expect(cells).toEqual([
    "Club player · level 3 vs Apprentice · level 2",
    "1",
    "1",
    "0",
    "0 0 0 0 0",
    "+35 ± 120",
    "71%",
  ]);
  expect((get("tournament-save-table") as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(get("tournament-stop"));
  await find("tournament-go-on");
  await fireEvent.click(get("tournament-save-table"));
  await hears("polite", "saved to /home/person/tournament.json");
  await fireEvent.click(get("tournament-save-games"));
  await waitFor(() => expect(backend.calls).toContain("exportTournament games"));
});
