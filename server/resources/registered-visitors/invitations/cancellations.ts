import type { RequestContext } from "../../../platform/http/request-context.ts";
import {
  earlierInvitations,
  type EarlierInvitation,
  nextSequence,
  wasSent,
} from "../../messages/invitation-history.ts";
import type { QueuedMessage } from "../../messages/queue.ts";
import { isOver } from "./expectation.ts";
import * as store from "./store.ts";

/**
 * A cancellation of what the visitor was last told, to the address it was sent to; none for an undated visit, or one
 * that is over.
 */
const messageFor = (
  location: string,
  id: string,
  earlier: readonly EarlierInvitation[],
  now: number,
): QueuedMessage[] => {
  const lastSent = earlier.find(wasSent);
  if (lastSent === undefined || lastSent.parameters.from === null || isOver(lastSent.parameters, now)) return [];
  return [
    {
      location,
      kind: "mail",
      recipient: lastSent.recipient,
      subjectId: id,
      language: lastSent.language ?? undefined,
      template: "registered_visitor_cancellation",
      parameters: { ...lastSent.parameters, sequence: nextSequence(earlier) },
      now,
    },
  ];
};

/**
 * The emails that call off the visits of invited visitors who have not arrived yet. Queue them once the visitors are
 * removed, because their messages are deleted with them.
 */
export const draftCancellations = async (
  { db, now }: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<QueuedMessage[]> => {
  const invitees = await store.lockInvitees(db, location, ids);
  const expected = invitees.filter(({ has_begun }) => !has_begun).map(({ _id }) => _id);
  const earlier = await earlierInvitations(db, location, expected);
  return expected.flatMap((id) => messageFor(location, id, earlier.get(id) ?? [], now));
};
