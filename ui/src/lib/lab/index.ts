// What the window loads when somebody wants to see how engines think.
export { LabRoom } from "./room.svelte";
