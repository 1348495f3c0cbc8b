import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { undoTyping } from "./text-undo";

const AGENTS = {
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  linux: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)",
  windows: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)",
};
const run = vi.fn();

beforeEach(() => {
  run.mockClear();
  Object.defineProperty(document, "execCommand", { value: run, configurable: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(document, "execCommand");
});

/** The commands that a press in a text field runs. */
function commands(agent: keyof typeof AGENTS, key: string, init: KeyboardEventInit) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(AGENTS[agent]);
  const field = document.body.appendChild(document.createElement("textarea"));
  const event = new KeyboardEvent("keydown", { key, cancelable: true, ...init });
  field.addEventListener("keydown", undoTyping);
  field.dispatchEvent(event);
  field.remove();
  expect(event.defaultPrevented).toBe(run.mock.calls.length > 0);
  return run.mock.calls.flat();
}

test.each([
  ["mac", "z", { metaKey: true }, ["undo"]],
  ["mac", "Z", { metaKey: true, shiftKey: true }, ["redo"]],
  // Control+Y pastes what Control+K has cut.
  ["mac", "y", { ctrlKey: true }, []],
  ["linux", "z", { ctrlKey: true }, ["undo"]],
  ["linux", "Z", { ctrlKey: true, shiftKey: true }, ["redo"]],
  ["linux", "y", { ctrlKey: true }, ["redo"]],
  ["windows", "z", { ctrlKey: true }, []],
] as const)("on %s, %s with %j runs %j", (agent, key, init, done) => {
  expect(commands(agent, key, init)).toEqual(done);
});
