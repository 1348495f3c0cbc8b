// Tests load every text of every language; the window loads one language.
import { LANGS, loadLang, loadArea } from "./lib/i18n/text";

await Promise.all([loadArea("howto", "en"), loadArea("lab", "en"), ...LANGS.map(loadLang)]);
