import type { ClientBase } from "pg";

import { agreementOf } from "./agreement.ts";
import { devicesOf, messagesOf, webhookOf } from "./outside.ts";
import type { Planned } from "./plan.ts";
import { completeRecent, recentOf } from "./recent.ts";
import { insertRows } from "./rows.ts";
import type { Site } from "./site.ts";

/** Of bulk data the first few locations are looked at; the others are there for their number. */
const LOOKED_AT = 3;

type Made = { now: number; seedNumber: number; secretKey: string | undefined };

const surround = async (client: ClientBase, site: Site, { now, seedNumber, secretKey }: Made): Promise<void> => {
  const recent = await recentOf(client, site.id, now);
  const agreement = agreementOf(site, now, seedNumber);
  await insertRows(client, "agreements", [agreement.row]);
  await insertRows(client, "agreement_versions", agreement.versions);
  await insertRows(client, "agreement_visit_types", agreement.visitTypes);
  await completeRecent(client, { site, recent, agreement }, seedNumber);
  await insertRows(client, "messages", messagesOf(site, recent, seedNumber));
  await insertRows(client, "devices", devicesOf(site, now, seedNumber));
  if (secretKey === undefined) return;
  const { webhook, deliveries } = webhookOf(site, recent, { seedNumber, secretKey });
  await insertRows(client, "webhooks", [webhook]);
  await insertRows(client, "deliveries", deliveries);
};

/** Writes what stands around the visits, after them: faces and signatures, an agreement, kiosks, mails, a webhook. */
export const writeAround = async (client: ClientBase, plans: readonly Planned[], made: Made): Promise<void> => {
  for (const { site } of plans.slice(0, LOOKED_AT)) await surround(client, site, made);
};
