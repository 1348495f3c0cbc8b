import axe from "axe-core";
import { fireEvent, screen, waitFor, within } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { choose, find, get, hears, input, key, open } from "../driver";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";
import { sampleExternal } from "../lib/backend/memory-engines";
import type { Unfinished } from "../lib/bindings";
import { CONSOLE_LINES_MAX } from "../lib/engines/engine-tools.svelte";

const all = (id: string) => screen.queryAllByTestId(id);

async function engines(options: MemoryOptions = {}): Promise<MemoryBackend> {
  const backend = await open(options);
  await key("5", { ctrlKey: true });
  await find("built-in");
  return backend;
}

async function ask(command: string) {
  await fireEvent.click(get("engine-add"));
  await input("add-command", command);
  await fireEvent.click(get("add-test"));
  return find("add-probe");
}

describe("the list", () => {
  test("Ctrl+5 and the rail lead to the built-in engine, and an empty list says what an external engine is", async () => {
    await engines();
    expect(get("rail-engines").getAttribute("aria-current")).toBe("page");
    expect(get("built-in").textContent).toContain("Version 0.1.0");
    expect(get("built-in").textContent).toContain("64 MiB");
    expect(get("engines-empty").textContent).toContain("UCI, UCCI or Gomocup");
  });

  test("a program is asked, named and kept, in three clicks, and can then be chosen at home", async () => {
    const backend = await engines();
    expect((await ask("fairy-stockfish")).textContent).toContain("Answers in 41 ms as UCI: Fairy-Stockfish");
    await hears("polite", "Answers in 41 ms as UCI: Fairy-Stockfish");
    expect((get("add-name") as HTMLInputElement).value).toBe("Fairy-Stockfish");
    await fireEvent.click(get("add-keep"));
    await waitFor(() => expect(all("external")).toHaveLength(1));
    expect(backend.engines.externals[0]).toMatchObject({
      command: "fairy-stockfish",
      protocol: "uci",
      game: "xiangqi",
    });
    await hears("polite", "Fairy-Stockfish is ready.");
    await waitFor(() => expect(document.activeElement).toBe(get("engine-add")));
    await fireEvent.click(get("rail-home"));
    expect(
      (await find(`opponent-external-${backend.engines.externals[0]?.id}`)).closest("label")?.textContent,
    ).toContain("Fairy-Stockfish");
  });

  test.each([
    ["missing", "Program “missing” not found. Check the command.", "No output."],
    ["sleep 1000", "No reply to “uci, ucci, gomocup” in 5 s.", "No output."],
    ["cat", "The program answers “uci, ucci, gomocup”, but not like an engine.", "ucci"],
    ["false", "The program quit before answering (1).", "No output."],
    ["yes", "The program kept producing output and was stopped.", "y"],
  ])("%s: one sentence, the first lines, and what can be done", async (command, sentence, lines) => {
    const backend = await engines();
    const probe = await ask(command);
    await waitFor(() => expect(probe.textContent).toContain(sentence));
    expect(
      within(probe)
        .getByText(/First lines/)
        .closest(".disclosure")?.textContent,
    ).toContain(lines);
    expect(all("add-keep")).toHaveLength(0);
    await fireEvent.click(get("add-choose"));
    expect(document.activeElement).toBe(get("add-protocol"));
    await fireEvent.click(get("add-remove"));
    expect(all("add-form")).toHaveLength(0);
    expect(backend.engines.externals).toEqual([]);
  });

  test("a protocol that was chosen is the only one asked", async () => {
    const backend = await engines();
    await ask("eleeye");
    await choose("add-protocol", "uci");
    expect(all("add-probe")).toHaveLength(0);
    await fireEvent.click(get("add-test"));
    expect((await find("add-probe")).textContent).toContain("No reply to “uci” in 5 s.");
    await choose("add-protocol", "ucci");
    await fireEvent.click(get("add-test"));
    await waitFor(() => expect(get("add-probe").dataset.kind).toBe("answers"));
    expect(backend.calls.filter((call) => call.startsWith("probe"))).toEqual([
      "probeEngine eleeye any",
      "probeEngine eleeye uci",
      "probeEngine eleeye ucci",
    ]);
  });

  test("a program is chosen in the system's dialog and tested at once; the command line is for experts", async () => {
    const backend = await engines();
    backend.pickPath = async () => "/opt/my engines/fish";
    await fireEvent.click(get("engine-add"));
    await waitFor(() => expect(document.activeElement).toBe(get("add-choose-program")));
    expect(get("add-advanced-summary").getAttribute("aria-expanded")).toBe("false");
    await fireEvent.click(get("add-choose-program"));
    await find("add-probe");
    expect(get("add-program").textContent).toBe('"/opt/my engines/fish"');
    expect(backend.calls.find((call) => call.startsWith("probe"))).toContain('"/opt/my engines/fish"');
  });

  test("without an engine one press asks for the program's file, and a second keeps the engine", async () => {
    const backend = await engines();
    backend.pickPath = async () => "/opt/fish";
    await fireEvent.click(get("engines-choose"));
    await find("add-probe");
    expect(get("add-program").textContent).toBe("/opt/fish");
    expect(screen.queryByTestId("engines-choose")).toBeNull();
    await fireEvent.click(await find("add-keep"));
    await waitFor(() => expect(screen.queryByTestId("engines-empty")).toBeNull());
  });

  test("an action of an engine is a button, and the console shows what was sent", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await fireEvent.click(get("external-options"));
    await fireEvent.click(await find("option-Clear Hash"));
    await waitFor(() => expect(backend.calls.join()).toContain("setoption name Clear Hash"));
    expect(get("external-console").getAttribute("aria-expanded")).toBe("true");
  });

  test("an action reaches the process that analyses, and opens no console beside it", async () => {
    const external = sampleExternal();
    const backend = await engines({ externals: [external] });
    backend.analyst = external.id;
    await fireEvent.click(get("external-options"));
    await fireEvent.click(await find("option-Clear Hash"));
    await waitFor(() => expect(backend.calls).toContain(`pressAction ${external.id} Clear Hash`));
    await hears("polite", "Clear Hash");
    expect(backend.calls.join()).not.toContain("setoption");
    expect(get("external-console").getAttribute("aria-expanded")).toBe("false");
  });

  test("an empty command is asked for in words", async () => {
    const backend = await engines();
    await fireEvent.click(get("engine-add"));
    await fireEvent.click(get("add-test"));
    const field = get("add-command");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "first",
    );
    expect(backend.calls.some((call) => call.startsWith("probe"))).toBe(false);
    await key("Escape");
    await waitFor(() => expect(all("add-form")).toHaveLength(0));
  });

  test("a refused call is a message and keeps the form", async () => {
    const fail = {
      saveEngine: { code: "full", message: "", at: "/data/engines.json", points: [], obstacles: [] },
    };
    await engines({ fail });
    await ask("fairy-stockfish");
    await fireEvent.click(await find("add-keep"));
    expect((await find("toast")).textContent).toContain("The disk that holds /data/engines.json is full.");
    expect(get("add-form")).toBeTruthy();
  });

  test("renaming keeps the focus and can be undone; Escape leaves the name", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await fireEvent.click(get("external-rename"));
    await input("rename-field", "Fish");
    await fireEvent.click(get("rename-save"));
    await waitFor(() => expect(backend.engines.externals[0]?.name).toBe("Fish"));
    await waitFor(() => expect(document.activeElement).toBe(get("external-rename")));
    await fireEvent.click(await find("toast-action"));
    await waitFor(() => expect(backend.engines.externals[0]?.name).toBe("Fairy-Stockfish"));
    await fireEvent.click(get("external-rename"));
    await input("rename-field", "Other");
    await fireEvent.keyDown(get("rename-field"), { key: "Escape" });
    await waitFor(() => expect(all("rename-field")).toHaveLength(0));
    expect(backend.engines.externals[0]?.name).toBe("Fairy-Stockfish");
  });

  test("removing moves the focus on and can be undone with everything that was set", async () => {
    const externals = [
      sampleExternal(),
      sampleExternal({ id: "g2", name: "Rapfi", protocol: "gomocup", game: "gomoku" }),
    ];
    const backend = await engines({ externals });
    await fireEvent.click(all("external-remove")[0] as HTMLElement);
    await waitFor(() => expect(backend.engines.externals.map((external) => external.id)).toEqual(["g2"]));
    await waitFor(() => expect(document.activeElement).toBe(get("external-remove")));
    await fireEvent.click(await find("toast-action"));
    await waitFor(() => expect(backend.engines.externals).toContainEqual(externals[0]));
  });

  test("a test that fails offers another protocol; one that succeeds keeps what was set", async () => {
    const hash = { kind: "spin" as const, name: "Hash", value: 64, preset: 16, min: 1, max: 4096 };
    const external = sampleExternal({ command: "eleeye", protocol: "uci", options: [hash] });
    const backend = await engines({ externals: [external] });
    await fireEvent.click(get("external-test"));
    expect((await find("external-probe")).textContent).toContain("No reply to “uci” in 5 s.");
    await fireEvent.click(get("external-choose"));
    await waitFor(() => expect(document.activeElement).toBe(get("external-protocol")));
    await choose("external-protocol", "any");
    await waitFor(() => expect(backend.engines.externals[0]?.protocol).toBe("ucci"));
    expect(backend.engines.externals[0]?.options[0]).toMatchObject({ name: "Hash", value: 64 });
    expect(backend.engines.externals[0]?.options).toHaveLength(5);
  });
});

