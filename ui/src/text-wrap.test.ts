// `text-wrap: pretty` ends the process of WebKitGTK's page (2.50) at some widths: where a text keeps its line breaks, and
// where a line of moves in Chinese is cut.
import { expect, test } from "vitest";

const styles = import.meta.glob<string>(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("every text wraps plainly", () => {
  expect(Object.keys(styles).length).toBeGreaterThan(100);
  expect(Object.entries(styles).flatMap(([file, text]) => (/text-wrap/.test(text) ? [file] : []))).toEqual(
    [],
  );
});
