// What the window needs of the analysis once somebody studies: loaded together, and not before.
export { AnalysisRoom, wishesOf } from "./room.svelte";
export { sayLine } from "./worth";