describe("options", () => {
  test("each type has its control, numbers stay in range, and reset brings the defaults back", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await fireEvent.click(get("external-options"));
    expect(get("external-options").getAttribute("aria-expanded")).toBe("true");
    const value = (name: string) =>
      backend.engines.externals[0]?.options.find((option) => option.name === name) as { value: unknown };
    expect((get("options-reset") as HTMLButtonElement).disabled).toBe(true);
    await choose("option-Hash", "999999");
    await waitFor(() => expect(value("Hash").value).toBe(4096));
    await choose("option-Hash", "");
    await waitFor(() => expect(value("Hash").value).toBe(16));
    await choose("option-Hash", "64");
    await fireEvent.click(get("option-Ponder"));
    await choose("option-Style", "risky");
    await choose("option-EvalFile", "net.bin");
    await waitFor(() => expect(value("EvalFile").value).toBe("net.bin"));
    expect([value("Hash").value, value("Ponder").value, value("Style").value]).toEqual([64, true, "risky"]);
    await fireEvent.click(get("options-reset"));
    await waitFor(() => expect(value("Style").value).toBe("normal"));
    expect([value("Hash").value, value("Ponder").value, value("EvalFile").value]).toEqual([16, false, ""]);
    await hears("polite", "All options reset to defaults.");
  });

  test("two that are changed while the first is being saved are both kept", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const save = backend.saveEngine.bind(backend);
    backend.saveEngine = async (external) => {
      await held;
      return save(external);
    };
    await fireEvent.click(get("external-options"));
    await choose("option-Hash", "64");
    await choose("option-Style", "risky");
    release();
    await waitFor(() =>
      expect(backend.calls.filter((call) => call.startsWith("saveEngine"))).toHaveLength(2),
    );
    const options = backend.engines.externals[0]?.options ?? [];
    expect(options.find(({ name }) => name === "Hash")).toMatchObject({ value: 64 });
    expect(options.find(({ name }) => name === "Style")).toMatchObject({ value: "risky" });
  });
});

