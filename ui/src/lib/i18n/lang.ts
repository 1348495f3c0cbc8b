// The languages of the window. A language is a folder of JSON files beside this file, and one line in this table.
import type * as english from "./en";

export const LANGUAGES = {
  "zh-CN": { name: "简体中文", load: () => import("./zh-CN") },
  "zh-TW": { name: "繁體中文", load: () => import("./zh-TW") },
  en: { name: "English", load: () => import("./en") },
  vi: { name: "Tiếng Việt", load: () => import("./vi") },
} as const satisfies Record<string, { name: string; load: () => Promise<typeof english> }>;

export type Lang = keyof typeof LANGUAGES;
export const LANGS = Object.keys(LANGUAGES) as Lang[];

/** The areas that load with their own screen. */
export type LaterArea = keyof typeof english.later;

type KeysOf<Folder> = Folder extends typeof english
  ? | keyof Folder["default"]
    | { [A in LaterArea]: keyof Awaited<ReturnType<Folder["later"][A]>>["default"] }[LaterArea]
  : never;
type Folders = Awaited<ReturnType<(typeof LANGUAGES)[Lang]["load"]>>;
type None<T extends never> = T;

/** A text of the window. English has the whole set: what another language lacks is an error in the table above. */
export type Key = KeysOf<typeof english>;
/** The keys that a language has and English lacks; each is an error here. */
export type Added = None<Exclude<KeysOf<Folders>, Key>>;
