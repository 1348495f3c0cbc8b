import { mount } from "svelte";
import AppFrame from "./App.svelte";
import "./app.css";
import { App } from "./lib/app/app.svelte";
import type { Backend } from "./lib/backend/backend";
import { inTauri, tauriBackend } from "./lib/backend/tauri";
import { loadLang, resolveLang } from "./lib/i18n/text";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");

// Most people read their system's language: its sentences come while the shell is still asked for the settings. Whether
// they came is found out when they are needed.
loadLang(resolveLang("system", navigator.languages)).catch(() => {});

/** The shell inside the app; elsewhere its scripted twin, which is not built into the app. */
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

// Not awaited here: what is imported above may import from this file's own chunk, which is done only when this is.
backend().then((shell) => mount(AppFrame, { target, props: { app: new App(shell) } }));
