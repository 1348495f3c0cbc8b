// Letters on a canvas, which knows neither the page's typeface nor its scale.

/** A font for a canvas: `rem` as in the page's styles, `ratio` device pixels to one of the page. */
export function canvasFont(rem: number, { weight = 400, ratio = 1 } = {}): string {
  const style = getComputedStyle(document.documentElement);
  const family = getComputedStyle(document.body).fontFamily || "sans-serif";
  return `${weight} ${rem * rootPx(style) * ratio}px ${family}`;
}

/** A length in rem as pixels of the page. */
export const remPx = (rem: number): number => rem * rootPx(getComputedStyle(document.documentElement));

const rootPx = (style: CSSStyleDeclaration): number => parseFloat(style.fontSize) || 16;
