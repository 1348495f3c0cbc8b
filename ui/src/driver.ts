// Runs the page with a backend in memory and acts as a person does, for tests.
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect } from "vitest";
import AppFrame from "./App.svelte";
import { App } from "./lib/app/app.svelte";
import { MemoryBackend, type MemoryOptions } from "./lib/backend/memory";
import type { ListedBook } from "./lib/bindings";

// The test page has no layout, so it cannot scroll.
Element.prototype.scrollIntoView ??= () => {};

export const get = (id: string) => screen.getByTestId(id);
export const find = (id: string) => screen.findByTestId(id);

/** Waits until a text is announced. A pressed key ends earlier speech, for which an announcement would wait. */
export const hears = (region: "polite" | "assertive", text: string) =>
  waitFor(
    () => {
      void key("Shift");
      expect(get(`live-${region}`).textContent).toContain(text);
    },
    { timeout: 3000 },
  );

/** Presses a key at the focused element. */
export const key = (name: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, bubbles: true, ...init });
/** Types `value` into a field. */
export const input = (id: string, value: string) => fireEvent.input(get(id), { target: { value } });
/** Chooses an option of a list by its value. */
export const choose = (id: string, value: string) => fireEvent.change(get(id), { target: { value } });

/** An opening book of our own form, for Xiangqi. */
export const OWN_BOOK: ListedBook = {
  id: "mine.book",
  first: true,
  second: true,
  best: false,
  name: "mine",
  path: "/books/mine.book",
  game: "xiangqi",
  editable: true,
  kept: false,
  removable: false,
  trouble: null,
};

/** Opens the page in English, with an engine that answers at once. `before` prepares the backend. */
export async function open(
  options: MemoryOptions = {},
  before: (backend: MemoryBackend) => Promise<void> = async () => {},
): Promise<MemoryBackend> {
  // The window loads these on demand; preloading them keeps tests from waiting for the bundler.
  await Promise.all([
    ...Object.values(import.meta.glob("./{views,components/panels}/**/*.svelte")).map((load) => load()),
    import("./components/shared/Toasts.svelte"),
    import("./lib/analysis"),
    import("./lib/books/books.svelte"),
    import("./lib/classics/classics.svelte"),
    import("./lib/repertoires/repertoires.svelte"),
    import("./lib/review/review.svelte"),
  ]);
  const backend = new MemoryBackend({
    thinkMs: 0,
    ...options,
    settings: { language: "en", ...options.settings },
  });
  await before(backend);
  render(AppFrame, { props: { app: new App(backend) } });
  await find("rail-home");
  // The first press loads the list of messages.
  await fireEvent.click(document.body);
  return backend;
}

/** Puts a clipboard in place of the system's: the texts copied to it, and a switch that makes it refuse. */
export function clipboard() {
  const copied: string[] = [];
  const write = async ([item]: ClipboardItem[]) => {
    copied.push(await ((await item?.getType("text/plain")) ?? new Blob()).text());
  };
  const stub = { write };
  Object.defineProperty(navigator, "clipboard", { value: stub, configurable: true });
  return { copied, refuse: () => (stub.write = () => Promise.reject(new Error("denied"))) };
}
