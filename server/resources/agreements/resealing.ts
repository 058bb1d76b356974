import type { RequestContext } from "../../platform/http/request-context.ts";
import { readSeal, withoutSeal, seal } from "./seal.ts";
import * as store from "./signed-store.ts";

/** Documents may have megabytes: few are read at a time. */
const PAGE = 20;

/**
 * Seals the stored documents with the current key, after checking the seal they have; copies that were handed out keep
 * theirs. Nothing else about them changes, so no log entry is written.
 * @returns how many are stored, how many were resealed, and how many no key could verify: those remain as they are
 */
export const resealDocuments = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ all: number; resealed: number; lost: number }> => {
  const counts = { all: 0, resealed: 0, lost: 0 };
  for (let after = store.FIRST_KEY; ;) {
    const page = await store.listStoredPdfs(db, after, PAGE);
    for (const { pdf, ...at } of page) {
      counts.all += 1;
      after = at;
      if (readSeal(context.secretKey, pdf) !== undefined) continue;
      const facts = readSeal(context, pdf);
      if (facts === undefined) counts.lost += 1;
      else if (await store.replaceStoredPdf(db, at, pdf, seal(context.secretKey, withoutSeal(pdf), facts)))
        counts.resealed += 1;
    }
    if (page.length < PAGE) return counts;
  }
};
