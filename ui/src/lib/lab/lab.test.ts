import { describe, expect, test } from "vitest";
import { MemoryBackend, SETUPS } from "../backend/memory";
import type { Refusal, Diagram } from "../bindings";
import { LabController } from "./lab.svelte";

const GOMOKU: Diagram = { setup: SETUPS.gomoku, placement: "15/".repeat(14) + "15", sideToMove: "first" };
const CELLS: Diagram = { setup: SETUPS.tictactoe, placement: "3/3/3", sideToMove: "first" };

async function opened(position: Diagram) {
  const backend = new MemoryBackend();
  const troubles: Refusal[] = [];
  const attempt = <T>(action: () => Promise<T>) =>
    action().catch((thrown: Refusal) => void troubles.push(thrown));
  const room = new LabController(backend, { attempt });
  const end = await backend.subscribe((word) => word.kind === "lab" && room.hear(word.look, word.news));
  await room.open(position);
  return { backend, room, troubles, end };
}

describe("the laboratory", () => {
  test("is told of every search, and is done", async () => {
    const { room } = await opened(GOMOKU);
    expect([room.measures.length, room.running, room.depthMax]).toEqual([15, false, 6]);
    expect(room.node?.path).toEqual([0]);
  });

  test("takes nothing in of an experiment that was stopped", async () => {
    const { room, backend } = await opened(GOMOKU);
    await room.stop();
    room.hear(1, { kind: "done" });
    room.hear(1, { kind: "failed", code: "engine-failed", message: "late" });
    expect([room.failed, backend.calls.includes("stopLab")]).toEqual([null, true]);
  });

  test("walks all of tic-tac-toe, and searches it to its end", async () => {
    const { room, troubles } = await opened(CELLS);
    expect([room.depth, room.trail.length]).toEqual([9, 1]);
    await room.goInto({ ...CELLS, placement: "3/1x1/3", sideToMove: "second" });
    expect(room.known?.board.placement).toBe("3/1x1/3");
    room.goBack(0);
    room.goBack(1);
    expect([room.trail.length, troubles]).toEqual([1, []]);
  });

  test("of two steps in tic-tac-toe the later one wins, and going back drops one that is on its way", async () => {
    const { room, backend } = await opened(CELLS);
    const answers: (() => void)[] = [];
    const walk = backend.walkTicTacToe.bind(backend);
    backend.walkTicTacToe = async (position) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return walk(position);
    };
    const into = (placement: string) => room.goInto({ ...CELLS, placement, sideToMove: "second" });
    const placements = () => room.trail.map(({ board }) => board.placement);
    const both = [into("3/1x1/3"), into("x2/3/3")];
    for (const answer of answers.splice(0).toReversed()) answer();
    await Promise.all(both);
    expect(placements()).toEqual(["3/3/3", "x2/3/3"]);
    const late = [into("x2/1o1/3")];
    room.goBack(1);
    late.push(room.open(GOMOKU));
    for (const answer of answers.splice(0)) answer();
    await Promise.all(late);
    expect(placements()).toEqual([]);
  });

  test("opens where it was left, and anew with another position", async () => {
    const { room, backend } = await opened(CELLS);
    const count = () => backend.calls.filter((call) => call.startsWith("startLab")).length;
    await room.open({ ...CELLS });
    expect(count()).toBe(1);
    await room.open(GOMOKU);
    expect([count(), room.trail.length]).toEqual([2, 0]);
  });
});
