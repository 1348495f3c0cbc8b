// The system's clipboard.

/**
 * Puts a text on the clipboard. A web view allows that at the press only, so a text that must be fetched follows as a
 * promise. Fails if the text does, or if the clipboard refuses.
 */
export function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then((text) => new Blob([text], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}
