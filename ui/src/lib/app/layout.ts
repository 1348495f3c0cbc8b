// Chooses one of four layouts. Sizes are divided by the UI scale, so that 200 % in a large window looks like 100 % in a
// small one. Media queries do not know the scale.
const LAYOUTS = ["wide", "standard", "narrow", "portrait"] as const;
type Layout = (typeof LAYOUTS)[number];

/**
 * The sizes beside a board, across and down: rail, panel and margins; above and below it: rail, panel and the players.
 */
const BESIDE = 56 + 288 + 40;
const ABOVE = 56 + 272 + 72;

/** Chooses the layout with the larger board: above the panel or beside it. */
export function layoutFor(
  widthPx: number,
  heightPx: number,
  scalePercent: number,
): { layout: Layout; short: boolean } {
  const [width, height] = [(widthPx * 100) / scalePercent, (heightPx * 100) / scalePercent];
  const [beside, above] = [Math.min(width - BESIDE, height), Math.min(width, height - ABOVE)];
  if (above > beside) return { layout: "portrait", short: false };
  return {
    layout: width >= 1440 ? "wide" : width >= 1100 ? "standard" : "narrow",
    short: height < 720,
  };
}
