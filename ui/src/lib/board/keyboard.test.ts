import { describe, expect, it } from "vitest";
import { layOut } from "./geometry";
import { type Keys, type Press, inReadingOrder, markKey, readKey } from "./keyboard";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});
const at = (cursor: string, more: Partial<Keys> = {}): Keys => ({
  geometry: layOut("xiangqi", null, false, true),
  cursor,
  typed: "",
  targets: [],
  holding: false,
  ...more,
});
const FLIPPED = layOut("xiangqi", null, true, true);
const WIDE = layOut("gomoku", 15, false, true);

/** The cursor after all keys. */
function walk(keys: string[], from: Keys): string {
  let now = from;
  for (const key of keys) {
    const act = readKey(press(key), now);
    if (act?.kind === "go") now = { ...now, cursor: act.square, typed: act.typed };
  }
  return now.cursor;
}

describe("arrows", () => {
  it.each([
    ["ArrowUp", "e1", "e0"],
    ["ArrowDown", "e0", "e1"],
    ["ArrowLeft", "d0", "f0"],
    ["ArrowRight", "f0", "d0"],
  ])("%s follows the eye, upright and flipped", (key, upright, flipped) => {
    expect(walk([key], at("e0"))).toBe(upright);
    expect(walk([key], at("e0", { geometry: FLIPPED }))).toBe(key === "ArrowUp" ? "e0" : flipped);
  });

  it("stop at the edge", () => {
    expect(walk(["ArrowLeft", "ArrowLeft"], at("b0"))).toBe("a0");
  });
});

describe("typing a square", () => {
  it.each([
    [["c"], "c4"],
    [["c", "5"], "c5"],
    [["C", "0"], "c0"],
    [["7"], "e7"],
    [["c", "5", "7"], "c7"],
  ])("%j goes from e4 to %s", (keys, square) => {
    expect(walk(keys, at("e4"))).toBe(square);
  });

  it.each([
    [["l", "1", "2"], "l12"],
    [["l", "9"], "l9"],
    [["o", "1", "6"], "o6"],
    [["1", "5"], "h15"],
    [["a", "0"], "a8"],
  ])("%j goes from h8 to %s on 15×15", (keys, square) => {
    expect(walk(keys, at("h8", { geometry: WIDE }))).toBe(square);
  });

  it("forgets the letter after an arrow", () => {
    expect(walk(["c", "ArrowUp", "2"], at("e4"))).toBe("c2");
    expect(readKey(press("ArrowUp"), at("c4", { typed: "c" }))).toMatchObject({ typed: "" });
  });
});

it("digits go through the targets of a picked piece in reading order", () => {
  const targets = ["e2", "h9", "h4"];
  expect(inReadingOrder(layOut("xiangqi", null, false, true), targets)).toEqual(["h9", "h4", "e2"]);
  expect(walk(["2"], at("h2", { targets }))).toBe("h4");
  expect(walk(["9"], at("h2", { targets }))).toBe("h2");
  expect(walk(["c", "9"], at("h2", { targets }))).toBe("c9");
});

describe("commands", () => {
  it.each([
    ["l", "last"],
    ["P", "pieces"],
    ["o", "clocks"],
    ["v", "attackers"],
    ["y", "legal"],
    ["/", "type"],
  ])("%s reads %s", (key, reading) => {
    expect(readKey(press(key), at("e4"))).toEqual({ kind: "read", reading });
  });

  it("Shift reads where the letter is a file", () => {
    const keys = at("h8", { geometry: WIDE });
    expect(readKey(press("l"), keys)).toMatchObject({ kind: "go" });
    expect(readKey(press("L", { shiftKey: true }), keys)).toEqual({ kind: "read", reading: "last" });
    expect(readKey(press("p"), keys)).toEqual({ kind: "read", reading: "pieces" });
  });

  it.each([
    ["xiangqi", null, "K"],
    ["gomoku", 10, "K"],
    ["gomoku", 11, "Shift+K"],
    ["gomoku", 15, "Shift+K"],
  ] as const)("the mark key of %s with %s lines is %s, and marks", (game, size, chord) => {
    const geometry = layOut(game, size, false, true);
    expect(markKey(geometry.files)).toBe(chord);
    const pressed = press("k", { shiftKey: chord !== "K" });
    expect(readKey(pressed, at("e4", { geometry }))).toEqual({ kind: "read", reading: "mark" });
  });

  it("Enter and Space act, Escape lets go only of what is held", () => {
    expect(readKey(press("Enter"), at("e4"))).toEqual({ kind: "act" });
    expect(readKey(press(" "), at("e4"))).toEqual({ kind: "act" });
    expect(readKey(press("Escape"), at("e4", { holding: true }))).toEqual({ kind: "cancel" });
    expect(readKey(press("Escape"), at("e4"))).toBeNull();
  });

  it.each(["z", "Tab", "F5", "?", "Home"])("%s is not the board's", (key) => {
    expect(readKey(press(key), at("e4"))).toBeNull();
  });

  it("leaves Ctrl, Alt and Meta to the window", () => {
    expect(readKey(press("c", { ctrlKey: true }), at("e4"))).toBeNull();
    expect(readKey(press("ArrowUp", { altKey: true }), at("e4"))).toBeNull();
    expect(readKey(press("v", { metaKey: true }), at("e4"))).toBeNull();
  });
});
