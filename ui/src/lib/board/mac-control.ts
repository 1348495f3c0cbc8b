/** True for Control on a Mac: with a letter it edits text, with the left button it is the right one. Shortcuts have Command. */
export const isMacControl = ({ ctrlKey, metaKey }: KeyboardEvent | MouseEvent): boolean =>
  ctrlKey && !metaKey && /Mac/.test(navigator.userAgent);
