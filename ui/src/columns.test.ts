// With big text in a small window a rem has 32 px: a column of 20 rem is as wide as half a window of 1280 px.
import { expect, test } from "vitest";

const styles = import.meta.glob<string>(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The least widths of columns that are given in rem alone. */
const leastOf = (text: string) =>
  [...text.matchAll(/grid-template(?:-columns)?:[^;]*;/g)].flatMap(([rule]) =>
    [...rule.matchAll(/minmax\((\d+(?:\.\d+)?)rem/g)].map(([, rem]) => Number(rem)),
  );

test("no column takes the window from a board beside it", () => {
  expect(Object.values(styles).flatMap(leastOf).length).toBeGreaterThan(5);
  const wide = Object.entries(styles).filter(([, text]) => leastOf(text).some((rem) => rem >= 20));
  expect(wide.map(([file]) => file)).toEqual([]);
});
