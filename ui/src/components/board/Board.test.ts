import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { XIANGQI_START } from "../../lib/bindings";
import { AFTER_CANNON, BOARD, LOOK } from "../../lib/board/fixtures";
import { layOut, spotOf } from "../../lib/board/geometry";
import type { BoardProps } from "../../lib/board/props";
import Board from "./Board.svelte";
import GomokuBoard from "./GomokuBoard.svelte";
import MiniBoard from "./MiniBoard.svelte";

function propsOf(more: Partial<BoardProps> = {}): BoardProps {
  const heard = { onmove: vi.fn(), onselect: vi.fn(), onkey: vi.fn() };
  return { ...BOARD, label: "Xiangqi board", ...heard, ...more };
}

const points = () => [...document.querySelectorAll<HTMLElement>("[role=gridcell] > [data-square]")];

const cell = (square: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  if (!found) throw new Error(`no cell ${square}`);
  return found;
};

/** A board of 990 × 1100 px, so that a cell is 100 px and e0 lies at (495, 1000). */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 990, 1100));
});

async function click(square: string, more: PointerEventInit = {}) {
  const at = { pointerId: 1, button: 0, clientX: 10, clientY: 10, ...more };
  await fireEvent.pointerDown(cell(square), at);
  await fireEvent.pointerUp(cell(square), at);
}

describe("the grid", () => {
  it("has a name, rows, and a labelled cell for every point in reading order", () => {
    render(Board, propsOf());
    expect(screen.getByRole("grid", { name: "Xiangqi board" })).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(10);
    const cells = points();
    expect(screen.getAllByRole("gridcell")).toHaveLength(90);
    expect(cells).toHaveLength(90);
    expect(cells[0]?.getAttribute("aria-label")).toBe("black chariot, file one rank one");
  });

  it("turns with the board", () => {
    render(Board, propsOf({ flipped: true }));
    expect(points()[0]?.dataset.square).toBe("i0");
  });

  it("has one tab stop, which follows the arrows", async () => {
    render(Board, propsOf());
    const stops = () => points().filter((one) => one.tabIndex === 0);
    expect(stops().map((one) => one.dataset.square)).toEqual(["e0"]);
    cell("e0").focus();
    await fireEvent.keyDown(cell("e0"), { key: "ArrowUp" });
    expect(document.activeElement).toBe(cell("e1"));
    expect(stops().map((one) => one.dataset.square)).toEqual(["e1"]);
  });

  it("has 484 cells on the largest Gomoku board", () => {
    const placement = Array(22).fill("22").join("/");
    render(Board, propsOf({ game: "gomoku", size: 22, placement, dests: { "": [] } }));
    expect(screen.getAllByRole("gridcell")).toHaveLength(484);
  });

  it("stays an empty board on garbage", () => {
    render(Board, propsOf({ placement: "not a board" }));
    expect(screen.getAllByRole("button", { name: /^empty/ })).toHaveLength(90);
  });
});

