import { describe, expect, test } from "vitest";
import { get, find, hears, input, key, open } from "../../driver";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import type { ImportOutcome } from "../bindings";
import { imported as report } from "../backend/memory-records";
import { fileName, lossOf, placeOf } from "./texts";

const why = { code: "unsupported-record", message: "x", at: null, points: [], obstacles: [] };
describe("what comes in", () => {
  test("many games show the library, and what was passed over is listed with its reason", async () => {
    const backend = await open();
    const skipped = [
      { place: "/home/me/a.txt", game: null, why },
      { place: "C:\\games\\b.pgn", game: 3, why },
    ];
    backend.offered.push(report({ games: 40, skipped, unlisted: 7 }));
    backend.say({ kind: "offered" });
    expect((await find("skipped-sum")).textContent).toContain("40 games imported, 9 skipped.");
    expect(screen.getAllByTestId("skipped").map((row) => row.textContent?.trim())).toEqual([
      expect.stringMatching(/^a\.txt.*Not a game record/s),
      expect.stringMatching(/^b\.pgn, game 3/),
    ]);
    expect(get("skipped-more").textContent).toContain("And 7 more.");
    await fireEvent.click(get("skipped-close"));
    await find("screen-library");
  });

  test("what is in the library already is told", async () => {
    const backend = await open();
    backend.offered.push(report({ games: 3, known: 2 }));
    backend.say({ kind: "offered" });
    expect((await find("toast")).textContent).toContain("New games: 3. Already in the library: 2.");
    await find("screen-library");
  });

  test("a game with known moves names the one that is there and offers to keep both", async () => {
    const backend = await open();
    const { row } = await backend.openStudy(1);
    const one = { place: "/home/me/a.xqf", game: null, same: { ...row, date: "1999.01.02" } };
    backend.offered.push(report({ opens: 1, duplicates: 1, listedDuplicates: [one] }));
    backend.say({ kind: "offered" });
    const toast = await find("toast");
    expect(toast.textContent).toMatch(/Already in the library: .+ – .+, 1999\.01\.02\./);
    backend.offered.push(report({ opens: 2, games: 1 }));
    await fireEvent.click(screen.getByText("Keep both"));
    await waitFor(() => expect(backend.calls).toContain("importDuplicates"));
    await waitFor(() => expect(document.body.textContent).toContain("Record imported."));
  });

  test("many duplicates are listed with the games that are there", async () => {
    const backend = await open();
    const { row } = await backend.openStudy(1);
    const listed = [3, 4].map((game) => ({ place: "/home/me/b.pgn", game, same: { ...row, date: "" } }));
    backend.offered.push(report({ games: 5, duplicates: 2, listedDuplicates: listed }));
    backend.say({ kind: "offered" });
    expect((await find("skipped-sum")).textContent).toContain("2 games have the moves of a game");
    expect(screen.getAllByTestId("duplicate").map((one) => one.textContent)).toEqual([
      expect.stringMatching(/b\.pgn, game 3.*Already in the library/s),
      expect.stringMatching(/b\.pgn, game 4/),
    ]);
    await fireEvent.click(get("duplicates-keep"));
    await waitFor(() => expect(backend.calls).toContain("importDuplicates"));
    expect(screen.queryByTestId("skipped-sum")).toBeNull();
  });

  test("a game beside a skipped file opens, and the list alone answers", async () => {
    const backend = await open();
    const skipped = [{ place: "/home/me/empty.pgn", game: null, why }];
    backend.offered.push(report({ opens: 1, games: 1, skipped }));
    backend.say({ kind: "offered" });
    expect((await find("skipped-sum")).textContent).toContain("1 game imported, 1 skipped.");
    expect(get("skipped").textContent).toContain("empty.pgn");
    await find("screen-study");
    expect(screen.queryByTestId("toast")).toBeNull();
    await fireEvent.click(get("skipped-close"));
    // Stopped before the first game, too.
    backend.offered.push(report({ skipped: [...skipped, ...skipped], stopped: true }));
    backend.say({ kind: "offered" });
    expect((await find("skipped-sum")).textContent).toContain("Import stopped");
    expect(screen.queryByTestId("toast")).toBeNull();
  });

  test("a position alone is no record that was imported: a game begins from it with one press", async () => {
    const backend = await open();
    const study = await backend.openStudy(1);
    const alone = { ...study, nodes: study.nodes.slice(0, 1).map((root) => ({ ...root, children: [] })) };
    backend.openStudy = async () => alone;
    backend.offered.push(report({ opens: 1, games: 1 }));
    backend.say({ kind: "offered" });
    const toast = await find("toast");
    expect(toast.textContent).toContain("The position is on the board");
    expect(toast.textContent).not.toContain("imported");
    await fireEvent.click(screen.getByRole("button", { name: "Play from here" }));
    await find("screen-play");
    expect(backend.calls.filter((call) => call.startsWith("beginFrom"))).toEqual(["beginFrom 0"]);
  });

  test("one file that is no record is refused by its name, and the screen stays", async () => {
    const backend = await open();
    backend.offered.push(report({ skipped: [{ place: "/home/me/letter.txt", game: null, why }] }));
    await key("o", { ctrlKey: true });
    expect((await find("toast")).textContent).toContain("letter.txt: Not a game record");
    expect(get("screen-home")).toBeTruthy();
  });

  test("a second press while files are chosen opens no second dialog", async () => {
    const backend = await open();
    let dialogs = 0;
    let close = (_: ImportOutcome | null) => {};
    backend.importChosen = () => {
      dialogs += 1;
      return new Promise((closed) => (close = closed));
    };
    const settle = () => new Promise((resolve) => setTimeout(resolve));
    await key("o", { ctrlKey: true });
    await key("o", { ctrlKey: true });
    await waitFor(() => expect(dialogs).toBe(1));
    await settle();
    expect(dialogs).toBe(1);
    close(null);
    await settle();
    await key("o", { ctrlKey: true });
    await waitFor(() => expect(dialogs).toBe(2));
  });

  test("a comment that is typed during an import is saved before the game opens", async () => {
    const backend = await open();
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
    const before = backend.calls.length;
    let end = (_: ImportOutcome | null) => {};
    backend.importOffered = () => {
      backend.calls.push("importOffered");
      return new Promise((ended) => (end = ended));
    };
    backend.say({ kind: "offered" });
    await waitFor(() => expect(backend.calls.slice(before)).toContain("importOffered"));
    await key("c");
    await input("comment", "typed");
    end(report({ opens: 5, games: 1 }));
    await waitFor(() => expect(backend.calls).toContain("openStudy 5"));
    expect(backend.calls.slice(before).filter((call) => /^(edit|open)Study/.test(call))).toEqual([
      "editStudy comment",
      "openStudy 5",
    ]);
  });

  test("progress is shown while there is an import, and can be stopped; a late word shows nothing", async () => {
    const backend = await open();
    // Files offered before the window opened are imported once.
    await waitFor(() => expect(backend.calls).toContain("importOffered"));
    const progress = { files: 3, filesTotal: 9, games: 12 };
    backend.say({ kind: "import", progress });
    expect(screen.queryByTestId("import-dialog")).toBeNull();
    let end = (_: ImportOutcome | null) => {};
    backend.importOffered = () => new Promise((ended) => (end = ended));
    backend.say({ kind: "offered" });
    backend.say({ kind: "import", progress });
    expect((await find("import-progress")).textContent).toContain("Files read: 3 of 9 · games found: 12");
    await fireEvent.click(get("import-stop"));
    expect(backend.calls.at(-1)).toBe("stopImport");
    end(report({ games: 12, stopped: true }));
    await waitFor(() => expect(screen.queryByTestId("import-dialog")).toBeNull());
  });
});

