// The languages of the window.
export const LANGS = ["zh-CN", "zh-TW", "en", "vi"] as const;
export type Lang = (typeof LANGS)[number];

/** What each language calls itself, so that it can be found by those who cannot read the present one. */
export const LANG_NAMES: Record<Lang, string> = {
  "zh-CN": "简体中文",
  "zh-TW": "繁體中文",
  en: "English",
  vi: "Tiếng Việt",
};