describe("the pointer", () => {
  it("moves by two clicks and says what is picked", async () => {
    const props = propsOf();
    render(Board, props);
    await click("h2");
    expect(props.onselect).toHaveBeenLastCalledWith("h2");
    expect(cell("h2").getAttribute("aria-label")).toMatch(/picked up$/);
    expect(cell("e2").getAttribute("aria-label")).toMatch(/legal move$/);
    await click("e2");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2e2");
    expect(props.onselect).toHaveBeenLastCalledWith(null);
  });

  it("puts a piece down by a second click or the right button", async () => {
    const props = propsOf();
    render(Board, props);
    await click("h2");
    await click("h2");
    expect(cell("h2").getAttribute("aria-label")).not.toMatch(/picked up/);
    await click("b0");
    await fireEvent.pointerDown(cell("e4"), { pointerId: 1, button: 2 });
    expect(cell("b0").getAttribute("aria-label")).not.toMatch(/picked up/);
    expect(props.onmove).not.toHaveBeenCalled();
  });

  describe("with Control on a Mac", () => {
    const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
    const MARK = { from: null, to: "e2", colour: "green" };
    /** The point e2. */
    const at = { pointerId: 1, button: 0, clientX: 495, clientY: 800 };
    let agent: ReturnType<typeof vi.spyOn>;
    beforeEach(() => void (agent = vi.spyOn(navigator, "userAgent", "get").mockReturnValue(MAC)));
    afterEach(() => void agent.mockRestore());

    it("marks as the right button does, whenever the key is let go, in no colour of its own", async () => {
      const props = propsOf({ onmark: vi.fn() });
      render(Board, props);
      await click("h2");
      for (const ctrlKey of [true, false]) {
        await fireEvent.pointerDown(cell("e2"), { ...at, ctrlKey: true });
        await fireEvent.pointerUp(cell("e2"), { ...at, ctrlKey });
        expect(props.onmark).toHaveBeenLastCalledWith(MARK);
      }
      await click("e2", { ...at, ctrlKey: true, shiftKey: true });
      expect(props.onmark).toHaveBeenLastCalledWith({ ...MARK, colour: "red" });
      expect(props.onmove).not.toHaveBeenCalled();
      expect(cell("h2").getAttribute("aria-label")).not.toMatch(/picked up/);
    });

    it("leaves the next click alone where the mark ends outside the board", async () => {
      const props = propsOf({ onmark: vi.fn() });
      render(Board, props);
      await fireEvent.pointerDown(cell("e2"), { ...at, ctrlKey: true });
      await click("h2");
      await click("e2");
      expect(props.onmark).not.toHaveBeenCalled();
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2e2");
    });

    it("plays with Command, and on another system", async () => {
      const props = propsOf({ onmark: vi.fn() });
      render(Board, props);
      await click("h2", { ctrlKey: true, metaKey: true });
      agent.mockReturnValue("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)");
      await click("e2", { ctrlKey: true });
      expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2e2");
      await click("e2", { ...at, button: 2, ctrlKey: true });
      expect(props.onmark).toHaveBeenCalledExactlyOnceWith({ ...MARK, colour: "red" });
    });
  });

  it("forwards an illegal attempt and keeps the piece", async () => {
    const props = propsOf();
    render(Board, props);
    await click("h2");
    await click("g4");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2g4");
    expect(cell("h2").getAttribute("aria-label")).toMatch(/picked up$/);
  });

  it("drags beyond three pixels and drops on the point below", async () => {
    const props = propsOf();
    const { container } = render(Board, props);
    await fireEvent.pointerDown(cell("h2"), { pointerId: 1, button: 0, clientX: 795, clientY: 800 });
    await fireEvent.pointerMove(cell("h2"), { pointerId: 1, clientX: 797, clientY: 800 });
    expect(container.querySelector(".ghost")).toBeNull();
    await fireEvent.pointerMove(cell("h2"), { pointerId: 1, clientX: 500, clientY: 825 });
    const place = container
      .querySelector(".ghost")
      ?.getAttribute("transform")
      ?.match(/[\d.]+/g)
      ?.map(Number);
    expect(place?.[0]).toBeCloseTo(5);
    expect(place?.[1]).toBeCloseTo(8.25);
    await fireEvent.pointerUp(cell("h2"), { pointerId: 1, clientX: 500, clientY: 825 });
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2e2");
  });

  it("shows a legal move before its answer, and an illegal one never", async () => {
    const { rerender } = render(Board, propsOf({ onmove: () => new Promise<boolean>(() => {}) }));
    await click("h2");
    await click("g4");
    expect(cell("h2").getAttribute("aria-label")).toMatch(/^red cannon/);
    await click("e2");
    expect(cell("e2").getAttribute("aria-label")).toMatch(/^red cannon/);
    expect(cell("h2").getAttribute("aria-label")).not.toMatch(/cannon/);
    await rerender({ placement: AFTER_CANNON, sideToMove: "second", dests: {} });
    expect(cell("e2").getAttribute("aria-label")).toMatch(/^red cannon/);
  });

  it("takes back a move that was not played", async () => {
    vi.useFakeTimers();
    for (const onmove of [async () => false, async () => true, () => Promise.reject(new Error("no"))]) {
      const { unmount } = render(Board, propsOf({ onmove }));
      await click("h2");
      await click("e2");
      expect(cell("e2").getAttribute("aria-label")).toMatch(/^red cannon/);
      await vi.advanceTimersByTimeAsync(200);
      expect(cell("e2").getAttribute("aria-label")).not.toMatch(/cannon/);
      expect(cell("h2").getAttribute("aria-label")).toMatch(/^red cannon/);
      unmount();
    }
    vi.useRealTimers();
  });

  it("takes no second move before the answer to the first one", async () => {
    const onmove = vi.fn(() => new Promise<boolean>(() => {}));
    const { rerender } = render(Board, propsOf({ onmove }));
    await click("h2");
    await click("e2");
    await click("h0");
    await click("g2");
    expect(onmove).toHaveBeenCalledExactlyOnceWith("h2e2");
    // With the next position the board takes moves again.
    await rerender({ placement: AFTER_CANNON, sideToMove: "second", dests: { h9: ["g7"] } });
    await click("h9");
    await click("g7");
    expect(onmove).toHaveBeenLastCalledWith("h9g7");
  });

  it("leaves a stone of an opening to its rules", async () => {
    const placement = Array(15).fill("15").join("/");
    const opening: Partial<BoardProps> = { game: "gomoku", size: 15, placement, dests: { "": ["h8"] } };
    const onmove = () => new Promise<boolean>(() => {});
    const { rerender } = render(Board, propsOf({ ...opening, offers: [], onmove }));
    await click("h8");
    expect(cell("h8").getAttribute("aria-label")).not.toMatch(/black/);
    await rerender({ offers: undefined });
    await click("h8");
    expect(cell("h8").getAttribute("aria-label")).toMatch(/black/);
  });

  describe("that is dragged", () => {
    /** The points h2 and e2. */
    const [from, to] = [
      { pointerId: 1, clientX: 795, clientY: 800 },
      { pointerId: 1, clientX: 495, clientY: 800 },
    ];
    const ghost = () => document.querySelector(".ghost");

    async function drag() {
      const props = propsOf();
      const drawn = render(Board, props);
      await fireEvent.pointerDown(cell("h2"), { ...from, button: 0, buttons: 1, pointerType: "mouse" });
      await fireEvent.pointerMove(cell("h2"), { ...to, button: -1, buttons: 1, pointerType: "mouse" });
      expect(ghost()).not.toBeNull();
      return { props, ...drawn };
    }

    /** The piece is back, and the button that rises later plays nothing. */
    async function isBack(props: BoardProps) {
      expect(ghost()).toBeNull();
      await fireEvent.pointerUp(cell("h2"), { ...to, button: 0, pointerType: "mouse" });
      expect(props.onmove).not.toHaveBeenCalled();
    }

    it("is returned by the right button, which is a move of the pointer while the left one is down", async () => {
      const { props } = await drag();
      await fireEvent.pointerMove(cell("h2"), { ...to, button: 2, buttons: 3, pointerType: "mouse" });
      expect(props.onselect).toHaveBeenLastCalledWith(null);
      await isBack(props);
    });

    it("is returned if the button has risen where the page did not hear of it", async () => {
      const { props } = await drag();
      await fireEvent.pointerMove(cell("h2"), { ...to, button: -1, buttons: 0, pointerType: "mouse" });
      expect(props.onselect).toHaveBeenLastCalledWith(null);
      await isBack(props);
    });

    it("is returned if the board loses the pointer, and not by another pointer", async () => {
      const { props } = await drag();
      for (const gone of ["pointercancel", "lostpointercapture"])
        await fireEvent(cell("h2"), new PointerEvent(gone, { pointerId: 2, bubbles: true }));
      expect(ghost()).not.toBeNull();
      await fireEvent(cell("h2"), new PointerEvent("lostpointercapture", { pointerId: 1, bubbles: true }));
      await isBack(props);
    });

    it("is returned if there is no move any more, as after the end of the time", async () => {
      const { props, rerender } = await drag();
      await rerender({ dests: {}, interactive: false });
      await isBack(props);
    });
  });

  it("does nothing in a replay", async () => {
    const props = propsOf({ interactive: false });
    render(Board, props);
    await click("h2");
    await click("e2");
    expect(props.onmove).not.toHaveBeenCalled();
    expect(props.onselect).not.toHaveBeenCalled();
  });

  it("lets assistive technology click without a pointer", async () => {
    const props = propsOf();
    render(Board, props);
    await fireEvent.click(cell("h2"));
    await fireEvent.click(cell("h9"));
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2h9");
  });
});

