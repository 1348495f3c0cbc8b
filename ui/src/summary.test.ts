// What the source must not have, because WebKitGTK 2.50 says it wrongly to a screen reader.
import { expect, test } from "vitest";

const sources = import.meta.glob(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("what opens is a button with its state: details are said twice, and a marker ends the page's process", () => {
  for (const [path, source] of Object.entries(sources as Record<string, string>)) {
    expect(source, path).not.toMatch(/<(details|summary)/);
    for (const [tag] of source.matchAll(/<button[^>]*class="opener"[^>]*>/g))
      expect(tag, path).toMatch(/\{@attach disclosure\}|aria-expanded/);
  }
});

test("no component has a live region of its own: on Linux it would be silent", () => {
  for (const [path, source] of Object.entries(sources as Record<string, string>))
    if (!path.endsWith("/Announcements.svelte"))
      expect(source, path).not.toMatch(/aria-live|role="(status|alert|log|alertdialog)"/);
});
