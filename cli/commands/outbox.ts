import type { RequestContext } from "../../server/platform/http/request-context.ts";
import { systemContext } from "../../server/platform/http/request-context.ts";
import { listMessages, listAll } from "../../server/resources/messages/outbox.ts";
import { findSecretKey } from "../../server/platform/secret-key.ts";
import { contextFor } from "../lib/request-context.ts";
import { type Command, EXIT, type CommandInput } from "../lib/command.ts";
import { withDatabase } from "../lib/database.ts";
import { findLocations } from "../lib/find-location.ts";
import { printJson, printTable, printToStderr } from "../lib/output.ts";

type Message = Awaited<ReturnType<typeof listAll>>[number];

const REASON_LENGTH_MAX = 60;

/** Visitors' texts may contain escape sequences for the terminal. */
const shown = (text = ""): string => text.replaceAll(/\p{Cc}+/gu, " ");

const short = (text: string): string =>
  text.length > REASON_LENGTH_MAX ? `${text.slice(0, REASON_LENGTH_MAX - 1)}…` : text;

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)}`;

const rowOf = ({ create_date, kind, to, state, attempts, subject, text, error }: Message): string[] => [
  minute(create_date),
  kind,
  shown(to),
  state,
  String(attempts),
  short(shown(subject ?? text)),
  short(shown(error)),
];

const find = async (ctx: RequestContext, given: CommandInput): Promise<Message[]> => {
  const wanted = given.text("location");
  if (wanted === undefined) return listAll(ctx);
  const [location = ""] = await findLocations(ctx, [wanted]);
  return listMessages(ctx, location, {});
};

const show = async (ctx: RequestContext, given: CommandInput): Promise<number> => {
  const messages = await find(ctx, given);
  if (given.has("json")) printJson(messages);
  else if (messages.length === 0) printToStderr("No emails or SMS have been queued yet.");
  else
    printTable(
      ["QUEUED (UTC)", "KIND", "TO", "STATE", "TRIES", "SUBJECT", "REASON"],
      messages.map((message) => rowOf(message)),
    );
  return EXIT.done;
};

export const command: Command = {
  operands: [],
  about: [
    "Lists up to 1,000 queued, sent and failed emails and SMS, newest first, with the reason if one wasn't sent.",
    "--json includes the texts and the links in them.",
  ],
  options: {
    location: { value: "LOCATION", about: "only messages of this location, by ID or name" },
    json: { about: "as JSON, as returned by GET /companies/{company_id}/outbox" },
  },
  examples: ["node bin/foyer.mjs outbox", 'node bin/foyer.mjs outbox --location "Head office" --json'],
  run: (given) =>
    withDatabase({ creates: false }, async ({ config, db }) => {
      // Links in the texts are signed with the service's key.
      const secretKey = (await findSecretKey(config)) ?? "";
      return show(systemContext({ ...contextFor(config, db), secretKey }, "command line"), given);
    }),
};
