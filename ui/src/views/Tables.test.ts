// A game with another machine of the network, from the first screen to the board and back.
import axe from "axe-core";
import { fireEvent, screen, waitFor } from "@testing-library/svelte";
import { describe, expect, test } from "vitest";
import { find, get, hears, input, key, open } from "../driver";
import { MemoryBackend, type MemoryOptions } from "../lib/backend/memory";
import { fault } from "../lib/backend/memory-shell";

const field = (testid: string) => (get(testid) as HTMLInputElement).value;

const NOW = Date.UTC(2026, 10, 20);

async function chosen(options: MemoryOptions = {}) {
  const backend = await open(options);
  await fireEvent.click(await find("opponent-network"));
  await find("network-fields");
  return backend;
}

/** Opens a table, and Bo sits down. */
async function playing() {
  const backend = await chosen();
  await fireEvent.click(get("start"));
  await find("table-words");
  await backend.arrive();
  await find("screen-play");
  await find("table-here");
  return backend;
}

describe("a table that is opened here", () => {
  test("shows the code in words and digits with its address, and Esc closes it", async () => {
    const backend = await chosen();
    await fireEvent.click(get("start"));
    expect((await find("table-words")).textContent).toBe("apple bench candle door");
    expect(get("table-digits").textContent).toBe("001-002-003-004");
    expect(get("table-address").textContent).toBe("192.168.1.20:40000");
    expect(backend.calls).toContain("openTable xiangqi first 10 en");
    backend.tell({ kind: "opened" });
    await hears("polite", "The table is open. Code: apple bench candle door. Address: 192.168.1.20:40000.");
    backend.tell({ kind: "wrongCode" }, { wrongCodes: 2 });
    expect((await find("wrong-codes")).textContent).toContain("(2 of 5)");
    const group = get("table-code");
    expect(group.tabIndex).toBe(0);
    expect(group.getAttribute("aria-label")).toBe(
      "Code: apple bench candle door. Address: 192.168.1.20:40000.",
    );
    expect((await axe.run(get("table-dialog"))).violations).toEqual([]);
    await fireEvent(get("table-dialog"), new Event("cancel", { cancelable: true }));
    await waitFor(() => expect(screen.queryByTestId("table-dialog")).toBeNull());
    expect(backend.calls).toContain("leaveTable");
  });

  test("is explained before it is opened: what it opens, until when, and what its code protects", async () => {
    await chosen();
    const said = [...get("network-safe").querySelectorAll("li")].map((one) => one.textContent);
    expect(said).toHaveLength(5);
    expect(said[0]).toContain("listens on one port");
    expect(said[1]).toContain("closes all of it");
    expect(said[2]).toContain("Only players with the code can sit down.");
    expect(said[3]).toContain("no files");
    expect(said[4]).toContain("up to 30 guests and 4 spectators");
    expect((await axe.run(get("network-fields"))).violations).toEqual([]);
  });

  test("has the ordinary board once the other player is there", async () => {
    const backend = await playing();
    await hears("assertive", "Bo is connected.");
    await hears("polite", "You play Red.");
    expect(screen.queryByTestId("table-dialog")).toBeNull();
    expect(get("table-here").textContent).toContain("Bo is connected");
    expect(get("status").textContent).toBe("Your move");
    get("table-say").focus();
    await fireEvent.click(get("table-say"));
    expect(document.activeElement).toBe(get("say-hello"));
    await fireEvent.click(get("say-close"));
    await waitFor(() => expect(document.activeElement).toBe(get("table-say")));
    await fireEvent.click(get("table-say"));
    await fireEvent.click(get("say-good-luck"));
    await waitFor(() => expect(document.activeElement).toBe(get("table-say")));
    expect(backend.calls).toContain("sayAtTable good-luck");
    backend.tell({ kind: "said", phrase: "thanks" });
    expect((await find("table-said")).textContent).toContain("Bo: “Thank you!”");
    await hears("polite", "Bo: “Thank you!”");
  });

  test("waits for a lost player as long as was chosen", async () => {
    const backend = await chosen();
    await fireEvent.change(get("network-wait"), { target: { value: "30" } });
    expect((await axe.run(get("network-fields"))).violations).toEqual([]);
    await fireEvent.click(get("start"));
    await find("table-words");
    expect(backend.calls).toContain("openTable xiangqi first 30 en");
  });

  test("is left after a question, while the game is not over", async () => {
    const backend = await playing();
    await fireEvent.click(get("table-leave-game"));
    expect((await find("table-leaving")).textContent).toContain("Leave it for another time, or resign?");
    expect(document.activeElement).toBe(get("leave-later"));
    await fireEvent.click(get("leave-cancel"));
    expect(screen.queryByTestId("table-leaving")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(get("table-leave-game")));
    expect(backend.calls).not.toContain("leaveTable");
    await fireEvent.click(get("table-leave-game"));
    await fireEvent.click(get("leave-resign"));
    await waitFor(() => expect(backend.calls).toContain("resign"));
    expect(backend.calls).not.toContain("leaveTable");
    await waitFor(() => expect(screen.queryByTestId("table-leaving")).toBeNull());
    await fireEvent.click(get("table-leave-game"));
    await waitFor(() => expect(backend.calls).toContain("leaveTable"));
  });

  test.each([
    ["Tab", { ctrlKey: true }],
    ["x", {}],
  ])("promises no help that a game with another person does not have, by %s", async (name, held) => {
    await playing();
    await key(name, held);
    await hears("polite", "There is no help in a game with another person.");
  });

  test("says that the game can go on when the other player leaves it", async () => {
    const backend = await playing();
    await fireEvent.click(get("table-leave-game"));
    backend.tell({ kind: "closed" }, { isHere: false, closed: { why: "otherLeft" } });
    await find("screen-home");
    await hears("assertive", "The other player left the table. Continue the game from Home.");
  });

  test("questions are asked and answered", async () => {
    const backend = await playing();
    backend.tell({ kind: "asked" }, { asked: "take-back" });
    expect((await find("table-asked")).textContent).toContain("Bo asks to take back a move.");
    await hears("assertive", "Bo asks to take back a move. Ctrl Enter accepts, Ctrl Backspace declines.");
    get("table-yes").focus();
    await fireEvent.click(get("table-yes"));
    expect(document.activeElement?.closest("[role=grid]")).not.toBeNull();
    await waitFor(() => expect(backend.calls).toContain("answerAtTable take-back true"));
    await waitFor(() => expect(screen.queryByTestId("table-asked")).toBeNull());
    backend.tell({ kind: "asked" }, { asked: "draw" });
    await find("table-asked");
    await fireEvent.keyDown(document.activeElement ?? document.body, { key: "Backspace", ctrlKey: true });
    await waitFor(() => expect(backend.calls).toContain("answerAtTable draw false"));
    await waitFor(() => expect(screen.queryByTestId("table-asked")).toBeNull());
    await fireEvent.click(get("table-adjourn"));
    expect((await find("table-asking")).textContent).toContain("You asked to continue another time.");
    backend.tell({ kind: "answered", question: "adjourn", accept: false }, { asking: null });
    await hears("assertive", "Bo declined.");
    expect(screen.queryByTestId("table-asking")).toBeNull();
  });

  test("waits for a lost player, and a closed one leaves its game on the first screen", async () => {
    const backend = await playing();
    backend.tell({ kind: "away" }, { isHere: false, waitS: 600 });
    expect((await find("table-away")).textContent).toContain("Waiting for Bo for up to 10 minutes.");
    expect(get("table-say").hasAttribute("disabled")).toBe(true);
    backend.tell({ kind: "here" }, { isHere: true });
    await waitFor(() => expect(screen.queryByTestId("table-away")).toBeNull());
    backend.tell({ kind: "closed" }, { isHere: false, closed: { why: "waitOver" } });
    await find("screen-home");
    await hears("assertive", "The other player did not return in time. Continue the game from Home.");
  });
});

