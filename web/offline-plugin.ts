import type { Plugin } from "vite";

import { type Chunk, filesOf, workerSource } from "./bundle-files.ts";

/** Cached besides the console's first files: the evacuation page with its texts, and those of every page. */
const KEPT = [
  /\/console\/pages\/evacuation\/evacuation-page\.tsx$/,
  /\/console\/data\/session\/evacuation-storage\.ts$/,
  /\/texts\/[^/]+\/console\.json$/,
  /\/texts\/[^/]+\/evacuation\.json$/,
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
    const isOf = (pattern: RegExp, { moduleIds = [], facadeModuleId }: Chunk): boolean =>
      [...moduleIds, facadeModuleId ?? ""].some((id) => pattern.test(id));
    const all = Object.values(chunks);
    const moved = KEPT.find((pattern) => !all.some((chunk) => isOf(pattern, chunk)));
    if (moved !== undefined)
      this.error(`No module is named like ${moved.source}: the evacuation page would not open offline.`);
    const kept = all.filter(
      (chunk) => (chunk.isEntry === true && chunk.name === "console") || KEPT.some((pattern) => isOf(pattern, chunk)),
    );
    const files = filesOf(chunks, kept, { lazy: false });
    this.emitFile({ type: "asset", fileName: "sw.js", source: workerSource("console/app/worker/sw.js", files) });
  },
});
