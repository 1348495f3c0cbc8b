// Whether the focused element got the focus from the pointer. `:focus-visible` does not tell for text fields and lists.

/** The element that the pointer focused, until the focus leaves it. */
let pointed: Element | null = null;
let isPressed = false;

document.addEventListener("pointerdown", press, true);
document.addEventListener("mousedown", press, true);
document.addEventListener(
  "focusin",
  ({ target }) => (pointed = isPressed ? (target as Element) : null),
  true,
);
document.addEventListener("keydown", () => (isPressed = false), true);
for (const name of ["pointerup", "pointercancel", "mouseup", "dragend"])
  document.addEventListener(name, () => (isPressed = false), true);

function press({ target }: Event): void {
  isPressed = true;
  const { activeElement: active } = document;
  if (active !== document.body && active?.contains(target as Node | null)) pointed = active;
}

/** Whether `target` has the focus because the pointer pressed it. */
export const isFocusedByPointer = (target: EventTarget | null): boolean =>
  target !== null && target === pointed && target === document.activeElement;
