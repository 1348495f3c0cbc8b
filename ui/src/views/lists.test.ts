// Svelte stops a component whose list has one key twice, in the released window, too.
import { render, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Marks from "../components/board/Marks.svelte";
import OptionsForm from "../components/panels/engines/OptionsForm.svelte";
import HintNote from "../components/panels/play/HintNote.svelte";
import PlayerBar from "../components/panels/PlayerBar.svelte";
import SetList from "../components/panels/puzzles/SetList.svelte";
import { find, get, input, key, open } from "../driver";
import type { OptionValue } from "../lib/bindings";
import { LOOK } from "../lib/board/fixtures";
import { layOut } from "../lib/board/geometry";
import { sampleExternal } from "../lib/backend/memory-engines";

test("a record may have a mark twice", () => {
  const ring = { colour: "green", from: null, to: "h8" } as const;
  const labels = ["1", "2"].map((text) => ({ at: "h8", text }));
  const geometry = layOut("gomoku", 15, false, true);
  render(Marks, {
    geometry,
    marks: [ring, { ...ring, colour: "red" }],
    labels,
    marking: null,
    placement: new Map(),
  });
  expect(document.querySelectorAll("[data-label=h8]")).toHaveLength(2);
  expect(document.querySelectorAll("[data-marks='2'] circle:not(.halo)")).toHaveLength(2);
});

test("an engine may declare an option or a choice twice", () => {
  const combo = {
    kind: "combo",
    name: "Style",
    preset: "calm",
    value: "calm",
    choices: ["calm", "calm"],
  } as const;
  const options = [combo, combo] as unknown as OptionValue[];
  render(OptionsForm, { tools: {} as never, external: sampleExternal({ options }) });
  expect(screen.getAllByTestId("option-row")).toHaveLength(2);
});

test("a name may repeat a part", () => {
  const idle = { active: false, thinkingS: null, captured: [], clockMs: null, exchanges: 0 };
  const control = { kind: "none" } as const;
  render(PlayerBar, { ...idle, control, game: "gomoku", side: "first", name: "A · B · B", look: LOOK });
  expect(get("player-first").textContent).toContain("A · B · B");
});

test("a hint may give one reason twice", () => {
  render(HintNote, { line: "Try H8.", reasons: ["It blocks a four.", "It blocks a four."], hasMore: true });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(get("hint-line").textContent).toMatch(/\bH\b/);
});

test("a file may skip two puzzles of one number", () => {
  const why = { code: "unreadable", message: "", at: null, points: [], obstacles: [] };
  const skipped = [1, 1].map((number) => ({ number, line: null, why }));
  const imported = { name: "set", count: 1, proved: 1, skipped, unlisted: 0 };
  render(SetList, { room: { imported, importing: false } as never, sets: [] });
  expect(get("sets-imported").querySelectorAll("li")).toHaveLength(2);
});

test("a search may have one fault twice", async () => {
  await open();
  await key("3", { ctrlKey: true });
  await find("library-list");
  await input("library-search", "year:x year:x");
  await waitFor(() => expect(screen.getAllByTestId("library-fault")).toHaveLength(2));
});

const sources = import.meta.glob<string>("../**/*.svelte", { eager: true, query: "?raw", import: "default" });

/** The lists of a component: what is listed, and its key, if it is not the index. */
function listsOf(source: string): { list: string; item: string }[] {
  return [...source.matchAll(/\{#each ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g)].flatMap(
    ([, head = ""]) => {
      const parts = /^([^]*?) as ([^]*?)(?:, (\w+))? \(([^]*)\)$/.exec(head.trim());
      const [, list = "", , index, item = ""] = parts ?? [];
      return parts && item !== index ? [{ list, item }] : [];
    },
  );
}

/** Texts that the program itself keeps apart. */
const UNIQUE: readonly string[] = [
  "ActionBar: name",
  "ClassBoards: game.number",
  "ExportDialog: form.name",
  "ExportManyDialog: offer.name",
  "KeyBindings: title",
  "KeysHelp: group.title",
  "OpeningPanel: word",
  "RemovableNames: name",
  "Settings: group.title",
  "TeacherClass: guest.name",
  "TournamentResult: players.join()",
];

test("no list has texts as keys, which may be there twice", () => {
  const lists = Object.entries(sources).flatMap(([path, source]) => {
    const [, name = ""] = /(\w+)\.svelte$/.exec(path) ?? [];
    return listsOf(source).map(({ list, item }) => ({ list, item, at: `${name}: ${item}` }));
  });
  expect(lists.length).toBeGreaterThan(120);
  const isText = (item: string) =>
    /(?:^|\.)(?:choice|date|fact|label|line|message|name|number|part|reason|remark|sentence|text|title|word)$|\.join\(/.test(
      item,
    );
  const found = lists.filter(
    ({ list, item }) => isText(item) && !/^(?:[A-Z_]+|\[.*\](?: as const)?)$/.test(list),
  );
  expect(found.map(({ at }) => at).filter((at) => !UNIQUE.includes(at))).toEqual([]);
});
