import { describe, expect, it } from "vitest";
import { XIANGQI_START } from "../bindings";
import { BOARD } from "./fixtures";
import { EMPTY_HAND } from "./input";
import { type Described, describer } from "./labels";
import { parsePlacement } from "./placement";
import type { BoardProps } from "./props";
import { boardText } from "./texts";

const [ENGLISH, CHINESE, COORDINATES] = [boardText("en"), boardText("zh-CN"), boardText("en", "uci")];

type Shown = Described & Pick<BoardProps, "size" | "placement">;

const GOMOKU: Shown = {
  ...BOARD,
  game: "gomoku",
  size: 5,
  placement: "5/5/2x2/5/5",
  dests: { "": ["a1"] },
};

/** The label of one point while nothing is picked. */
const labelOf = (props: Shown, square: string) =>
  describer(props, parsePlacement(props.game, props.size, props.placement), EMPTY_HAND)(square);

describe("a label", () => {
  it.each([
    ["h2", {}, "red cannon, file two rank three"],
    ["h2", { flipped: true }, "red cannon, file two rank three"],
    ["h2", { text: COORDINATES }, "red cannon, h2"],
    ["h9", {}, "black horse, file eight rank one"],
    ["h8", {}, "empty, file two rank nine"],
    ["h8", { flipped: true }, "empty, file eight rank two"],
    ["h2", { text: CHINESE }, "红炮，二路第三行"],
    ["e9", { text: CHINESE, check: "e9" }, "黑将，5路第1行，被将军"],
    ["e4", {}, "empty, file five rank five"],
    ["e0", { lastMove: { from: "e1", to: "e0" } }, "red general, file five rank one, last move"],
    ["e1", { lastMove: { from: "e1", to: "e0" } }, "empty, file five rank two, last move started here"],
    ["b0", { hint: { from: "b0", to: "c2" } }, "red horse, file eight rank one, hint: move this piece"],
    ["h1", { refusal: { at: "h1", points: [] } }, "empty, file two rank two, blocks the move"],
  ])("of %s with %j", (square, more: Partial<Described>, label) => {
    expect(labelOf({ ...BOARD, ...more }, square)).toBe(label);
  });

  it.each([
    ["c3", {}, "black stone, C3"],
    ["a1", {}, "empty, A1"],
    ["c3", { moveNumbers: ["c3"], lastMove: { from: null, to: "c3" } }, "black stone, C3, move 1, last move"],
    ["a1", { forbidden: [{ point: "a1", foul: "double-three" }] }, "empty, A1, forbidden: double three"],
    ["a1", { forbidden: [{ point: "a1", foul: "overline" }], text: CHINESE }, "空，A1，禁手：长连"],
    ["c3", { winningLine: ["c3"], text: CHINESE }, "黑子，C3，连五"],
  ])("of %s in Gomoku with %j", (square, more: Partial<Described>, label) => {
    expect(labelOf({ ...GOMOKU, ...more }, square)).toBe(label);
  });

  it("tells targets of the picked piece, and captures apart", () => {
    const label = describer(BOARD, parsePlacement("xiangqi", null, XIANGQI_START), {
      selected: "h2",
      preview: null,
    });
    expect(label("h2")).toMatch(/picked up$/);
    expect(label("e2")).toMatch(/legal move$/);
    expect(label("h9")).toMatch(/^black horse, .*legal capture$/);
    expect(label("e4")).not.toMatch(/legal/);
  });
});

it("has a text for each language and keeps an unknown foul's code", () => {
  expect(boardText("en")).toBe(ENGLISH);
  expect(ENGLISH.foul("new-foul")).toBe("new-foul");
});
