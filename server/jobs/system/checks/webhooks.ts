import { type DatabaseCheck, inWords, warning } from "./check.ts";

/** If there are more, those with the most failures are named. */
const SHOWN_MAX = 10;
const TURNED_OFF_AT = 5;

const TURNED_OFF = `select w.url, c.name from webhooks w join companies c on c._id = w.company_id
where c.tier = 'enterprise' and not w.enabled and w.failures >= $1 order by w.failures desc, c.name limit $2`;

const turnedOff: DatabaseCheck = async (db) => {
  const rows = await db.rows<{ url: string; name: string }>({
    sql: TURNED_OFF,
    parameters: [TURNED_OFF_AT, SHOWN_MAX],
  });
  return rows.map(({ url, name }) =>
    inWords(
      warning(
        "Webhook",
        `the webhook of "${name}" (${new URL(url).host}) was turned off after ${TURNED_OFF_AT} failures in a row, so it gets no events`,
        "See the deliveries in the console for the reason, fix the endpoint, then turn the webhook on again. Events in the meantime aren't sent later; the event stream has them: docs/webhooks.md.",
      ),
      "webhookOff",
      { place: name, host: new URL(url).host, number: TURNED_OFF_AT },
    ),
  );
};

/** The check for webhooks that Foyer turned off; it needs their table. */
export const webhookChecks: readonly DatabaseCheck[] = [turnedOff];
