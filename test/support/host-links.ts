import assert from "node:assert/strict";

import { type Choice, hostLink, targetOf } from "../../server/resources/messages/host-link.ts";
import type { Body, World } from "./world.ts";

type Parameters = { visitId: string; host: string | null; signedIn: string };

/** The link that a message of the outbox is sent with, which the outbox itself doesn't show; without the service's address. */
export const hostLinkOf = async ({ db, context }: World, message: Body, choice?: Choice): Promise<string> => {
  const { rows } = await db.pool.query<{ company_id: string; parameters: Parameters }>(
    "select company_id, parameters from messages where _id = $1",
    [message?._id],
  );
  const { company_id: location, parameters } = rows[0] ?? assert.fail("no such message");
  const { visitId, host, signedIn } = parameters;
  const target = targetOf({ location, visitId, host }, signedIn);
  return hostLink({ publicUrl: "", secretKey: context.secretKey }, target, choice);
};
