import { expect, test } from "vitest";
import { MemoryBackend } from "../backend/memory";
import { LibraryController } from "./library.svelte";

/** A library of so many games, whose answers wait until they are released. */
function slow(games: number) {
  const backend = new MemoryBackend({ games });
  const waiting: (() => void)[] = [];
  const list = backend.listGames.bind(backend);
  backend.listGames = async (...query) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return list(...query);
  };
  const room = new LibraryController(backend, {
    settings: backend.settings,
    note: () => {},
    folderOf: () => ({ label: "", run: () => {} }),
    attempt: (action) => action(),
    libraryReplaced: async () => {},
  });
  const release = async (at: number) => {
    waiting.splice(at, 1)[0]?.();
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
