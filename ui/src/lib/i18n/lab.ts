// The words of the laboratory, which load with it: `tl(key, values)` is `t` for them.
import { i18n } from "./i18n.svelte";
import { fill, type Lang, type Values } from "./text";
import { labEn, type LabKey } from "./lab-en";
import { labZh } from "./lab-zh";

export const LAB_TABLES: Record<Lang, Record<LabKey, string>> = { "zh-CN": labZh, en: labEn };

export const tl = (key: LabKey, values: Values = {}): string => fill(LAB_TABLES[i18n.lang][key], values);
