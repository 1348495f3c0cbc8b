// The words of the laboratory, which load with it: `tl(key, values)` is `t` for them.
import { i18n } from "./i18n.svelte";
import { fill, type Lang, type Values } from "./text";
import { labEn, type LabKey } from "./lab-en";
import { labVi } from "./lab-vi";
import { labZh } from "./lab-zh";
import { labZhTW } from "./lab-zh-TW";

export const LAB_TABLES: Record<Lang, Record<LabKey, string>> = {
  "zh-CN": labZh,
  "zh-TW": labZhTW,
  en: labEn,
  vi: labVi,
};

export const tl = (key: LabKey, values: Values = {}): string => fill(LAB_TABLES[i18n.lang][key], values);
