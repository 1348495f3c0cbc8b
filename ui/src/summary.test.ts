// A summary with its list marker ends the page's process under a screen reader (WebKitGTK 2.50), so app.css draws its own.
import { expect, test } from "vitest";
import css from "./app.css?raw";

const sources = import.meta.glob(["./**/*.svelte", "./**/*.css"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no summary has a list marker", () => {
  expect(css).toMatch(/\nsummary \{[^}]*list-style: none;/);
  for (const [path, source] of Object.entries(sources as Record<string, string>)) {
    if (path === "./app.css") continue;
    for (const [, body] of source.matchAll(/summary[^{}]*\{([^}]*)\}/g))
      expect(body, path).not.toMatch(/list-style|display:\s*list-item|::?marker/);
    expect(source, path).not.toMatch(/summary::?marker/);
  }
});

test("every summary has the role and state of a button, which WebKitGTK passes on of none", () => {
  for (const [path, source] of Object.entries(sources as Record<string, string>))
    for (const [tag] of source.matchAll(/<summary[^>]*>/g)) expect(tag, path).toContain("{@attach disclosure}");
});

test("no component has a live region of its own: on Linux it would be silent", () => {
  for (const [path, source] of Object.entries(sources as Record<string, string>))
    if (!path.endsWith("/Announcements.svelte"))
      expect(source, path).not.toMatch(/aria-live|role="(status|alert|log|alertdialog)"/);
});
