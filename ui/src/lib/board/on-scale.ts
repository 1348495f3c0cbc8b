/**
 * Calls `run` when the pixels of the screen change their scale, as on another screen. Returns the end of it. A box of device
 * pixels would be simpler to observe, but WebKit has none.
 */
export function onScale(run: () => void): () => void {
  let query: MediaQueryList;
  const watch = () => {
    // A query holds for one scale.
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", changed, { once: true });
  };
  const changed = () => {
    watch();
    run();
  };
  watch();
  return () => query.removeEventListener("change", changed);
}
