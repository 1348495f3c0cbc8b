import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoryBackend } from "../backend/memory";
import type { Node, OpenedStudy, StudyUpdate } from "../bindings";
import { comment } from "./fixtures";
import { StudyController } from "./study.svelte";
import { START } from "./tree";

afterEach(() => void vi.useRealTimers());

function controller() {
  const backend = new MemoryBackend();
  const notes: string[] = [];
  let changes = 0;
  const study = new StudyController(backend, {
    voice: { lang: "en" } as never,
    sound: () => {},
    announce: () => {},
    note: (text) => void notes.push(text),
    warn: () => {},
    trouble: () => {},
    attempt: (action) => action(),
    libraryChanged: () => void changes++,
  });
  return { backend, study, notes, changes: () => changes };
}

/** The next update of the study in front, which leaves it as it is. */
async function unchanged(backend: MemoryBackend): Promise<StudyUpdate> {
  const { row, place, seq } = (await backend.studied()) as OpenedStudy;
  const nothing = { header: null, row: null, verdict: null, stopped: null, unread: null, unsaved: null };
  const update = { ...nothing, nodes: [], place, canUndo: true, canRedo: false, isRestored: false };
  return { ...update, study: row.id, seq: seq + 1 };
}

test("in another library a study has another row, and keeps its look and its game", async () => {
  const { backend, study } = controller();
  await study.open(2);
  study.turned = true;
  await study.open(1);
  study.begun = { uid: "game", study: 1 };
  const opened = await backend.reopenedStudy();
  if (!opened) throw new Error("two are open");
  const there = (at: typeof opened) => ({
    ...at,
    row: { ...at.row, id: at.row.id + 70 },
    tabs: opened.tabs.map((tab) => ({ ...tab, id: tab.id + 70 })),
  });
  backend.reopenedStudy = async () => there(opened);
  await study.findAgain();
  expect([study.study?.row.id, study.turned, study.begun.study]).toEqual([71, false, 71]);
  expect(study.study?.tabs.map(({ id }) => id)).toEqual([72, 71]);
  const other = await backend.openStudy(2);
  backend.openStudy = async () => there(other);
  await study.open(72);
  expect([study.study?.row.id, study.turned]).toEqual([72, true]);
});

test("a comment that is typed while another library comes is saved", async () => {
  const { backend, study } = controller();
  await study.open(1);
  const sent: object[] = [];
  backend.editStudy = async (edit) => {
    sent.push(edit);
    return unchanged(backend);
  };
  study.typeComment(0, "a good beginning");
  await study.findAgain();
  expect(sent).toEqual([{ kind: "comment", node: 0, text: "a good beginning" }]);
});

test("a comment is saved after a pause, and at the latest two seconds after its first letter", async () => {
  vi.useFakeTimers();
  const { backend, study } = controller();
  await study.open(1);
  const sent: string[] = [];
  backend.editStudy = async (edit) => {
    if (edit.kind === "comment") sent.push(edit.text);
    return unchanged(backend);
  };
  for (let typed = 1; typed <= 5; typed++) {
    study.typeComment(0, "a".repeat(typed));
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sent).toEqual(["aaaa"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toEqual(["aaaa", "aaaaa"]);
});

test("a comment that is being saved is waited for", async () => {
  const { backend, study } = controller();
  await study.open(1);
  let save = () => {};
  backend.editStudy = async () => {
    await new Promise<void>((resolve) => (save = resolve));
    return unchanged(backend);
  };
  study.typeComment(0, "typed");
  const first = study.keepTyped();
  let isSaved = false;
  const second = study.settle().then(() => (isSaved = true));
  await Promise.resolve();
  expect(isSaved).toBe(false);
  save();
  await Promise.all([first, second]);
  expect(isSaved).toBe(true);
});

test("without a study there is nothing to find again", async () => {
  const { backend, study } = controller();
  await study.findAgain();
  expect(backend.calls).not.toContain("reopenedStudy");
});

test("a change that takes a game out of the trash says so", async () => {
  const { backend, study, notes, changes } = controller();
  await study.open(1);
  const { row = null } = study.study ?? {};
  backend.editStudy = async () => ({
    ...(await unchanged(backend)),
    row,
    isRestored: true,
  });
  await study.edit({ kind: "promote", node: 1 });
  expect(notes).toEqual(["The game was in the trash. Your change put it back in the library."]);
  expect(changes()).toBe(1);
});

describe("a change that no command asked for", () => {
  test("is dropped once another study is in front", async () => {
    const { backend, study } = controller();
    await study.open(1);
    const start = study.nodes.get(START) as Node;
    const late = { ...(await unchanged(backend)), nodes: [{ ...start, children: [] }] };
    await study.open(2);
    const { nodes, place } = study;
    study.receive(late);
    await study.settle();
    expect(study.nodes).toBe(nodes);
    expect(study.place).toBe(place);
  });

  test("leaves the board at the node to which the person went meanwhile", async () => {
    const { backend, study } = controller();
    await study.open(1);
    study.go(1);
    await study.settle();
    const late = await unchanged(backend);
    study.go(2);
    await study.settle();
    study.receive(late);
    await study.settle();
    expect([study.study?.seq, study.at, study.place?.node]).toEqual([late.seq, 2, 2]);
    // Before the board is there, too.
    study.receive({ ...late, seq: late.seq + 1 });
    study.go(3);
    await study.settle();
    expect([study.at, study.place?.node]).toEqual([3, 3]);
  });

  test("removes no move that was played later", async () => {
    const { backend, study } = controller();
    await study.open(1);
    study.go(1);
    await study.settle();
    const late = { ...(await unchanged(backend)), nodes: [study.nodes.get(1) as Node] };
    // The shell made that change first; its update comes after the answer.
    const play = backend.playInStudy.bind(backend);
    backend.playInStudy = async (mv) => ({ ...(await play(mv)), seq: late.seq + 1 });
    const studied = backend.studied.bind(backend);
    backend.studied = async () => ({ ...((await studied()) as OpenedStudy), seq: late.seq + 1 });
    await study.play("b9c7");
    const { at } = study;
    expect(study.nodes.get(at)?.row?.uci).toBe("b9c7");
    study.receive(late);
    await study.settle();
    expect(study.nodes.get(1)?.children).toContain(at);
    expect([study.nodes.has(at), study.place?.node]).toEqual([true, at]);
  });

  test("shows what an update before it had, which was lost", async () => {
    const { backend, study } = controller();
    await study.open(1);
    study.go(1);
    await study.settle();
    const start = study.nodes.get(START) as Node;
    const next = await unchanged(backend);
    const studied = backend.studied.bind(backend);
    backend.studied = async () => {
      const whole = (await studied()) as OpenedStudy;
      const nodes = whole.nodes.map((node) =>
        node.id === START ? { ...start, note: comment("kept") } : node,
      );
      return { ...whole, nodes, seq: next.seq + 1 };
    };
    study.receive({ ...next, seq: next.seq + 1 });
    await study.settle();
    expect(study.nodes.get(START)?.note?.comment).toBe("kept");
    expect([study.study?.seq, study.at, study.place?.node]).toEqual([next.seq + 1, 1, 1]);
  });
});
