// The thread that typesets signed documents: a long text takes seconds of processor time, which would block every
// request. Started by renderer.ts.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { type SignedDocument, renderDocument } from "./document.ts";

/** The thread's input; a document's bytes arrive as a plain array, since messages are copied. */
export type RenderTask = { document: SignedDocument; printsText: boolean };

/** Lower priority than the threads that answer requests and the database, for machines with few processors. */
const NICENESS = 5;

// Only Linux has a priority per thread; elsewhere it would change that of the whole process.
if (process.platform === "linux") setPriority(NICENESS);

parentPort?.on("message", async ({ document, printsText }: RenderTask) => {
  const attached = document.attached && Buffer.from(document.attached);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(await renderDocument({ ...document, attached }, printsText));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage("ready");
