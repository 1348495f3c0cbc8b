/** Calls `then` once the next frame is painted. Returns what cancels it. */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The longest wait for a frame: a hidden window paints none. */
const UNPAINTED_MS = 100;

/** Resolves once the next frame is painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      cancel();
      resolve();
    };
    const cancel = afterPaint(done);
    const timer = setTimeout(done, UNPAINTED_MS);
  });
}
