import type { Db } from "../../platform/db/database.ts";
import type { InvitationContent } from "./columns.ts";
import { deleteWaiting, type EarlierInvitation, selectEarlier } from "./invitation-history-store.ts";

export type { EarlierInvitation } from "./invitation-history-store.ts";

/** What registered visitors were sent of their invitation before, or are to be sent: by visitor, the highest sequence first. */
export const earlierInvitations = async (
  db: Db,
  location: string,
  ids: readonly string[],
): Promise<Map<string, EarlierInvitation[]>> =>
  Map.groupBy(await selectEarlier(db, location, ids), ({ subject_id }) => subject_id);

/** Takes back what has not gone out yet. @returns of whom */
export const dropWaitingInvitations = async (
  db: Db,
  location: string,
  ids: readonly string[],
  template: InvitationContent["template"],
): Promise<ReadonlySet<string>> =>
  new Set((await deleteWaiting(db, location, ids, template)).map(({ subject_id }) => subject_id));

/** Whether the visitor knows of it: it went out, or is going out now. */
export const wasSent = ({ state }: EarlierInvitation): boolean => state === "sent" || state === "sending";

/** The sequence of the next email to a visitor: 0 for the first. @param earlier the highest first */
export const nextSequence = (earlier: readonly EarlierInvitation[] = []): number => (earlier[0]?.sequence ?? -1) + 1;
