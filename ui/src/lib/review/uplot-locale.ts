// uPlot formats numbers in the browser's language as soon as it is loaded. Under the locale "C" a web view names an
// invalid language, and uPlot would draw nothing.
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en", configurable: true });
}

export {};