describe("the board of the editor", () => {
  const GAMES = {
    xiangqi: { size: null, placement: XIANGQI_START, man: "h2", free: "e2" },
    gomoku: { size: 5, placement: "5/5/2x2/5/5", man: "c3", free: "a1" },
    tictactoe: { size: 3, placement: "3/1x1/3", man: "b2", free: "a1" },
  } as const;

  describe.each(["xiangqi", "gomoku", "tictactoe"] as const)("of %s", (game) => {
    const { man, free, ...position } = GAMES[game];
    const geometry = layOut(game, position.size, false, LOOK.coordinates);
    const at = (square: string) => {
      const { x, y } = spotOf(geometry, square);
      return { clientX: (x / geometry.width) * 990, clientY: (y / geometry.height) * 1100 };
    };
    const pointer = { pointerId: 1, button: 0, buttons: 1, pointerType: "mouse" };
    const ghost = () => document.querySelector(".ghost")?.getAttribute("transform") ?? null;

    /** Presses a man and drags it to a free point. */
    async function drag() {
      const heard = { onpoint: vi.fn(), ondrag: vi.fn() };
      render(Board, propsOf({ game, ...position, dests: {}, interactive: false, ...heard }));
      await waitFor(() => cell(man));
      await fireEvent.pointerDown(cell(man), { ...pointer, ...at(man) });
      await fireEvent.pointerMove(cell(man), { ...pointer, ...at(free) });
      return heard;
    }

    it("has a dragged man follow the pointer, and moves it", async () => {
      const { onpoint, ondrag } = await drag();
      const { x, y } = spotOf(geometry, free);
      const place = ghost()
        ?.match(/[\d.]+/g)
        ?.map(Number);
      expect(place?.[0]).toBeCloseTo(x);
      expect(place?.[1]).toBeCloseTo(y);
      expect(document.querySelectorAll('.men [opacity="0.28"]')).toHaveLength(1);
      await fireEvent.pointerUp(cell(man), { ...pointer, ...at(free) });
      expect(ondrag).toHaveBeenCalledExactlyOnceWith(man, free);
      expect(onpoint).not.toHaveBeenCalled();
      expect(ghost()).toBeNull();
    });

    it("leaves a man that is brought back; a short way within its point is a press", async () => {
      const { onpoint, ondrag } = await drag();
      await fireEvent.pointerMove(cell(man), { ...pointer, ...at(man) });
      await fireEvent.pointerUp(cell(man), { ...pointer, ...at(man) });
      expect(onpoint).not.toHaveBeenCalled();
      const { clientX, clientY } = at(man);
      await fireEvent.pointerDown(cell(man), { ...pointer, clientX, clientY });
      await fireEvent.pointerMove(cell(man), { ...pointer, clientX: clientX + 5, clientY });
      await fireEvent.pointerUp(cell(man), { ...pointer, clientX: clientX + 5, clientY });
      expect(onpoint).toHaveBeenCalledExactlyOnceWith(man);
      expect(ondrag).not.toHaveBeenCalled();
    });

    it("returns a dragged man by Esc", async () => {
      const { onpoint, ondrag } = await drag();
      await fireEvent.keyDown(document.body, { key: "Escape" });
      expect(ghost()).toBeNull();
      await fireEvent.pointerUp(cell(man), { ...pointer, ...at(free) });
      expect(ondrag).not.toHaveBeenCalled();
      expect(onpoint).not.toHaveBeenCalled();
    });
  });
});

