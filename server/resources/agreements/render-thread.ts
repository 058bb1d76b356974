// The thread in which signed documents are typeset: a long text takes seconds of processor time, which would hold up every
// request. Started by renderer.ts.
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { type SignedDocument, renderDocument } from "./document.ts";

/** What the thread is asked for; a document's bytes arrive as a plain array, since messages are copied. */
export type RenderTask = { document: SignedDocument; printsText: boolean };

/** Behind the threads that answer requests and the database, where processors are few. */
const NICENESS = 5;

// Linux alone has a priority for each thread; elsewhere it would be that of the whole process.
if (process.platform === "linux") setPriority(NICENESS);

parentPort?.on("message", async ({ document, printsText }: RenderTask) => {
  const attached = document.attached && Buffer.from(document.attached);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(await renderDocument({ ...document, attached }, printsText));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage("ready");
