import type { Plugin } from "vite";

import { type Chunk, filesOf, workerSource } from "./bundle-files.ts";

/** Cached besides the console's first files: the evacuation page with its texts, and those of every page. */
const KEPT = [
  /\/console\/(?:pages\/evacuation\/evacuation-page\.tsx|data\/evacuation-storage\.ts)$/,
  /\/texts\/[^/]+\/(?:console|evacuation)\.json$/,
];

/**
 * Makes the evacuation page open offline: emits the console's worker with the list of files to cache. Its file is
 * served from the root, since a worker's scope can't be above its own address; the registration sets the scope.
 */
export const offline = (): Plugin => ({
  name: "foyer-offline",
  enforce: "post",
  generateBundle(_options, bundle) {
    const chunks = bundle as unknown as Record<string, Chunk>;
    const kept = Object.values(chunks).filter(
      ({ isEntry, name, moduleIds = [], facadeModuleId }) =>
        (isEntry === true && name === "console") ||
        [...moduleIds, facadeModuleId ?? ""].some((id) => KEPT.some((kept) => kept.test(id))),
    );
    const files = filesOf(chunks, kept, { lazy: false });
    this.emitFile({ type: "asset", fileName: "sw.js", source: workerSource("console/app/worker/sw.js", files) });
  },
});
