import { defineConfig } from "vitest/config";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  clearScreen: false,
  // One folder for what npm and Vite leave behind, beside package.json.
  cacheDir: "../node_modules/.vite",
  server: {
    // Tauri's `devUrl` names this host and port, so a taken port is an error and not another number.
    host: "127.0.0.1",
    port: 1420,
    strictPort: true,
    // node_modules stands beside `ui`, one folder above Vite's root.
    fs: { allow: [".."] },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The oldest engines Tauri 2 runs on: WebKitGTK 2.40 and WKWebView 16.2.
    target: "safari16",
    // What the first screen needs comes as one file: as thirty, gzip finds less that repeats.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/tests.setup.ts"],
    // A thread starts sooner than a process: 14 % less processor time.
    pool: "threads",
    // Files share the modules of their thread, which halves the processor time; no test mocks a module.
    isolate: false,
    // Other styles are left out of tests; this one is read for the contrast of its tokens.
    css: { include: [/(app|contrast)\.css/] },
    // A busy machine takes long for the accessibility rules; a hang is still found.
    testTimeout: 60_000,
  },
});
