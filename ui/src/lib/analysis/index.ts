// What the window needs of the analysis once somebody studies: loaded together, and not before.
export { AnalysisController, wishesOf } from "./analysis.svelte";
export { sayLine } from "./score";
