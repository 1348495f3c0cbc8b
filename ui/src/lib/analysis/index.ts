// The chunk of the analysis, loaded with the first study.
export { AnalysisController, wishesOf } from "./analysis.svelte";
export { sayLine } from "./score";
