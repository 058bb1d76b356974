import { join } from "node:path";

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

import { chunkGroups } from "./chunk-groups.ts";
import { firstPaint } from "./first-paint-plugin.ts";
import { installable } from "./installable-plugin.ts";
import { offline } from "./offline-plugin.ts";
import { preloads } from "./preloads-plugin.ts";

const page = (name: string): string => join(import.meta.dirname, name, "index.html");

/** Three entries: the console, the kiosk, and the pages on a visitor's own phone. */
// oxlint-disable-next-line import/no-default-export -- Vite asks for one
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), firstPaint(), installable(), offline(), preloads()],
  // Below /kiosk/: the kiosk's worker has that scope, and only finds cached files there.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "kiosk/[name]-[hash].js" } } },
  build: {
    outDir: process.env["WEB_DIR"] ?? join(import.meta.dirname, "../dist/web"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    // A policy without `data:`: fonts and scripts, and files that are cached permanently.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: { console: page("console"), kiosk: page("kiosk"), visitor: page("visitor") },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
