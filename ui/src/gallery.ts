// Developer page with both boards in many states. `?show=name` shows one; the app does not contain this page.

import { mount } from "svelte";
import Board from "./components/board/Board.svelte";
import MiniBoard from "./components/board/MiniBoard.svelte";
import { AFTER_CANNON, BOARD, LOOK } from "./lib/board/fixtures";
import type { BoardProps } from "./lib/board/props";
import { boardText } from "./lib/board/texts";
import { loadLang } from "./lib/i18n/text";

await loadLang("zh-CN");

const base: BoardProps = {
  ...BOARD,
  dests: { h2: ["h9", "h3", "h4", "h5", "h6", "e2", "f2", "g2", "i2"], b0: ["a2", "c2"] },
  text: boardText("zh-CN"),
  onmove: async (mv) => {
    console.info("move", mv);
    return false;
  },
  onselect: (square) => console.info("select", square),
  onkey: (command, square) => console.info("key", command, square),
};
const all = (size: number) =>
  Array.from(
    { length: size * size },
    (_, i) => `${String.fromCharCode(97 + (i % size))}${Math.floor(i / size) + 1}`,
  );
const fight = "15/15/15/15/7xo6/7x7/8oo5/6xx7/8o6/15/15/15/15/15/15";
const gomoku: BoardProps = { ...base, game: "gomoku", size: 15, placement: fight, dests: { "": all(15) } };

const states: Record<string, BoardProps> = {
  start: { ...base, placement: AFTER_CANNON, lastMove: { from: "h2", to: "e2" }, sideToMove: "second" },
  flipped: { ...base, flipped: true, look: { ...LOOK, riverFacing: true, rotateOpponent: true } },
  simplified: { ...base, look: { ...LOOK, set: "simplified", board: "rosewood", riverFacing: true } },
  letters: { ...base, look: { ...LOOK, set: "letters", board: "xuan" } },
  international: { ...base, look: { ...LOOK, set: "international" } },
  lacquer: { ...base, look: { ...LOOK, board: "lacquer", coordinates: false } },
  marks: {
    ...base,
    placement: "r1bakabnr/9/1cn4c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR",
    lastMove: { from: "e2", to: "e6" },
    check: "e9",
    hint: { from: "b0", to: "c2" },
    refusal: { at: "h1", points: [] },
  },
  gomoku: {
    ...gomoku,
    sideToMove: "first",
    lastMove: { from: null, to: "i11" },
    forbidden: [{ point: "h9", foul: "double-three" }],
    moveNumbers: ["h8", "i9", "g8", "i7", "h10", "j9", "h11", "i11"],
  },
  five: {
    ...gomoku,
    placement: "15/15/15/3o11/4x5o4/5x1o7/6xoo6/7x7/8x6/15/15/15/15/15/15",
    lastMove: { from: null, to: "i7" },
    winningLine: ["e11", "f10", "g9", "h8", "i7"],
    interactive: false,
  },
  foul: {
    ...gomoku,
    refusal: { at: "h9", points: ["h8", "h10", "h11", "g8", "i10"] },
    lastMove: { from: null, to: "i11" },
    hint: { from: null, to: "k10" },
    look: { ...LOOK, stones: "flat", board: "xuan" },
  },
  lettersGomoku: {
    ...gomoku,
    lastMove: { from: null, to: "i11" },
    look: { ...LOOK, stones: "letters", board: "rosewood" },
  },
  lacquerGomoku: { ...gomoku, lastMove: { from: null, to: "h11" }, look: { ...LOOK, board: "lacquer" } },
  size5: { ...gomoku, size: 5, placement: "5/2x2/1xo2/2ox1/5", lastMove: { from: null, to: "b3" } },
  size19: { ...gomoku, size: 19, placement: Array(19).fill("19").join("/"), flipped: true },
  size22: {
    ...gomoku,
    size: 22,
    placement: [...Array(10).fill("22"), "9xxo10", ...Array(11).fill("22")].join("/"),
  },
};

const query = new URLSearchParams(location.search);
const wanted = query.get("show");
const side = query.get("side") ?? (wanted ? "100vmin" : "600px");
document.body.style.cssText = `margin:0;display:flex;flex-wrap:wrap;background:${query.has("dark") ? "#15130F" : "#F6F0E3"}`;

function frame(size: string): HTMLElement {
  const target = document.createElement("div");
  target.style.cssText = `width:${size};height:${size};padding:8px;box-sizing:border-box`;
  document.body.append(target);
  return target;
}

for (const [name, props] of Object.entries(states)) {
  if (wanted && wanted !== name) continue;
  mount(Board, { target: frame(side), props });
  if (wanted) continue;
  const { game, size, placement, look } = props;
  mount(MiniBoard, { target: frame("120px"), props: { game, size, placement, look } });
}
