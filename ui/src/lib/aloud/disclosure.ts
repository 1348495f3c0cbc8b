/**
 * Makes a button open and close the `.disclosure` around it. A screen reader would say `details` twice: WebKitGTK reports it
 * beside its summary. Of the summary it passes neither role nor state on, and its list marker ends the page's process.
 */
export function disclosure(opener: HTMLElement): (() => void) | undefined {
  const whole = opener.parentElement;
  if (!whole) return undefined;
  const tell = () => opener.setAttribute("aria-expanded", String(whole.hasAttribute("data-open")));
  const toggle = () => whole.toggleAttribute("data-open");
  const observer = new MutationObserver(tell);
  observer.observe(whole, { attributeFilter: ["data-open"] });
  tell();
  opener.addEventListener("click", toggle);
  return () => {
    observer.disconnect();
    opener.removeEventListener("click", toggle);
  };
}
