// The chunk of the laboratory.
export { LabController } from "./lab.svelte";
