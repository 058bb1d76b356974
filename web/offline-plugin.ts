import type { Plugin } from "vite";

import { type Chunk, filesOf, workerSource } from "./bundle-files.ts";

/** What is kept besides the console's first files: the evacuation page with its texts, and those that every page has. */
const KEPT = [
  /\/console\/(?:pages\/evacuation\/evacuation-page\.tsx|data\/evacuation-storage\.ts)$/,
  /\/texts\/[^/]+\/(?:console|evacuation)\.json$/,
];

/**
 * Makes the evacuation page open without network: emits the console's worker with the list of the files to keep. Its file
 * is served from the root, since a worker may control only what is below its own address; what it controls is said at its registration.
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
