import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { rules } from "./vite/rules.ts";
import { words } from "./vite/words.ts";
import { worker } from "./vite/worker.ts";

const server = process.env.PALATINE_SERVER ?? "http://127.0.0.1:8750";
const source = (folder: string) => resolve(import.meta.dirname, "src", folder);

const version = /__version__ = "(.*)"/.exec(
  readFileSync(resolve(import.meta.dirname, "../src/palatine/__init__.py"), "utf-8"),
)?.[1];

export default defineConfig({
  plugins: [svelte(), words(), rules(), worker()],
  define: { __PALATINE_VERSION__: JSON.stringify(version) },
  resolve: {
    alias: {
      $lib: source("lib"),
      $ui: source("ui"),
      $generated: source("generated"),
      $games: source("games"),
    },
  },
  build: {
    outDir: process.env.PALATINE_APP ?? "../src/palatine/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy forbids inline data
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  test: { setupFiles: ["vite/browser.ts"] },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