describe("a table that is joined", () => {
  test("asks for address and code, and shows the terms before the game", async () => {
    const backend = await chosen();
    await input("network-name", "Anna");
    await fireEvent.change(get("network-name"));
    await fireEvent.click(get("network-join"));
    await find("join-address");
    await input("join-address", "192.168.1.20:40000 ");
    await input("join-code", "apple bench candle door");
    expect((get("join-name") as HTMLInputElement).value).toBe("Anna");
    await input("join-name", "Anna B.");
    await fireEvent.change(get("join-name"));
    await fireEvent.click(get("join-go"));
    await find("table-connecting");
    expect(backend.calls).toContain("joinTable 192.168.1.20:40000 apple bench candle door Anna B.");
    const { setup, clock, coach } = MemoryBackend.leftOver(NOW);
    const [first, second] = [
      { kind: "human", name: "Bo" } as const,
      { kind: "human", name: "Anna" } as const,
    ];
    const offered = { setup, clock, coach, odds: null, first, second, mine: "second" } as const;
    backend.tell({ kind: "offered" }, { offered });
    await find("terms-accept");
    expect(get("table-dialog").textContent).toContain("Bo offers a game of Xiangqi.");
    expect(get("table-dialog").textContent).toContain("You play Black.");
    await fireEvent.click(get("terms-accept"));
    await find("screen-play");
    expect(backend.calls).toContain("acceptTerms");
  });

  test.each([
    ["192.168.1.20：40000", "０１７－２０３－００５－２５０", "192.168.1.20:40000 017-203-005-250"],
    ["１９２。168．1。20:40000", " apple bench ", "192.168.1.20:40000 apple bench"],
    ["192.168.1.20:40000", "cửa sổ".normalize("NFD"), "192.168.1.20:40000 cửa sổ"],
  ])("is reached at %s with %s, as input methods type them", async (address, code, sent) => {
    const backend = await chosen();
    await fireEvent.click(get("network-join"));
    await find("join-address");
    await input("join-address", address);
    await input("join-code", code);
    await fireEvent.click(get("join-go"));
    await find("table-connecting");
    expect(backend.calls).toContain(`joinTable ${sent} `);
  });

  test("is chosen among those of the network, which are looked for while the form is open", async () => {
    const backend = await chosen();
    expect(backend.calls).not.toContain("lookForTables");
    await fireEvent.click(get("network-join"));
    expect((await find("found-tables")).textContent).toContain("Looking for tables");
    expect(backend.calls).toContain("lookForTables");
    const anna = { name: "Anna", game: "gomoku", rule: "renju", address: "192.168.1.20:40000" } as const;
    const bare = { name: "", game: "tictactoe", rule: "", address: "192.168.1.21:40000" } as const;
    backend.find([anna]);
    await hears("polite", "Table found: Anna, Gomoku, Renju: Black has forbidden moves.");
    backend.find([bare, anna]);
    const buttons = () => screen.getAllByTestId("found-table").map((button) => button.textContent);
    await waitFor(() =>
      expect(buttons()).toEqual(["A table, Tic-tac-toe", "Anna, Gomoku, Renju: Black has forbidden moves"]),
    );
    await fireEvent.click(screen.getAllByTestId("found-table")[1] as HTMLElement);
    expect(field("join-address")).toBe("192.168.1.20:40000");
    expect(document.activeElement).toBe(get("join-code"));
    expect((await axe.run(get("table-dialog"))).violations).toEqual([]);
    backend.find([]);
    await waitFor(() => expect(screen.queryByTestId("found-table")).toBeNull());
    await fireEvent.click(get("join-cancel"));
    await waitFor(() => expect(backend.calls).toContain("stopLookingForTables"));
  });

  test("is joined by its address where this machine cannot look", async () => {
    const refusal = fault("no-table-search", "This machine cannot look for tables.");
    await chosen({ fail: { lookForTables: refusal } });
    await fireEvent.click(get("network-join"));
    await waitFor(() => expect(get("found-tables").textContent).toContain("cannot look for tables"));
    expect(get("join-go").hasAttribute("disabled")).toBe(false);
  });

  test("says why it cannot be joined, and keeps what was typed", async () => {
    const backend = await chosen();
    await fireEvent.click(get("network-join"));
    await find("join-address");
    await input("join-address", "192.168.1.20:40000");
    await input("join-code", "apple");
    await fireEvent.click(get("join-go"));
    await find("table-connecting");
    const closed = { why: "failed", code: "table-wrong-code", message: "" } as const;
    backend.tell({ kind: "closed" }, { closed });
    expect((await find("join-failure")).textContent).toBe("The code is wrong. Ask for the code again.");
    expect(field("join-address")).toBe("192.168.1.20:40000");
    expect(field("join-code")).toBe("apple");
  });
});

