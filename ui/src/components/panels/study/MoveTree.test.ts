import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { comment, FORKED } from "../../../lib/study/fixtures";
import { changed, type Nodes } from "../../../lib/study/tree";
import MoveTree from "./MoveTree.svelte";

// The test page has no layout, so it may lack the method.
const { scrollIntoView = () => {} } = Element.prototype;
const scroll = vi.fn();
let resized: ((entries: []) => void)[] = [];

beforeEach(() => {
  scroll.mockClear();
  resized = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(heard: (entries: []) => void) {
        resized.push(heard);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = scroll;
});
afterEach(() => {
  vi.unstubAllGlobals();
  Element.prototype.scrollIntoView = scrollIntoView;
});

/** Waits for the frame of a pending scroll, and counts the scrolls since the last call. */
async function scrolls(): Promise<number> {
  flushSync();
  await new Promise((done) => requestAnimationFrame(() => done(null)));
  const { length } = scroll.mock.calls;
  scroll.mockClear();
  return length;
}

function list() {
  const panel = document.body.appendChild(document.createElement("div"));
  panel.className = "panel";
  const props = {
    game: "gomoku",
    study: 1,
    nodes: FORKED as Nodes,
    transpositions: new Map<number, number>(),
    current: 3,
    folded: new Set<number>() as ReadonlySet<number>,
    secondBegins: false,
    notation: "wxf",
    ongo: () => {},
    onfold: () => {},
    oncomment: () => {},
  } as const;
  return { panel, drawn: render(MoveTree, { target: panel, props }, { baseElement: panel }) };
}

test("the list goes to another move, and stays where it is when a variation folds or an evaluation is kept", async () => {
  const { drawn } = list();
  expect(await scrolls()).toBe(1);
  await drawn.rerender({ folded: new Set([5]) });
  expect(await scrolls()).toBe(0);
  const kept = FORKED.get(6);
  if (!kept) throw new Error("no node 6");
  const note = { ...comment(""), evaluation: "+0.3/12" };
  await drawn.rerender({ nodes: changed(FORKED, [{ ...kept, note }]) });
  expect(await scrolls()).toBe(0);
  await drawn.rerender({ current: 4 });
  expect(await scrolls()).toBe(1);
  // The same move of another study.
  await drawn.rerender({ study: 2 });
  expect(await scrolls()).toBe(1);
});

test("a list that changes its height keeps the current move in view, unless the person has scrolled away", async () => {
  const { panel } = list();
  await scrolls();
  const resize = () => resized.forEach((heard) => heard([]));
  resize();
  expect(await scrolls()).toBe(1);
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    // The panel shows 100 px, and the moves are below them.
    return this === panel ? new DOMRect(0, 0, 100, 100) : new DOMRect(0, 300, 100, 20);
  });
  screen.getByTestId("moves").dispatchEvent(new Event("scroll"));
  resize();
  expect(await scrolls()).toBe(0);
  vi.restoreAllMocks();
});
