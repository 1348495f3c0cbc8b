import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { t } from "../../../lib/i18n/i18n.svelte";
import Transport from "./Transport.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a replay shows the last move, and then it is over", async () => {
  let ply = 0;
  const last = 3;
  const props = { game: "gomoku", secondBegins: false, last, node: 0, retrying: false } as const;
  const onstep = vi.fn((by: number) => {
    ply = Math.max(0, Math.min(last, ply + by));
    rerender();
  });
  const drawn = render(Transport, { ...props, ply, onstep });
  const rerender = () => void drawn.rerender({ ply });
  const run = screen.getByTestId("study-run");
  await fireEvent.click(run);
  const pressed = [];
  for (let second = 1; second <= 4; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    pressed.push([ply, run.getAttribute("aria-label")]);
  }
  // Another file of tests may have chosen the language.
  const [play, pause] = [t("study.run"), t("study.pause")];
  expect(pressed).toEqual([
    [1, pause],
    [2, pause],
    [3, play],
    [3, play],
  ]);
  expect(onstep).toHaveBeenCalledTimes(3);
  // "Play, pressed" would say that it plays.
  expect(run.hasAttribute("aria-pressed")).toBe(false);
});

describe("a replay ends", () => {
  /** Replays a game of nine moves for a second, does something else, and returns the ply after three seconds more. */
  async function interrupted(act: (rerender: (props: object) => void) => void) {
    let ply = 0;
    const props = { game: "gomoku", secondBegins: false, last: 9, node: 0, retrying: false } as const;
    const onstep = (by: number) => {
      ply += by;
      void drawn.rerender({ ply, node: ply });
    };
    const drawn = render(Transport, { ...props, ply, onstep });
    const run = screen.getByTestId("study-run");
    await fireEvent.click(run);
    await vi.advanceTimersByTimeAsync(1000);
    act((changed) => void drawn.rerender(changed));
    await vi.advanceTimersByTimeAsync(3000);
    return [ply, run.getAttribute("aria-label") === t("study.pause")];
  }

  /** Adds an element to the page until the end of the test. */
  function added<Name extends keyof HTMLElementTagNameMap>(name: Name) {
    const element = document.body.appendChild(document.createElement(name));
    onTestFinished(() => element.remove());
    return element;
  }

  test("when a text is written", async () => {
    expect(await interrupted(() => added("textarea").focus())).toEqual([1, false]);
  });

  test("when a dialog opens", async () => {
    expect(await interrupted(() => added("dialog").setAttribute("open", ""))).toEqual([1, false]);
  });

  test("when a move is retried", async () => {
    expect(await interrupted((rerender) => rerender({ retrying: true }))).toEqual([1, false]);
  });

  test("when the person goes to another move", async () => {
    expect(await interrupted((rerender) => rerender({ node: 7 }))).toEqual([1, false]);
  });

  test("not when its speed is chosen", async () => {
    expect(await interrupted(() => screen.getByTestId("study-speed").focus())).toEqual([4, true]);
  });
});
