// The name of a key with its modifiers, and the elements that handle a key themselves.
import { latinKey } from "../board/latin-key";

/** "Ctrl+Shift+R", "H", "ArrowLeft", "?". Command on a Mac counts as Ctrl; Shift is named only beside letters and named keys. */
export function pressed(event: KeyboardEvent): string {
  const latin = latinKey(event);
  const key = latin === " " ? "Space" : latin.length === 1 ? latin.toUpperCase() : latin;
  const shift = event.shiftKey && (key.length > 1 || /[A-Z]/.test(key));
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

const MODIFIERS =
  /^(Control|Shift|Alt|AltGraph|Meta|OS|Super|Hyper|Fn|Symbol|(Caps|Num|Scroll|Fn|Symbol)Lock)$/;

/** True for a key that changes what other keys type: pressed alone, it is no shortcut. */
export const isModifier = ({ key }: KeyboardEvent): boolean => MODIFIERS.test(key);

/**
 * True for a key that an input method takes, to choose or to confirm characters. WebKit ends the composition before the
 * Enter that confirms it, which has the code 229 alone.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** True for a key by which a web view reloads or prints the page; WebView2 does. */
export const reloadsOrPrints = (event: KeyboardEvent): boolean =>
  /^((Ctrl\+)?(Shift\+)?F5|Ctrl\+(Shift\+)?[RP])$/.test(pressed(event));

/** True if the focused element is a text field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement
    ? !/^(radio|checkbox|range|button|submit)$/.test(target.type)
    : target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLElement && target.isContentEditable);

/**
 * Leaves the focus where it is when the pointer presses a board or a tab, so that letters and arrows stay keys of the screen.
 * A text field would take them: the screen around what is pressed takes the focus from it.
 */
export function keepFocus(event: MouseEvent & { currentTarget: HTMLElement }): void {
  event.preventDefault();
  const { activeElement: focused } = document;
  if (!(focused instanceof HTMLElement) || !isTyping(focused)) return;
  const around = event.currentTarget.closest<HTMLElement>("[role=application]");
  if (around) around.focus();
  else focused.blur();
}

/** True if the focused element is a text field or a board, where the arrow keys move a cursor. */
export const isField = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLSelectElement) &&
  (isTyping(target) || (target instanceof Element && target.closest("[role=grid]") !== null));

/** True for a key that steps: an arrow, Home or End. */
export const isStep = (chord: string): boolean => /^(Shift\+)?(Arrow\w+|Home|End)$/.test(chord);

/** True if Space presses a button. */
export const isButton = (target: EventTarget | null): boolean => target instanceof HTMLButtonElement;

/** True if the arrow keys move a slider. */
export const isSlider = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === "range";

/** True if Enter and Space have a meaning for the focused element. */
export function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("button, a, select, input, textarea, [data-square]") !== null
  );
}

export const dialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

/** Whether a dialog is open that has actions of its own, as an exercise has. */
export const isKeysDialog = (): boolean => document.querySelector("dialog[open][data-keys]") !== null;
