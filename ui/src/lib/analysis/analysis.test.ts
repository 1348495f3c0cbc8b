import { beforeEach, expect, test } from "vitest";
import type { Backend } from "../backend/backend";
import type { AnalysisChoice, Refusal, RootMoves, Finding } from "../bindings";
import { AnalysisController, wishesOf } from "./analysis.svelte";
import { DEFAULT_SETTINGS } from "../backend/memory";

let asked: string[];
let kept: string[];
let rested: Finding[];
let wishes: AnalysisChoice;
let room: AnalysisController;
let look: number;

beforeEach(() => {
  [asked, kept, rested] = [[], [], []];
  wishes = { ...DEFAULT_SETTINGS.analysis };
  const backend = {
    lookAt: async (number: number, node: number, _wishes: AnalysisChoice, root: RootMoves) => {
      look = number;
      const among =
        root.moves.length === 0 ? "" : ` ${root.excluded ? "without" : "only"} ${root.moves.join(" ")}`;
      asked.push(`look ${node}${among}`);
    },
    rest: async () => void asked.push("rest"),
    leaveAnalysis: async () => void asked.push("leave"),
  } as Pick<Backend, "lookAt" | "rest" | "leaveAnalysis"> as Backend;
  const trouble = (error: Refusal) => {
    throw error;
  };
  room = new AnalysisController(
    backend,
    { trouble },
    {
      wishes: () => wishes,
      keep: async (study, node, evaluation) => void kept.push(`${study} ${node} ${evaluation}`),
      rested: (finding) => rested.push(finding),
    },
  );
});

const settle = () => new Promise((done) => setTimeout(done));
const at = (node: number) => ({ study: 1, node, placement: `board ${node}` });
function tell(node: number, change: Partial<Finding> = {}) {
  const depth = change.depth ?? 5;
  room.hear({
    look,
    study: 1,
    node,
    analyst: "",
    progress: "looking",
    depth,
    nodes: 1,
    ms: 10,
    lines: [{ worth: { kind: "centipawns", value: 1 }, chance: 500, rows: [] }],
    scale: "builtIn",
    evaluation: `0.01,${depth}`,
    note: null,
    fault: null,
    ...change,
  });
}

test("off it asks for nothing; on it looks at what is in view, and only the last of many", async () => {
  room.turnTo(at(1));
  await settle();
  expect(asked).toEqual([]);
  room.toggle();
  for (let node = 2; node < 50; node += 1) room.turnTo(at(node));
  await settle();
  expect(asked).toEqual(["look 1", "look 49"]);
});

test("moves are left out or searched alone until another position is in view, and are no value of it", async () => {
  room.turnTo(at(1));
  room.restrict("h2e2", true);
  await settle();
  room.restrict("b0c2", true);
  await settle();
  expect(room.root).toEqual({ moves: ["h2e2", "b0c2"], excluded: true });
  tell(1, { progress: "resting", ms: 5000 });
  expect([room.findings.size, kept, rested]).toEqual([1, [], []]);
  room.restrict("h2e2");
  await settle();
  expect(asked).toEqual(["look 1 without h2e2", "look 1 without h2e2 b0c2", "look 1 only h2e2"]);
  expect(room.findings.size).toBe(0);
  // Every move again: nothing of the restricted searches is remembered.
  room.restrict(null);
  await settle();
  expect([asked.at(-1), room.findings.size]).toEqual(["look 1", 0]);
  room.restrict("h2e2", true);
  room.turnTo(at(2));
  await settle();
  expect([asked.at(-1), room.root.moves]).toEqual(["look 2", []]);
});

test("what belongs to a position that was left is never shown", async () => {
  room.toggle();
  room.turnTo(at(1));
  await settle();
  const old = look;
  room.turnTo(at(2));
  tell(1, { look: old });
  expect(room.findings.size).toBe(0);
  await settle();
  tell(1, { look: old, progress: "resting" });
  expect([room.findings.size, kept]).toEqual([0, []]);
  tell(2);
  expect(room.first?.node).toBe(2);
});

test("at rest it is kept and told once, and is there again without a search", async () => {
  room.toggle();
  room.turnTo(at(1));
  await settle();
  tell(1);
  expect([room.looking, kept]).toEqual([true, []]);
  tell(1, { depth: 9, progress: "resting" });
  expect([room.looking, kept, rested.length]).toEqual([false, ["1 1 0.01,9"], 1]);
  room.turnTo(at(2));
  expect(room.findings.size).toBe(0);
  await settle();
  room.turnTo(at(1));
  expect(room.first?.depth).toBe(9);
  await settle();
  expect(asked).toEqual(["look 1", "look 2", "rest"]);
  wishes = { ...wishes, lines: 5 };
  room.wishAnew();
  await settle();
  expect(asked.at(-1)).toBe("look 1");
  // A remembered finding stays until the new search is as deep.
  tell(1, { depth: 3 });
  expect(room.first?.depth).toBe(9);
  tell(1, { depth: 10 });
  expect(room.first?.depth).toBe(10);
});

test("what was found in a second is kept on leaving, what was found in passing is not", async () => {
  room.toggle();
  room.turnTo(at(1));
  await settle();
  tell(1, { ms: 200 });
  room.turnTo(at(2));
  await settle();
  tell(2, { ms: 1500 });
  room.toggle();
  expect(kept).toEqual(["1 2 0.01,5"]);
  await settle();
  expect(asked.at(-1)).toBe("rest");
  expect(room.first?.node).toBe(2);
  room.leave();
  await settle();
  expect([asked.at(-1), room.findings.size]).toEqual(["leave", 0]);
});

test("it looks until the last of the analysts rests, and follows the first", async () => {
  wishes = { ...wishes, analysts: ["", "fish"] };
  room.toggle();
  room.turnTo(at(1));
  await settle();
  tell(1, { analyst: "fish", progress: "resting", evaluation: "9.00,9" });
  expect(room.looking).toBe(true);
  tell(1, { progress: "failed", lines: [], evaluation: null });
  expect([room.looking, room.first?.analyst]).toEqual([false, "fish"]);
  expect(kept).toEqual(["1 1 9.00,9"]);
});

test("analysts that do not play the game are not asked", () => {
  const external = {
    id: "g",
    name: "",
    command: "",
    protocol: "gomocup",
    game: "gomoku",
    options: [],
  } as const;
  const settings = { ...DEFAULT_SETTINGS, analysis: { ...wishes, analysts: ["g", "gone"] } };
  const externals = [{ ...external, options: [] }];
  expect(wishesOf(settings, externals, "gomoku").analysts).toEqual(["g"]);
  expect(wishesOf(settings, externals, "xiangqi").analysts).toEqual([""]);
});
