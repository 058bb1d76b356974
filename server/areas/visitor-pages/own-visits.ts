import { type RequestContext, StreamResponse } from "../../platform/http/request-context.ts";
import { allowTime } from "../../platform/http/edge/deadlines.ts";
import { streamOf } from "../../platform/http/output/text-stream.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { findRecord } from "../../resources/visits/visits.ts";
import type { OwnData } from "./contract.ts";
import { findHostReply } from "./store.ts";

export type Wire = Static<typeof OwnData>;
/** The data stored about a visitor besides their visits. */
export type OwnDataWithoutVisits = Omit<Wire, "visits">;
export type Call = RequestContext & { location: string };
type Visit = Wire["visits"][number];

/** A copy with many pictures is more than 100 MB, which takes minutes on a phone. */
const WHOLE_MS_MAX = 15 * 60_000;
/** A client that reads nothing for this long is gone. */
const STALL_MS_MAX = 30_000;

/** Visitors may not see reception's staff, nor their internal notes. */
const OF_STAFF: ReadonlySet<string> = new Set(["user_id", "signed_in_user", "signed_out_user", "rejection_reason"]);

/** A visit without those, and with the host's reply; undefined if it was erased in the meantime. */
const findOwn = async (call: Call, id: string): Promise<Visit | undefined> => {
  const [visit, reply] = await Promise.all([
    findRecord(call, call.location, id),
    findHostReply(call.db, call.location, id),
  ]);
  const own = visit && Object.entries(visit).filter(([key]) => !OF_STAFF.has(key));
  return own && (Object.fromEntries(reply === undefined ? own : [...own, ["host_reply", reply]]) as Visit);
};

/** The visitor's own visits, without those that were erased in the meantime. */
export const readVisits = async (call: Call, ids: readonly string[]): Promise<Visit[]> => {
  const visits: Visit[] = [];
  for (const id of ids) {
    const visit = await findOwn(call, id);
    if (visit !== undefined) visits.push(visit);
  }
  return visits;
};

async function* partsOf(call: Call, besides: OwnDataWithoutVisits, ids: readonly string[]): AsyncGenerator<string> {
  let before = `${JSON.stringify(besides).slice(0, -1)},"visits":[`;
  for (const id of ids) {
    const visit = await findOwn(call, id);
    if (visit === undefined) continue;
    yield before + JSON.stringify(visit);
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}

/** The whole copy with its visits one by one: each may have two megabytes of pictures. */
export const streamVisits = (call: Call, besides: OwnDataWithoutVisits, ids: readonly string[]): StreamResponse =>
  new StreamResponse(async ({ method }, reply) => {
    allowTime(reply.raw, STALL_MS_MAX, WHOLE_MS_MAX);
    const parts = method === "HEAD" ? [] : partsOf(call, besides, ids);
    await reply.type("application/json; charset=utf-8").send(streamOf(parts));
  });