describe("the keyboard", () => {
  it("picks, jumps to a target and drops", async () => {
    const props = propsOf();
    render(Board, props);
    cell("e0").focus();
    const key = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    await key("h");
    await key("2");
    await key("Enter");
    await key("1");
    expect(document.activeElement).toBe(cell("h9"));
    await key(" ");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("h2h9");
  });

  it("hands reading commands to the shell, with the square", async () => {
    const props = propsOf();
    render(Board, props);
    cell("e0").focus();
    await fireEvent.keyDown(cell("e0"), { key: "v" });
    expect(props.onkey).toHaveBeenLastCalledWith("attackers", "e0");
    await fireEvent.keyDown(cell("e0"), { key: "/" });
    expect(props.onkey).toHaveBeenLastCalledWith("type", "e0");
  });

  it("takes letters of another script by their places", async () => {
    const props = propsOf();
    render(Board, props);
    cell("e0").focus();
    await fireEvent.keyDown(cell("e0"), { key: "м", code: "KeyV" });
    expect(props.onkey).toHaveBeenLastCalledWith("attackers", "e0");
    await fireEvent.keyDown(cell("e0"), { key: "р", code: "KeyH" });
    expect(document.activeElement).toBe(cell("h0"));
  });

  it("keeps its keys from the window and leaves it the others", async () => {
    render(Board, propsOf());
    const heard = vi.fn();
    window.addEventListener("keydown", heard);
    await fireEvent.keyDown(cell("e0"), { key: "ArrowUp" });
    expect(heard).not.toHaveBeenCalled();
    await fireEvent.keyDown(cell("e0"), { key: "z", ctrlKey: true });
    expect(heard).toHaveBeenCalledOnce();
    window.removeEventListener("keydown", heard);
  });
});

