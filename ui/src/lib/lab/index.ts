// What the window loads when somebody wants to see how engines think.
export { LabController } from "./lab.svelte";
