// uPlot writes numbers in the language of the browser as soon as it is loaded; a web view under the locale "C" names one that
// does not exist, and nothing would be drawn.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}

export {};
