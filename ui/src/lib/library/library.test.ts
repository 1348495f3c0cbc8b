import { afterEach, expect, test, vi } from "vitest";
import { MemoryBackend } from "../backend/memory";
import { fault } from "../backend/memory-shell";
import { LibraryController } from "./library.svelte";

afterEach(() => void vi.useRealTimers());

/** The library of a window that shows no messages. */
const libraryOf = (backend: MemoryBackend) =>
  new LibraryController(backend, {
    settings: backend.settings,
    note: () => {},
    folderOf: () => ({ label: "", run: () => {} }),
    attempt: (action) => action(),
    libraryReplaced: async () => {},
  });

/** A library of so many games, whose answers wait until they are released. */
function slow(games: number) {
  const backend = new MemoryBackend({ games });
  const waiting: ((fails: boolean) => void)[] = [];
  const list = backend.listGames.bind(backend);
  backend.listGames = async (...query) => {
    const fails = await new Promise<boolean>((resolve) => waiting.push(resolve));
    if (fails) throw new Error("the disk is away");
    return list(...query);
  };
  const room = libraryOf(backend);
  const release = async (at: number, fails = false) => {
    waiting.splice(at, 1)[0]?.(fails);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const asked = () => new Promise((resolve) => setTimeout(resolve));
  return { room, waiting, release, asked };
}

for (const first of ["the rows", "the list"])
  test(`rows that load while the list is asked again come all the same, ${first} first`, async () => {
    const { room, waiting, release, asked } = slow(120);
    void room.ask();
    await asked();
    await release(0);
    expect(room.rows?.[60]).toBeUndefined();
    void room.need(60);
    await asked();
    void room.ask();
    await asked();
    expect(waiting).toHaveLength(2);
    // The place of the row stays in the page, and asks no second time.
    await release(first === "the rows" ? 0 : 1);
    await release(0);
    while (waiting.length > 0) await release(0);
    expect(room.rows?.[60]).toBeDefined();
    expect(room.rows?.[110]).toBeUndefined();
  });

test("rows that could not be loaded are asked for again", async () => {
  const { room, waiting, release, asked } = slow(120);
  void room.ask();
  await asked();
  await release(0);
  const failed = expect(room.need(60)).rejects.toThrow("the disk is away");
  await asked();
  await release(0, true);
  await failed;
  void room.need(60);
  await asked();
  expect(waiting).toHaveLength(1);
  await release(0);
  expect(room.rows?.[60]).toBeDefined();
});

test("rows stay in the list while the library is indexing, and come again", async () => {
  vi.useFakeTimers();
  const backend = new MemoryBackend({ games: 600 });
  const list = backend.listGames.bind(backend);
  const asked: number[] = [];
  let unindexed = 9;
  backend.listGames = async (query, position) => {
    asked.push(query.offset);
    return { ...(await list(query, position)), unindexed };
  };
  const library = libraryOf(backend);
  await library.ask();
  await library.need(500);
  for (let step = 0; step < 10; step++) {
    await vi.advanceTimersByTimeAsync(100);
    expect(library.rows?.[500]).toBeDefined();
  }
  expect(asked.filter((offset) => offset === 500).length).toBeGreaterThan(1);

  unindexed = 0;
  await vi.advanceTimersByTimeAsync(1000);
  const { length } = asked;
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(length);
  await library.ask();
  expect(library.rows?.[500]).toBeUndefined();
});

test("a game that moves while the library is indexing has one row", async () => {
  vi.useFakeTimers();
  const backend = new MemoryBackend({ games: 120 });
  const list = backend.listGames.bind(backend);
  let unindexed = 10;
  let ids: number[] = [];
  // Each answer has one game more, before the others.
  backend.listGames = async (query, position) => {
    const page = await list({ ...query, offset: 0, limit: 200 }, position);
    ids = page.rows.map((row) => row.id);
    const found = page.rows.slice(unindexed);
    const rows = found.slice(query.offset, query.offset + query.limit);
    const answer = { ...page, rows, total: found.length, unindexed };
    unindexed = Math.max(0, unindexed - 1);
    return answer;
  };
  const library = libraryOf(backend);
  await library.ask();
  await library.need(60);
  const shown = () => Array.from(library.rows ?? [], (row) => row?.id);
  for (let step = 0; step < 100; step++) {
    await vi.advanceTimersByTimeAsync(50);
    const loaded = shown().filter((id) => id !== undefined);
    expect(new Set(loaded).size).toBe(loaded.length);
  }
  expect(unindexed).toBe(0);
  expect(shown().slice(0, 100)).toEqual(ids.slice(0, 100));
});

test("the list shows what a deletion has done before its error", async () => {
  const backend = new MemoryBackend({ games: 3 });
  const library = libraryOf(backend);
  const ids = (await library.ask())?.map(({ id }) => id) ?? [];
  backend.deleteGames = async ([first = 0]) => {
    await backend.deleteGame(first);
    throw fault("full", "The disk is full.");
  };
  await expect(library.deleteMany(ids)).rejects.toMatchObject({ code: "full" });
  expect(library.rows?.map((row) => row?.id)).toEqual(ids.slice(1));
});

test("games that change keep the loaded rows, and ask nothing while another screen is in view", async () => {
  const backend = new MemoryBackend({ games: 120 });
  const library = libraryOf(backend);
  await library.ask();
  await library.need(100);
  const state = { ...backend.batch, waiting: 2, running: true };
  library.reviews.hear(state);
  const list = backend.listGames.bind(backend);
  const asked: number[] = [];
  backend.listGames = (query, position) => {
    asked.push(query.offset);
    return list(query, position);
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
  library.reviews.hear({ ...state, waiting: 1, reviewed: 1 });
  for (let step = 0; step < 20; step++) {
    expect(library.rows?.[100]).toBeDefined();
    await Promise.resolve();
  }
  await settled();
  expect(asked).toEqual([0, 100]);
  expect(library.rows?.[100]).toBeDefined();

  library.rest();
  library.reviews.hear({ ...state, waiting: 0, reviewed: 2 });
  await library.tagMany([1], "x", true);
  await settled();
  expect(asked).toEqual([0, 100]);
  await library.ask();
  expect(asked).toEqual([0, 100, 0]);
});

test("another library shows none of the rows of the one before", async () => {
  const library = libraryOf(new MemoryBackend({ games: 120 }));
  await library.ask();
  await library.need(100);
  library.forget();
  expect(library.rows).toBeNull();
  await library.refresh();
  expect(library.rows?.[0]).toBeDefined();
  expect(library.rows?.[100]).toBeUndefined();
});
