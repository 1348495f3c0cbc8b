// Which of the four arrangements fits the window. Sizes are divided by the UI scale, so that 200 % in a large window is laid out
// like 100 % in a small one; media queries could not know the scale.
export const LAYOUTS = ["wide", "standard", "narrow", "portrait"] as const;
export type Layout = (typeof LAYOUTS)[number];

export function layoutFor(
  widthPx: number,
  heightPx: number,
  scalePercent: number,
): { layout: Layout; short: boolean } {
  const [width, height] = [(widthPx * 100) / scalePercent, (heightPx * 100) / scalePercent];
  const short = height < 720;
  if (width < 900 && height > width) return { layout: "portrait", short: false };
  return { layout: width >= 1440 ? "wide" : width >= 1100 ? "standard" : "narrow", short };
}
