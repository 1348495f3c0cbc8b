import { mount } from "svelte";
import AppFrame from "./App.svelte";
import "./app.css";
import { App } from "./lib/app/app.svelte";
import type { Backend } from "./lib/backend/backend";
import { inTauri, tauriBackend } from "./lib/backend/tauri";
import { loadLang, resolveLang } from "./lib/i18n/text";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

// Most people use the system's language: its texts load while the shell reads the settings. Errors show when the texts
// are needed.
loadLang(resolveLang("system", navigator.languages)).catch(() => {});

/** The shell in the app; elsewhere the test backend, which the app does not contain. */
async function backend(): Promise<Backend> {
  if (import.meta.env.MODE === "production" || inTauri()) return tauriBackend;
  const { MemoryBackend } = await import("./lib/backend/memory");
  const scene = new URLSearchParams(location.search);
  return new MemoryBackend({
    games: Number(scene.get("games") ?? 6),
    unfinished: scene.has("unfinished") ? [MemoryBackend.leftOver(Date.now())] : [],
    settings: JSON.parse(scene.get("settings") ?? "{}"),
  });
}

// The interface's letters come after the first screen: until then the system's stand in.
requestAnimationFrame(() => setTimeout(() => void import("./fonts.css"), 100));

// Few people have a contrast theme, so its rules are loaded for them alone.
const contrast = matchMedia("(forced-colors: active)");
const loadContrast = () => void (contrast.matches && import("./contrast.css"));
loadContrast();
contrast.addEventListener("change", loadContrast);

// Not awaited here: the imports above may import from this file's own chunk, which is complete only after this file.
backend().then((shell) => mount(AppFrame, { target, props: { app: new App(shell) } }));
