import { resealDocuments } from "../server/agreements/resealing.ts";
import type { Act } from "../server/http/call.ts";
import { iso } from "../server/lib/time.ts";
import { findPreviousKey, findSecretKey } from "../server/secret-key.ts";
import { resealWebhooks } from "../server/webhooks/resealing.ts";
import { withAct } from "./act.ts";
import { type Command, EXIT, Failure } from "./command.ts";
import { print, tell } from "./output.ts";

/** The act with both keys as the service reads them. */
const withKeys = async (act: Act): Promise<Act> => {
  const { config } = act.context;
  const secretKey = await findSecretKey(config);
  if (secretKey === undefined)
    throw new Failure("There is no SECRET_KEY here. Set SECRET_KEY or DATA_DIR as the service has it.");
  const previousKey = await findPreviousKey(config, secretKey);
  if (previousKey === undefined)
    throw new Failure("There is no key before the present one. Set SECRET_KEY_PREVIOUS to it, for the service too.");
  return { ...act, context: { ...act.context, secretKey, previousKey } };
};

/** The last link that works and may have been sent before now: an invitation ends with its visit, and 30 days hence without an end. */
const LAST = `select greatest($1::timestamptz + interval '30 days', max(visiting_to), max(visiting_from) + interval '30 days') as at
from registered_visitors where invited_date is not null`;

const lastLink = async ({ db, now }: Act): Promise<string> => {
  const [row] = await db.rows<{ at: string }>({ sql: LAST, parameters: [iso(now)] });
  return (row?.at ?? iso(now)).slice(0, 10);
};

const reseal = async (act: Act): Promise<number> => {
  const webhooks = await resealWebhooks(act);
  const documents = await resealDocuments(act);
  print(`Sealed again with SECRET_KEY: ${webhooks.resealed} webhooks, ${documents.resealed} signed documents.`);
  tell(`Links, codes and badges made before work while the previous key is set; the last link ends on ${await lastLink(act)}.
Posters do not end: print them again. Badges end 90 days after their sign-in.
Keep the previous key with the backups: it proves what it sealed (node bin/foyer.mjs audit verify, node bin/foyer.mjs verify, node bin/foyer.mjs restore).`);
  if (webhooks.lost + documents.lost === 0) return EXIT.done;
  tell(
    `Neither key opens ${webhooks.lost} webhooks and ${documents.lost} documents: they were sealed with an older one.`,
  );
  return EXIT.failed;
};

export const resealAll: Command = {
  operands: [],
  about: [
    "After SECRET_KEY was changed: seals with the new one what the database holds under the one before (passwords and signing secrets of webhooks, signed documents), and says until when SECRET_KEY_PREVIOUS is still of use. May run beside the service, and again.",
    "The service needs both settings: what is new is made with SECRET_KEY, and what was made before is read with SECRET_KEY_PREVIOUS. Where the key is the file DATA_DIR/secret.key, rename it to secret.key.previous and start the service, which makes a new one.",
    "Exit code 1: some of it neither key opens.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs reseal"],
  run: () => withAct({ creates: false }, async (act) => reseal(await withKeys(act))),
};
