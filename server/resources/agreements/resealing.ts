import type { RequestContext } from "../../platform/http/request-context.ts";
import { readSeal, withoutSeal, seal } from "./seal.ts";
import * as store from "./signed-store.ts";

/** Documents may have megabytes: few at a time. */
const PAGE = 20;

/**
 * Gives the signed documents that are kept a seal with the present key, after the one they have was checked; copies that were
 * handed out before keep theirs. Nothing else of them changes, so no log has an entry of it.
 * @returns how many are kept, how many were sealed again, and how many no key proves genuine: those stay as they are
 */
export const resealDocuments = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ all: number; resealed: number; lost: number }> => {
  const found = { all: 0, resealed: 0, lost: 0 };
  for (let after = store.FIRST_KEY; ;) {
    const page = await store.selectKept(db, after, PAGE);
    for (const { pdf, ...at } of page) {
      found.all += 1;
      after = at;
      if (readSeal(context.secretKey, pdf) !== undefined) continue;
      const facts = readSeal(context, pdf);
      if (facts === undefined) found.lost += 1;
      else if (await store.replaceStoredPdf(db, at, pdf, seal(context.secretKey, withoutSeal(pdf), facts)))
        found.resealed += 1;
    }
    if (page.length < PAGE) return found;
  }
};
