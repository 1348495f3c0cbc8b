// The language in force. Reading `i18n.lang` or calling `t` in a component makes it follow a change at once.
import { say, type Key, type Lang, type Values } from "./text";

class Language {
  lang = $state<Lang>("zh-CN");
}

export const i18n = new Language();

/** The sentence `key` in the language in force. */
export function t(key: Key, values?: Values): string {
  return say(i18n.lang, key, values);
}
