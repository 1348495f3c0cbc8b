// Letters and colours on a canvas, which has neither the page's typeface and scale nor its theme.

/** A font for a canvas: `rem` as in the page's styles, `ratio` device pixels to one of the page. */
export function canvasFont(rem: number, { weight = 400, ratio = 1 } = {}): string {
  const style = getComputedStyle(document.documentElement);
  const family = getComputedStyle(document.body).fontFamily || "sans-serif";
  return `${weight} ${rem * rootPx(style) * ratio}px ${family}`;
}

/** A length in rem as pixels of the page. */
export const remPx = (rem: number): number => rem * rootPx(getComputedStyle(document.documentElement));

/** A colour of the present theme, by its name in the page's styles: "ink-500". */
export const themeColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const rootPx = (style: CSSStyleDeclaration): number => parseFloat(style.fontSize) || 16;