describe("two imports at once", () => {
  test("can each be stopped", async () => {
    const backend = await open();
    await waitFor(() => expect(backend.calls).toContain("importOffered"));
    const progress = { files: 3, filesTotal: 9, games: 12 };
    const ends: ((report: ImportOutcome) => void)[] = [];
    backend.importOffered = () => new Promise((ended) => ends.push(ended));
    backend.say({ kind: "offered" });
    await waitFor(() => expect(ends).toHaveLength(1));
    backend.say({ kind: "import", progress });
    await find("import-dialog");
    // The dialog of an import holds no further one back.
    backend.say({ kind: "offered" });
    await waitFor(() => expect(ends).toHaveLength(2));
    await fireEvent.click(get("import-stop"));
    expect((get("import-stop") as HTMLButtonElement).disabled).toBe(true);
    ends[0]?.(report({ games: 12, stopped: true }));
    await waitFor(() => expect(screen.queryByTestId("import-dialog")).toBeNull());
    backend.say({ kind: "import", progress });
    expect(((await find("import-stop")) as HTMLButtonElement).disabled).toBe(false);
    await fireEvent.click(get("import-stop"));
    expect(backend.calls.filter((call) => call === "stopImport")).toHaveLength(2);
    ends[1]?.(report({ games: 1, stopped: true }));
    await waitFor(() => expect(screen.queryByTestId("import-dialog")).toBeNull());
  });
});

