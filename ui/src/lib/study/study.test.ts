import { afterEach, expect, test, vi } from "vitest";
import { MemoryBackend } from "../backend/memory";
import type { OpenedStudy, StudyUpdate } from "../bindings";
import { StudyController } from "./study.svelte";

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

/** The answer to a change that leaves the study as it is. */
async function unchanged(backend: MemoryBackend): Promise<StudyUpdate> {
  const { place } = (await backend.studied()) as OpenedStudy;
  const nothing = { header: null, row: null, verdict: null, stopped: null, unread: null, unsaved: null };
  return { ...nothing, nodes: [], place, canUndo: true, canRedo: false, isRestored: false };
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
