// Wood grain as a few long, faint paths: the same on every machine, drawn once, never animated.

/** One streak: its path in cells, its width in cells and how dark it is (opacity). */
type Streak = { path: string; width: number; opacity: number };

const STREAKS = 26;

/** Draws streaks down a board of the given size. The same size always gives the same wood. */
export function grain(width: number, height: number): Streak[] {
  const random = sequence(Math.round(width * 100 + height));
  // Two slow waves shared by all streaks bend them together, like the rings of one tree.
  const bend = { a: 0.25 + random() * 0.25, b: 0.1 + random() * 0.15, phase: random() * 6 };
  return Array.from({ length: STREAKS }, (_, index) => {
    const x = ((index + random() * 0.9) / STREAKS) * (width + 1) - 0.5;
    const lean = (random() - 0.5) * 0.35;
    const at = (t: number) =>
      x + lean * t + bend.a * Math.sin(bend.phase + t * 2.6 + x * 0.22) + bend.b * Math.sin(t * 7 + x * 0.6);
    const points = Array.from({ length: 9 }, (_, i) => ({ x: at(i / 8), y: (i / 8) * height }));
    return {
      path: smooth(points),
      width: 0.02 + random() * random() * 0.32,
      opacity: 0.025 + random() * 0.04,
    };
  });
}

/** A smooth curve through points, by quadratic steps between their middles. */
function smooth(points: { x: number; y: number }[]): string {
  const r = (value: number) => Math.round(value * 100) / 100;
  const [first, ...rest] = points;
  if (!first) return "";
  let path = `M${r(first.x)} ${r(first.y)}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    const to = next ? { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 } : point;
    path += `Q${r(point.x)} ${r(point.y)} ${r(to.x)} ${r(to.y)}`;
  }
  return path;
}

/** Numbers in 0..1 by the "minimal standard" generator of Park and Miller, CACM 31 (1988). */
function sequence(seed: number): () => number {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}