describe("a file that is dropped on a dialog", () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

  test("is imported when the dialog has closed, so that nothing typed in it is lost", async () => {
    const backend = await open();
    await key("3", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
    await fireEvent.click(get("study-header"));
    await input("header-event", "五羊杯");
    const before = backend.calls.length;
    const asked = () => backend.calls.slice(before).filter((call) => /^import|^openStudy/.test(call));
    backend.offered.push(report({ opens: 5, games: 1 }));
    backend.say({ kind: "offered" });
    // Where the page receives the file itself.
    const event = new Event("drop", { bubbles: true, cancelable: true });
    const dataTransfer = { types: ["Files"], files: [new File(["h8h9g7"], "a.psq")], getData: () => "" };
    document.body.dispatchEvent(Object.assign(event, { dataTransfer }));
    await settle();
    expect(asked()).toEqual([]);
    expect((get("header-event") as HTMLInputElement).value).toBe("五羊杯");
    await fireEvent.click(get("header-keep"));
    await waitFor(() => expect(asked()).toEqual(expect.arrayContaining(["importOffered", "importBytes"])));
    expect(backend.calls).toContain("editStudy describe");
    await waitFor(() => expect(asked()).toContain("openStudy 5"));
  });
});

describe("files of doubtful encoding", () => {
  const asked = async (games = 2) => {
    const backend = await open();
    const place = "/home/me/a.sgf";
    backend.samples = {
      Big5: [{ place, texts: ["樅"] }],
      Shift_JIS: [{ place, texts: [] }],
    };
    const doubtful = [
      { guess: "gb18030", files: 3, samples: [{ place, texts: ["甲", "杯"] }] },
      { guess: "EUC-JP", files: 1, samples: [{ place: null, texts: ["André"] }] },
    ];
    backend.offered.push(report({ games, doubtful }));
    backend.say({ kind: "offered" });
    const list = (await find("encoding-gb18030")) as HTMLSelectElement;
    return { backend, list };
  };
  const choose = (list: HTMLElement, value: string) => fireEvent.change(list, { target: { value } });

  test("the others are in, and one dialog asks for all; the choice is shown before anything is stored", async () => {
    const { backend, list } = await asked();
    await find("screen-library");
    expect((await find("toast")).textContent).toContain("Games imported: 2.");
    expect(screen.getByLabelText("Encoding of 3 files")).toBe(list);
    expect([...list.options].map(({ text }) => text).slice(0, 3)).toEqual([
      "GB18030, Simplified Chinese (guess)",
      "UTF-8, Unicode",
      "Big5, Traditional Chinese",
    ]);
    // An encoding that is not in the list is there as a guess.
    expect((screen.getByLabelText("Encoding of 1 file") as HTMLSelectElement).value).toBe("EUC-JP");
    const texts = get("encoding-texts-gb18030");
    await hears("polite", "甲 杯");
    expect(texts.textContent).toMatch(/a\.sgf\s*甲 · 杯/);
    expect(get("encoding-dialog").textContent).toContain("2 more files");
    expect(get("encoding-texts-EUC-JP").textContent).toContain("Pasted text");
    await choose(list, "Shift_JIS");
    await waitFor(() => expect(texts.textContent).toContain("Not readable in this encoding"));
    await choose(list, "Big5");
    await waitFor(() => expect(texts.textContent).toContain("樅"));
    expect(backend.calls.some((call) => call.startsWith("importDoubtful"))).toBe(false);
    const skipped = [{ place: "/home/me/a.sgf", game: null, why }];
    backend.offered.push(report({ games: 3, skipped }));
    await fireEvent.click(get("encoding-import"));
    expect((await find("skipped-sum")).textContent).toContain("3 games imported, 1 skipped.");
    expect(backend.calls).toContain("importDoubtful gb18030=Big5 EUC-JP=EUC-JP");
    expect(screen.queryByTestId("encoding-dialog")).toBeNull();
  });

  test("the answer to an earlier choice does not replace a later one", async () => {
    const { backend, list } = await asked();
    const answers: (() => void)[] = [];
    backend.readDoubtful = (_, encoding) =>
      new Promise((done) => answers.push(() => done([{ place: null, texts: [encoding] }])));
    await choose(list, "Big5");
    await choose(list, "UTF-8");
    answers.reverse().forEach((answer) => answer());
    await waitFor(() => expect(get("encoding-texts-gb18030").textContent).toMatch(/UTF-8/));
    expect(get("encoding-texts-gb18030").textContent).not.toContain("Big5");
  });

  test("skipped files are forgotten and counted", async () => {
    const { backend, list } = await asked(0);
    await waitFor(() => expect(document.activeElement).toBe(list));
    await fireEvent.click(get("encoding-skip"));
    await waitFor(() => expect(screen.queryByTestId("encoding-dialog")).toBeNull());
    expect(backend.calls).toContain("skipDoubtful");
    await waitFor(() =>
      expect(
        screen
          .getAllByTestId("toast")
          .map((toast) => toast.textContent)
          .join(),
      ).toContain("Files not imported: 4."),
    );
  });
});

