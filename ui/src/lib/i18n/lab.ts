// The texts of the laboratory load with it.
export { t as tl } from "./i18n.svelte";
