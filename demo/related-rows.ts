import type { ClientBase } from "pg";

import { agreementOf } from "./agreement.ts";
import { writeDirectory, writeWatchlist } from "./directory.ts";
import { writeHistory } from "./history.ts";
import { devicesOf, messagesOf, webhookOf } from "./outbound-rows.ts";
import type { PlannedLocation } from "./plan.ts";
import { completeRecent, firstVisit, recentVisits, registeredSince } from "./recent.ts";
import { insertRows } from "./insert-rows.ts";
import { writeSeries } from "./series.ts";
import type { Site } from "./sites.ts";
import { apiKeysOf, staffOf, type StaffRow } from "./staff.ts";
import { erasureRequestsOf } from "./erasure-requests.ts";

/** In bulk data, only the first few locations get these; the others are there for their number. */
const LOOKED_AT = 3;

type SeedSource = { now: number; seedNumber: number; secretKey: string | undefined };

/**
 * Users of the locations, and API keys. No users are added before the administrator, who must be the first user; an
 * address that is taken remains its user's.
 * @returns the staff of the locations
 */
const writeStaff = async (
  client: ClientBase,
  sites: readonly Site[],
  { now, seedNumber }: SeedSource,
): Promise<StaffRow[]> => {
  const { rows: users } = await client.query<{ _id: string; email: string }>(
    "select _id, email from users order by _id",
  );
  const [administrator] = users;
  if (administrator === undefined) return [];
  const idByEmail = new Map(users.map(({ _id, email }) => [email, _id]));
  const staff = sites.flatMap((site) => staffOf(site, seedNumber));
  await insertRows(
    client,
    "users",
    staff.filter(({ email }) => !idByEmail.has(email)),
  );
  await insertRows(client, "api_keys", apiKeysOf(sites, administrator._id, now, seedNumber));
  return staff.map((one) => ({ ...one, _id: idByEmail.get(one.email) ?? one._id }));
};

const writeSiteRows = async (
  client: ClientBase,
  site: Site,
  allStaff: readonly StaffRow[],
  source: SeedSource,
): Promise<void> => {
  const { now, seedNumber, secretKey } = source;
  const recent = await recentVisits(client, site.id, now);
  const agreement = agreementOf(site, now, seedNumber);
  const devices = devicesOf(site, now, seedNumber);
  await insertRows(client, "agreements", [agreement.row]);
  await insertRows(client, "agreement_versions", agreement.versions);
  await insertRows(client, "agreement_visit_types", agreement.visitTypes);
  await completeRecent(client, { site, recent, agreement }, seedNumber);
  await insertRows(client, "messages", messagesOf(site, recent, seedNumber));
  await insertRows(client, "devices", devices);
  await insertRows(client, "erasure_requests", erasureRequestsOf(site, recent, now, seedNumber));
  const registered = await registeredSince(client, site.id, now);
  const lastEntry = await writeHistory(
    client,
    { site, first: await firstVisit(client, site.id), recent, registered, agreement },
    { staff: allStaff.filter(({ companies }) => companies.includes(site.id)), devices },
    source,
  );
  // Hosts are not notified now about visits in the demo's past.
  await insertRows(client, "notification_cursors", [{ company_id: site.id, seq: lastEntry }]);
  if (secretKey === undefined) return;
  const { webhook, deliveries } = webhookOf(site, recent, { seedNumber, secretKey, lastEntry });
  await insertRows(client, "webhooks", [webhook]);
  await insertRows(client, "deliveries", deliveries);
};

/**
 * Writes the records that belong to the visits, after them: faces and signatures, an agreement, kiosks, emails, users,
 * a log, a webhook.
 */
export const writeRelatedRows = async (
  client: ClientBase,
  plans: readonly PlannedLocation[],
  source: SeedSource,
): Promise<void> => {
  const sites = plans.slice(0, LOOKED_AT).map(({ site }) => site);
  const staff = await writeStaff(client, sites, source);
  for (const site of sites) await writeSiteRows(client, site, staff, source);
  const [first] = sites;
  if (first === undefined) return;
  await writeDirectory(client, first, source.now, source.seedNumber);
  await writeSeries(client, first, source.now, source.seedNumber);
  await writeWatchlist(client, first, source.now, source.seedNumber);
};
