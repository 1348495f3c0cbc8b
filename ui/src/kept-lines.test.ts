// `text-wrap: pretty` ends the process of WebKitGTK's page at some widths where a text keeps its line breaks.
import { expect, test } from "vitest";

const styles = import.meta.glob<string>(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("a text that keeps its line breaks wraps plainly", () => {
  const rules = Object.entries(styles).flatMap(([file, text]) =>
    [...text.matchAll(/\{[^{}]*white-space: pre-(?:wrap|line);[^{}]*\}/g)].map(([rule]) => ({ file, rule })),
  );
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter(({ rule }) => !/text-wrap: wrap;/.test(rule))).toEqual([]);
});

test("so do the elements that keep them by themselves", () => {
  expect(styles["./app.css"]).toMatch(/pre,\s*textarea \{\s*text-wrap: wrap;/);
});
