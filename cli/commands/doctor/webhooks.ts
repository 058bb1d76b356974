import { checkUrl } from "../../../server/platform/outbound/call-out.ts";
import { type DatabaseCheck, type Finding, warning } from "../../../server/jobs/system/checks/check.ts";
import { hostOf, unreachable } from "./connect-to.ts";

/** If there are more, those with the most failures are checked. */
const LOOKED_AT_MAX = 10;

type Row = { name: string; url: string };

const WEBHOOKS = `select w.url, c.name from webhooks w join companies c on c._id = w.company_id
where c.tier = 'enterprise' and w.enabled order by w.failures desc, c.name limit $1`;

const tryOne = async (row: Row, allowed: readonly string[]): Promise<Finding[]> => {
  const { name, url } = row;
  const { problem: refused, note } = await checkUrl(url, allowed);
  if (refused !== undefined) {
    const fix = "Use a public address, or add the endpoint's network to WEBHOOK_ALLOWED_NETWORKS (CIDR ranges).";
    return [warning("Webhook", `that of "${name}" isn't called: webhooks aren't allowed to reach ${hostOf(url)}`, fix)];
  }
  const reason = note === undefined ? await unreachable(url) : "the name does not resolve";
  if (reason === undefined) return [];
  const fix =
    "Check that the endpoint is running and that the firewall lets Foyer out. After 5 failures the webhook is turned off.";
  return [warning("Webhook", `that of "${name}" can't be reached at ${hostOf(url)} (${reason})`, fix)];
};

const receivers: DatabaseCheck = async (db, { config }) => {
  const rows = await db.rows<Row>({ sql: WEBHOOKS, parameters: [LOOKED_AT_MAX] });
  return (await Promise.all(rows.map((row) => tryOne(row, config.webhookAllowedNetworks)))).flat();
};

/** Checks whether the endpoints of enabled webhooks can be reached. It needs their table. */
export const endpointChecks: readonly DatabaseCheck[] = [receivers];
