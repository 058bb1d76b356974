import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { type checkSeals as contract, SEALS } from "./contract.ts";
import { sealingKeys } from "./seals.ts";
import * as store from "./seals-store.ts";
import { verifyPart } from "./verify.ts";

/** More findings would add nothing. */
const FINDINGS_MAX = 100;

/**
 * Compares part of a location's log with its seals.
 * @param after the number of the entry to start after, from the previous answer
 */
export const checkSeals = async (
  ctx: RequestContext,
  location: string,
  after = 0,
): Promise<Static<typeof contract.response>> => {
  const { db, context } = ctx;
  const keys = sealingKeys(context);
  const [first, newest, { entries, unsealed, findings, next }] = await Promise.all([
    store.findFirstSeal(db, location),
    store.findNewestSeal(db, location),
    verifyPart(db, keys, location, { after, seals: SEALS }),
  ]);
  const times = await store.listTimes(
    db,
    location,
    findings.slice(0, FINDINGS_MAX).map(({ from }) => from),
  );
  return {
    entries,
    unsealed,
    ...(first === undefined ? {} : { sealed_since: first.at }),
    ...(newest === undefined ? {} : { sealed_until: newest.at }),
    findings: findings.slice(0, FINDINGS_MAX).map(({ from, to, what }) => {
      const at = times.get(from);
      return { from, to, what, ...(at === undefined ? {} : { at }) };
    }),
    ...(next === undefined ? {} : { next }),
  };
};
