// A part that scrolls and has nothing to press can be scrolled by keys only if it takes the focus.

/** Lets a part take the focus while there is more in it than is in view. */
export function scrolled(part: HTMLElement): () => void {
  const follow = () => {
    if (part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(follow);
  sizes.observe(part);
  const contents = new MutationObserver(follow);
  contents.observe(part, { childList: true, subtree: true, characterData: true });
  return () => {
    sizes.disconnect();
    contents.disconnect();
  };
}