describe("console", () => {
  test("lines go and come, older ones are dropped, the arrows bring back what was sent", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await fireEvent.click(get("external-console"));
    await find("console-log");
    expect(backend.calls).toContain("openConsole g1");
    await input("console-line", "isready");
    await fireEvent.click(get("console-send"));
    await waitFor(() => expect(get("console-log").textContent).toContain("readyok"));
    expect((get("console-line") as HTMLInputElement).value).toBe("");
    await fireEvent.keyDown(get("console-line"), { key: "ArrowUp" });
    expect((get("console-line") as HTMLInputElement).value).toBe("isready");
    for (let n = 0; n < CONSOLE_LINES_MAX; n++) backend.engines.send(`go ${n}`);
    await waitFor(() => expect(get("console-log").textContent).toContain("Older lines were removed."));
    expect(
      get("console-log").querySelectorAll(".sent, .said, .note:not(:first-child)").length,
    ).toBeLessThanOrEqual(CONSOLE_LINES_MAX);
    await fireEvent.click(get("rail-home"));
    await waitFor(() => expect(backend.calls).toContain("closeConsole"));
  });
});

describe("a match", () => {
  test("is played from a book of each engine, by lot or with its best moves", async () => {
    const backend = await engines();
    expect(screen.queryByTestId("match-book-first")).toBeNull();
    const book = backend.books.create("mine", "xiangqi");
    await fireEvent.click(get("rail-settings"));
    await find("screen-settings");
    await fireEvent.click(get("rail-engines"));
    await find("match-book-first");
    await choose("match-book-first", `best:${book}`);
    await choose("match-book-second", book);
    await fireEvent.click(get("match-start"));
    await find("match-result");
    expect(backend.engines.match?.plan.books).toEqual([
      { id: book, best: true },
      { id: book, best: false },
    ]);
    await fireEvent.click(get("match-stop"));
    await choose("match-book-first", "");
    await choose("match-book-second", "");
  });

  test("shows how it stands, can be stopped, and its result stays", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await choose("match-first", "guest-g1");
    await choose("match-second", "level-4");
    // The settings file has this value.
    await waitFor(() => expect(backend.settings.engineMatch.first).toBe("guest-g1"));
    await choose("match-games", "20");
    await choose("match-time", "100");
    await fireEvent.click(get("match-start"));
    await find("match-result");
    expect(backend.engines.match?.plan).toMatchObject({
      setup: { game: "xiangqi" },
      players: [
        { kind: "external", id: "g1", name: "Fairy-Stockfish" },
        { kind: "engine", level: 4 },
      ],
      games: 20,
      moveTime: 100,
    });
    expect(get("match-progress").textContent).toContain("Game 1 of 20");
    expect(get("match-elo").textContent).toContain("not known yet");
    backend.engines.play("win");
    backend.engines.play("win");
    backend.engines.play("loss");
    await waitFor(() => expect(get("match-wins").textContent).toBe("2"));
    await hears("polite", "Fairy-Stockfish: 2 won, 0 drawn, 1 lost.");
    expect(get("match-elo").textContent).toMatch(/^\+\d+ ± \d+$/);
    expect(get("match-los").textContent).toMatch(/^\d+%$/);
    await fireEvent.click(get("match-stop"));
    await find("match-start");
    await hears("polite", "Match over. Fairy-Stockfish: 2 won, 0 drawn, 1 lost.");
    await fireEvent.click(get("rail-settings"));
    await fireEvent.click(get("rail-engines"));
    expect((await find("match-progress")).textContent).toContain("3 of 20 games played");
    // Each game is in the library, and is opened from the result.
    const games = screen.getAllByTestId("match-played");
    expect(games).toHaveLength(3);
    expect(games[0]?.getAttribute("aria-label")).toBe("Game 1: Fairy-Stockfish won");
    await fireEvent.click(get("match-library"));
    await find("screen-library");
    await key("5", { ctrlKey: true });
    await fireEvent.click((await screen.findAllByTestId("match-played"))[0] as HTMLElement);
    await find("screen-study");
    expect(backend.calls).toContain("openStudy 1");
  });

  test("a weaker first engine has a minus sign, and faults are told", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await choose("match-first", "guest-g1");
    await fireEvent.click(get("match-start"));
    await find("match-result");
    const lastFault = { code: "engine-died", message: "", at: "Fairy-Stockfish", points: [], obstacles: [] };
    backend.engines.play("draw");
    backend.engines.play("loss", { faults: [1, 0], lastFault });
    await waitFor(() => expect(get("match-elo").textContent).toMatch(/^−\d+ ± \d+$/));
    expect(get("match-faults").textContent).toContain("Fairy-Stockfish 1");
    expect(get("match-faults").textContent).toContain("quit during the game");
  });

  test("an external engine plays only its own game", async () => {
    const backend = await engines({ externals: [sampleExternal()] });
    await choose("match-first", "guest-g1");
    await choose("match-game", "gomoku");
    expect(within(get("match-first")).queryByText("Fairy-Stockfish")).toBeNull();
    await choose("match-rule", "renju");
    await fireEvent.click(get("match-start"));
    await find("match-result");
    expect(backend.engines.match?.plan).toMatchObject({
      setup: { game: "gomoku", rule: "renju", size: 15 },
      players: [{ kind: "engine", level: 3 }, {}],
    });
  });
});

