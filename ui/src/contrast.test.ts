// Contrast themes of Windows: they take away colours, gradients and shadows, and what is seen by these alone.
import { expect, test } from "vitest";
import css from "./contrast.css?raw";

const [, rules = ""] = css.split("@media (forced-colors: active)");

/** The declarations of the rules in which a selector is listed. */
const declared = (selector: string) =>
  [...rules.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selectors = ""]) =>
      selectors.split(/,\n|^\{/).some((one) => one.trim().replace(/^\{\s*/, "") === selector),
    )
    .map(([, , body = ""]) => body.trim())
    .join(" ");

test.each([".board", ".board-tones", ".dot", ".gauge .bar"])("%s keeps its colours", (selector) => {
  expect(declared(selector)).toContain("forced-color-adjust: none");
});

test("the tick of a check box has a colour of the system", () => {
  expect(declared('input[type="checkbox"]::before')).toMatch(
    /forced-color-adjust: none.*background: CanvasText/s,
  );
});

test("what is chosen has an outline", () => {
  expect(rules).toMatch(/\.chosen.*\[aria-pressed="true"\].*\{\s*outline: 2px solid Highlight/);
});
