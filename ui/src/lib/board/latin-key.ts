// The key of a press on any layout.

/** The keys that a layout without Latin letters has at the places of a Latin one's. */
const PLACES: Readonly<Record<string, string>> = { BracketLeft: "[", BracketRight: "]" };

/**
 * The key of a press. A letter of another script counts as the Latin one at its place, as the menus of the system have
 * it: р, on the key H of a Russian layout, is H. With Ctrl, a key of the row of digits is a digit, whatever it types.
 */
export function latinKey(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey">,
): string {
  const { key, code } = event;
  const place = /^(?:Key|Digit)([A-Z\d])$/.exec(code)?.[1] ?? PLACES[code];
  if (place === undefined || [...key].length !== 1) return key;
  const isOtherScript = key > "~";
  const isNumbered = (event.ctrlKey || event.metaKey) && !event.shiftKey && /\d/.test(place);
  return isOtherScript || isNumbered ? place.toLowerCase() : key;
}