describe("what goes out", () => {
  test("Ctrl+E, Enter writes the form that was chosen last; what a form leaves out is told before", async () => {
    const backend = await open();
    await key("e", { ctrlKey: true });
    expect((await find("toast")).textContent).toContain("No game is open.");
    await fireEvent.click(get("rail-library"));
    await fireEvent.click((await screen.findAllByTestId("library-row"))[0] as HTMLElement);
    await find("study-at");
    await key("e", { ctrlKey: true });
    expect((await find("export-loss-psq")).textContent).toBe("Not included: comments (2).");
    expect((get("export-pos") as HTMLInputElement).disabled).toBe(true);
    expect(document.activeElement).toBe(get("export-sgf"));
    await fireEvent.click(get("export-psq"));
    await fireEvent.click(get("export-save"));
    await waitFor(() => expect(screen.queryByTestId("export-dialog")).toBeNull());
    expect(backend.calls).toContain("exportGame psq");
    await key("e", { ctrlKey: true });
    await waitFor(() => expect((get("export-psq") as HTMLInputElement).checked).toBe(true));
  });

  test("pictures are drawn as the board is, in two clicks from a game; an animation shows its progress and stops", async () => {
    const backend = await open();
    await fireEvent.click(get("opponent-friend"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    await fireEvent.click(get("play-export"));
    await fireEvent.click(await find("export-copy"));
    await waitFor(() => expect(backend.calls).toContain("copyPicture game"));
    expect((await screen.findAllByTestId("toast")).at(-1)?.textContent).toContain(
      "The picture is on the clipboard.",
    );
    const { board, xiangqiSet } = backend.settings;
    expect(backend.styles[0]).toMatchObject({
      wood: board,
      pieces: xiangqiSet,
      language: "english",
      heading: true,
    });
    await fireEvent.click(get("play-export"));
    await fireEvent.click(await find("export-gif"));
    await fireEvent.click(get("export-heading"));
    let done = () => {};
    backend.drawn = new Promise((resolve) => (done = resolve));
    await fireEvent.click(get("export-save"));
    await waitFor(() => expect(backend.calls).toContain("exportGif game 1000"));
    backend.say({ kind: "drawing", done: 3, total: 9 });
    expect((await find("export-progress")).textContent).toContain("Picture 3 of 9");
    await fireEvent.click(get("export-stop"));
    expect(backend.calls).toContain("stopDrawing");
    done();
    await waitFor(() => expect(screen.queryByTestId("export-dialog")).toBeNull());
    expect(backend.styles.at(-1)?.heading).toBe(false);
  });
});

test("a game on the board is exported while it is played", async () => {
  const backend = await open();
  await fireEvent.click(get("opponent-friend"));
  await fireEvent.click(get("start"));
  await find("screen-play");
  await key("e", { ctrlKey: true });
  await find("export-dialog");
  expect(backend.calls).toContain("exportForms game");
  expect(get("screen-play")).toBeTruthy();
});

test("words name a place of any system, and nothing where nothing is lost", () => {
  expect(["/a/b.xqf", "C:\\a\\b.xqf", "b.xqf", "/a/b/"].map(fileName)).toEqual([
    "b.xqf",
    "b.xqf",
    "b.xqf",
    "b",
  ]);
  expect(placeOf("zh-CN", { place: null, game: 2 })).toBe("粘贴的内容 第 2 局");
  expect(lossOf("en", { name: "pgn", ending: "pgn", leftOut: [], refused: null })).toBeNull();
});
