import { expect, test } from "vitest";
import { latinKey } from "../board/latin-key";
import { pressed } from "./keys";

const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}) =>
  ({ key, code, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, ...held }) as KeyboardEvent;

test.each([
  ["a letter of a Russian layout", press("р", "KeyH"), "H"],
  ["with Shift", press("К", "KeyR", { ctrlKey: true, shiftKey: true }), "Ctrl+Shift+R"],
  ["with Ctrl", press("я", "KeyZ", { ctrlKey: true }), "Ctrl+Z"],
  ["a letter of a Zhuyin layout", press("ㄘ", "KeyH"), "H"],
  ["a bracket of a Russian layout", press("х", "BracketLeft"), "["],
  ["the row of digits of a Czech layout", press("š", "Digit3"), "3"],
  ["the row of digits of a French layout", press("&", "Digit1", { ctrlKey: true }), "Ctrl+1"],
  ["Latin letters stay where they are", press("z", "KeyY"), "Z"],
  ["of a French layout, too", press("a", "KeyQ"), "A"],
  ["Caps Lock", press("F", "KeyF"), "F"],
  ["a sign of a digit's key", press("?", "Digit0", { shiftKey: true }), "?"],
  ["a plus of a Czech layout", press("+", "Digit1"), "+"],
  ["a named key", press("ArrowLeft", "ArrowLeft", { shiftKey: true }), "Shift+ArrowLeft"],
  ["Space", press(" ", "Space"), "Space"],
])("%s", (_, event, chord) => expect(pressed(event)).toBe(chord));

test("a key without a place is the key that it types", () => {
  expect(latinKey(press("р", ""))).toBe("р");
});
