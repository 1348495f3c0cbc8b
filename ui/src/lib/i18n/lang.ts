// The languages of the window.
export const LANGS = ["zh-CN", "en"] as const;
export type Lang = (typeof LANGS)[number];
