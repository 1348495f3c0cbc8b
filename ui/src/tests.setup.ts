// Every language is there for tests; the window loads one.
import { LANGS, loadLang } from "./lib/i18n/text";

await Promise.all(LANGS.map(loadLang));
