import { resealDocuments } from "../../server/resources/agreements/resealing.ts";
import type { RequestContext } from "../../server/platform/http/request-context.ts";
import { iso } from "../../server/platform/lib/time/time.ts";
import { resealLoginProviders } from "../../server/resources/login-providers/resealing.ts";
import { resealSecrets } from "../../server/resources/second-factors/secrets.ts";
import { resealDirectories } from "../../server/resources/directories/resealing.ts";
import { resealNotes } from "../../server/resources/watchlists/notes.ts";
import { resealWebhooks } from "../../server/resources/webhooks/resealing.ts";
import { withContext } from "../lib/request-context.ts";
import { withKeys } from "../lib/secret-keys.ts";
import { type Command, EXIT, Failure } from "../lib/command.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import { print, printToStderr } from "../lib/output.ts";

const withBothKeys = async (ctx: RequestContext): Promise<RequestContext> => {
  const keyed = await withKeys(ctx);
  if (keyed.context.previousKey === undefined)
    throw new Failure("There's no previous key. Set SECRET_KEY_PREVIOUS to it, for the server as well.");
  return keyed;
};

/**
 * The latest expiry of a link that may have been sent before now: an invitation ends with its visit or, without an end,
 * in 30 days.
 */
const LAST = `select greatest($1::timestamptz + interval '30 days', max(visiting_to), max(visiting_from) + interval '30 days') as at
from registered_visitors where invited_date is not null`;

const lastLink = async ({ db, now }: RequestContext): Promise<string> => {
  const [row] = await db.rows<{ at: string }>({ sql: LAST, parameters: [iso(now)] });
  return (row?.at ?? iso(now)).slice(0, 10);
};

const reseal = async (ctx: RequestContext): Promise<number> => {
  const webhooks = await resealWebhooks(ctx);
  const providers = await resealLoginProviders(ctx);
  const documents = await resealDocuments(ctx);
  const apps = await resealSecrets(ctx);
  const directories = await resealDirectories(ctx);
  const notes = await resealNotes(ctx);
  print(
    `Sealed again with SECRET_KEY: ${countOf(webhooks.resealed, "webhook")}, ${countOf(providers.resealed, "login provider")}, ${countOf(documents.resealed, "signed document")}, ${countOf(apps.resealed, "authenticator app")}, ${countOf(directories.resealed, "password of a directory", "passwords of directories")}, ${countOf(notes.resealed, "note of a watch list", "notes of watch lists")}.`,
  );
  printToStderr(`Links, codes and badges made before now keep working while the previous key is set. The last link expires on ${await lastLink(ctx)}.
Posters don't expire, so print them again. Badges expire 90 days after sign-in.
Keep the previous key with the backups: it proves what it sealed (node bin/foyer.mjs audit verify, node bin/foyer.mjs verify, node bin/foyer.mjs restore).`);
  if (webhooks.lost + providers.lost + documents.lost + apps.lost + directories.lost + notes.lost === 0)
    return EXIT.done;
  printToStderr(
    `Neither key can open ${countOf(webhooks.lost, "webhook")}, ${countOf(providers.lost, "login provider")}, ${countOf(documents.lost, "document")}, ${countOf(apps.lost, "authenticator app")}, ${countOf(directories.lost, "password of a directory", "passwords of directories")} and ${countOf(notes.lost, "note of a watch list", "notes of watch lists")}. They were sealed with an older key.`,
  );
  return EXIT.failed;
};

export const command: Command = {
  operands: [],
  about: [
    "After you change SECRET_KEY, this seals existing data with the new key (webhook passwords and signing secrets, client secrets of login providers, signed documents, authenticator apps, passwords of directories, notes of watch lists) and says how long you need SECRET_KEY_PREVIOUS. You can run it while Foyer runs, and as often as you like.",
    "The server needs both settings: SECRET_KEY for anything new, SECRET_KEY_PREVIOUS to read anything older. If the key is the file DATA_DIR/secret.key, rename it to secret.key.previous and start Foyer, which creates a new one.",
    "Exit code 1: some data can't be opened with either key.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs reseal"],
  run: () => withContext({ creates: false }, async (ctx) => reseal(await withBothKeys(ctx))),
};
