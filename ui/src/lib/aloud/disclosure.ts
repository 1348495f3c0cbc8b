/** Gives a summary the role and the state of a button that opens: WebKitGTK passes neither of its own on. */
export function disclosure(summary: HTMLElement): (() => void) | undefined {
  const details = summary.parentElement;
  if (!(details instanceof HTMLDetailsElement)) return undefined;
  const tell = () => summary.setAttribute("aria-expanded", String(details.open));
  summary.setAttribute("role", "button");
  tell();
  details.addEventListener("toggle", tell);
  return () => details.removeEventListener("toggle", tell);
}