describe("a new position", () => {
  it("slides the moved piece, unless animation is off", async () => {
    const { container, rerender } = render(Board, propsOf());
    expect(container.querySelector(".slide")).toBeNull();
    await rerender({ placement: AFTER_CANNON, sideToMove: "second", lastMove: { from: "h2", to: "e2" } });
    expect(container.querySelectorAll(".slide")).toHaveLength(1);
    expect(container.querySelector(".board.still")).toBeNull();
    await rerender({ look: { ...LOOK, animation: false } });
    expect(container.querySelector(".board.still")).not.toBeNull();
  });

  it("does not slide a piece that was dragged there", async () => {
    const { container, rerender } = render(Board, propsOf());
    await fireEvent.pointerDown(cell("h2"), { pointerId: 1, button: 0, clientX: 795, clientY: 800 });
    await fireEvent.pointerMove(cell("h2"), { pointerId: 1, clientX: 500, clientY: 800 });
    await fireEvent.pointerUp(cell("h2"), { pointerId: 1, clientX: 500, clientY: 800 });
    await rerender({ placement: AFTER_CANNON, sideToMove: "second" });
    expect(container.querySelector(".slide")).toBeNull();
    // The next press is no reason to slide it after all.
    await fireEvent.pointerDown(cell("h7"), { pointerId: 1, button: 0, clientX: 795, clientY: 300 });
    expect(container.querySelector(".slide")).toBeNull();
  });

  it("draws no man anew but the one that moved", async () => {
    const { container, rerender } = render(Board, propsOf());
    const men = () => [...container.querySelectorAll(".men > g")];
    const before = men();
    await rerender({ placement: AFTER_CANNON, sideToMove: "second" });
    const after = men();
    expect(after.filter((one) => !before.includes(one))).toHaveLength(1);
    await rerender({
      placement: AFTER_CANNON.replace("1c5c1", "1c2c4").replace(/ .*/, ""),
      sideToMove: "first",
    });
    expect(men().filter((one) => !after.includes(one))).toHaveLength(1);
  });
});

describe("Gomoku", () => {
  const gomoku = (more: Partial<BoardProps> = {}) =>
    propsOf({
      game: "gomoku",
      size: 5,
      placement: "5/5/2x2/5/5",
      sideToMove: "second",
      dests: { "": ["a1"] },
      ...more,
    });

  it("places with one click, or with two when asked to confirm", async () => {
    const props = gomoku();
    const { rerender } = render(Board, props);
    await click("a1");
    expect(props.onmove).toHaveBeenCalledExactlyOnceWith("a1");
    await rerender({ look: { ...LOOK, confirmPlace: true } });
    await click("a1");
    expect(props.onmove).toHaveBeenCalledOnce();
    expect(cell("a1").getAttribute("aria-label")).toMatch(/press again to place/);
    await click("a1");
    expect(props.onmove).toHaveBeenCalledTimes(2);
  });

  it("names a forbidden point in its label and its tooltip", async () => {
    render(Board, gomoku({ forbidden: [{ point: "a1", foul: "double-four" }] }));
    await fireEvent.pointerOver(cell("a1"));
    expect(document.querySelector<HTMLElement>(".board")?.title).toBe("forbidden: double four");
    // A title of the point itself would be read as a second name.
    expect(cell("a1").hasAttribute("title")).toBe(false);
    expect(cell("a1").getAttribute("aria-label")).toBe("empty, A1, forbidden: double four");
  });
});

it("draws a small board without a grid", () => {
  const { container } = render(MiniBoard, {
    game: "xiangqi",
    size: null,
    placement: XIANGQI_START,
    look: LOOK,
  });
  expect(container.querySelector("svg")).not.toBeNull();
  expect(screen.queryByRole("grid")).toBeNull();
});

describe("props that are given anew with equal values", () => {
  it("neither paint the wood nor name the points again", async () => {
    const pen = vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
    const text = { ...BOARD.text, cell: vi.fn(BOARD.text.cell) };
    const stones = { ...propsOf({ text }), game: "gomoku", size: 5, placement: "5/5/2x2/5/5" } as const;
    const drawn = render(GomokuBoard, { board: stones });
    const [painted, named] = [pen.mock.calls.length, text.cell.mock.calls.length];
    expect([painted, named]).toEqual([1, 25]);
    await drawn.rerender({ board: { ...stones, threats: [] } });
    expect([pen.mock.calls.length, text.cell.mock.calls.length]).toEqual([painted, named]);
    // Another stone names the points again, and leaves the wood.
    await drawn.rerender({ board: { ...stones, placement: "5/5/2xo1/5/5" } });
    expect(pen.mock.calls.length).toBe(painted);
    expect(cell("d3").getAttribute("aria-label")).toContain("white");
    // Another size is other wood.
    await drawn.rerender({ board: { ...stones, size: 6, placement: "6/6/6/6/6/6" } });
    expect(pen.mock.calls.length).toBe(painted + 1);
    pen.mockRestore();
  });
});