describe("an unfinished game of a table", () => {
  const [first, second] = [{ kind: "human", name: "Anna" } as const, { kind: "human", name: "Bo" } as const];
  const left = { ...MemoryBackend.leftOver(NOW), first, second, mine: "first" as const };

  test("opens its table again where it was opened", async () => {
    const table = { isHost: true, address: "40000" };
    const backend = await open({ unfinished: [{ ...left, table }] });
    await find("resume-dialog");
    await fireEvent.click(get("resume"));
    await find("table-dialog");
    expect(backend.calls).toContain("goOnAtTable left-over  en");
    expect(backend.calls).not.toContain("resume left-over");
  });

  test("whose table cannot be opened says so once", async () => {
    const table = { isHost: true, address: "40000" };
    const fail = { goOnAtTable: fault("unknown-code", "The port is taken.") };
    const backend = await open({ unfinished: [{ ...left, table }], fail, announcements: "window" });
    await find("resume-dialog");
    await fireEvent.click(get("resume"));
    expect((await find("toast")).textContent).toContain("The port is taken.");
    const said = () => backend.announced.filter((one) => one.includes("The port is taken."));
    await waitFor(() => expect(said()).toHaveLength(1));
  });

  test("joins its table again where it was joined, at an address that can be corrected", async () => {
    const table = { isHost: false, address: "192.168.1.20:40000" };
    const backend = await open({ unfinished: [{ ...left, table }] });
    await find("resume-dialog");
    await fireEvent.click(get("resume-later"));
    await fireEvent.click(await find("resume-strip-resume"));
    expect(await find("join-address").then(() => field("join-address"))).toBe("192.168.1.20:40000");
    expect(screen.queryByTestId("join-code")).toBeNull();
    await input("join-address", "192.168.1.30：40000");
    await fireEvent.click(get("join-go"));
    await waitFor(() => expect(backend.calls).toContain("goOnAtTable left-over 192.168.1.30:40000 en"));
  });
});