describe("as an opponent", () => {
  test("an external engine is chosen at home, remembered, and plays under its name", async () => {
    const backend = await open({ externals: [sampleExternal()] });
    await fireEvent.click(await find("opponent-external-g1"));
    expect(get("character").textContent).toContain("Fairy-Stockfish");
    expect(backend.settings.xiangqiNew).toMatchObject({ opponent: "guest", guest: "g1" });
    await fireEvent.click(get("seat-second"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    await waitFor(() => expect(get("player-first").textContent).toContain("Fairy-Stockfish"));
    expect(get("player-second").textContent).toContain("You");
  });

  test("two external engines can play each other, and a game they do not know does not list them", async () => {
    const externals = [sampleExternal(), sampleExternal({ id: "g2", name: "Pikafish" })];
    const backend = await open({ externals });
    await fireEvent.click(await find("opponent-engines"));
    await choose("engine-first", "guest-g2");
    await choose("engine-second", "guest-g1");
    expect(backend.settings.xiangqiNew).toMatchObject({ firstGuest: "g2", secondGuest: "g1" });
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(get("player-first").textContent).toContain("Pikafish");
    expect(get("player-second").textContent).toContain("Fairy-Stockfish");
    await fireEvent.click(get("rail-home"));
    await key("g");
    await waitFor(() => expect(all("opponent-external-g1")).toHaveLength(0));
  });

  test("an external engine that is gone leaves its place to the built-in engine, in words", async () => {
    const settings = new MemoryBackend().settings;
    const xiangqiNew = { ...settings.xiangqiNew, opponent: "guest" as const, guest: "gone", level: 2 };
    await open({ settings: { xiangqiNew } });
    expect(get("character").textContent).toContain("no longer in your list");
    expect((get("level-2") as HTMLInputElement).checked).toBe(true);
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(get("player-second").textContent).toContain("Apprentice");
  });

  test("an external engine that fails costs its game with a sentence, and the next game can begin", async () => {
    const backend = await open({ externals: [sampleExternal()] });
    await fireEvent.click(await find("opponent-external-g1"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    const outcome = { winner: "first" as const, reason: "forfeit" };
    backend.send(
      [
        { kind: "trouble", code: "engine-died", message: "", at: "Fairy-Stockfish" },
        { kind: "ended", outcome },
      ],
      { board: { outcome } },
    );
    expect((await find("end-card")).textContent).toContain("Black’s engine failed.");
    expect((await find("toast")).textContent).toContain("Fairy-Stockfish quit during the game");
    await fireEvent.click(get("end-new"));
    await fireEvent.click(await find("level-1"));
    await fireEvent.click(get("start"));
    await find("screen-play");
    expect(get("status").textContent).toBe("Your move");
  });

  test("an unfinished game whose external engine is gone offers the built-in engine", async () => {
    const left: Unfinished = {
      ...MemoryBackend.leftOver(Date.now()),
      second: { kind: "external", id: "gone", name: "Old Fish" },
    };
    await open({ unfinished: [left] });
    await fireEvent.click(await find("resume"));
    expect((await find("gone-dialog")).textContent).toContain("Old Fish was removed");
    await choose("gone-level", "3");
    await fireEvent.click(get("gone-go"));
    await find("screen-play");
    expect(get("player-second").textContent).toContain("Club player");
    expect(get("moves").querySelectorAll("[data-ply]")).toHaveLength(8);
  });
});

describe("axe", () => {
  const cases = (["en", "zh-CN"] as const).flatMap((language) =>
    (["light", "dark"] as const).map((theme) => [language, theme] as const),
  );
  test.each(cases)(
    "everything open, %s, %s: nothing to say",
    async (language, theme) => {
      const backend = await engines({ settings: { language, theme }, externals: [sampleExternal()] });
      await fireEvent.click(get("external-options"));
      await fireEvent.click(get("external-console"));
      await fireEvent.click(get("external-rename"));
      await ask("cat");
      await fireEvent.click(get("match-start"));
      backend.engines.play("draw");
      await find("match-result");
      const { violations } = await axe.run(document.body, {
        rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      // All panels are open, which takes a busy machine long to read.
    },
    30_000,
  );
});
