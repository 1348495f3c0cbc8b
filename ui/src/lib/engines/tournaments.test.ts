import { expect, test } from "vitest";
import { MemoryBackend } from "../backend/memory";
import type { PlacedResult, TournamentResult } from "../bindings";
import { voiceOf } from "../game/announce";
import { TournamentsController } from "./tournaments.svelte";

const game = (round: number): TournamentResult => ({
  id: round,
  round,
  players: [0, 1],
  halfPoints: 2,
  plies: 9,
});

/** A tournament that has begun, and what tells its next game. */
async function begun() {
  const backend = new MemoryBackend();
  const said: string[] = [];
  const room = new TournamentsController(
    backend,
    {
      voice: voiceOf("en", backend.settings),
      announce: ({ text }) => void said.push(text),
      note: () => {},
      folderOf: () => ({ label: "", run: () => {} }),
      attempt: (action) => action(),
    },
    () => [],
  );
  await room.begin(
    {
      setup: { game: "gomoku", rule: "freestyle", size: 15, start: null, opening: null },
      conditions: {
        format: { kind: "roundRobin" },
        games: 2,
        control: { kind: "perMove", each: 100 },
        nodes: null,
        adjudicates: false,
        boards: 2,
      },
      entrants: [1, 2].map((level) => ({ player: { kind: "engine", level }, book: null })),
    },
    false,
  );
  const { shown } = room;
  if (!shown) throw new Error("the tournament is shown");
  const { id, running, open, table, pairings, trouble, lastFault } = shown;
  const state = { running, open, table, pairings, trouble, lastFault };
  const tell = (latest: PlacedResult, played: number) =>
    room.hear({ kind: "change", change: { id, state, latest, played } });
  const rounds = () => room.shown?.games.map(({ round }) => round);
  const asked = () => backend.calls.filter((call) => call === "listTournaments").length;
  return { said, tell, rounds, asked };
}

test("a finished game comes to its place among the others, and is announced once", async () => {
  const { said, tell, rounds, asked } = await begun();
  const before = asked();
  tell({ place: 0, result: game(2) }, 1);
  tell({ place: 0, result: game(1) }, 2);
  expect(rounds()).toEqual([1, 2]);
  // The answer to an earlier question may have had the game.
  tell({ place: 1, result: game(2) }, 2);
  expect(rounds()).toEqual([1, 2]);
  expect(said).toHaveLength(2);
  expect(asked()).toBe(before);
});

test("where a game was missed, all are asked for again", async () => {
  const { said, tell, rounds, asked } = await begun();
  const before = asked();
  tell({ place: 0, result: game(1) }, 1);
  tell({ place: 2, result: game(3) }, 3);
  expect(asked()).toBe(before + 1);
  expect(rounds()).toEqual([1]);
  expect(said).toHaveLength(1);
});
