import type { Act } from "../server/http/call.ts";
import { systemAct } from "../server/http/call.ts";
import { list, listAll } from "../server/messages/outbox.ts";
import { findSecretKey } from "../server/secret-key.ts";
import { contextFor } from "./act.ts";
import { type Command, EXIT, type Given } from "./command.ts";
import { withDatabase } from "./database.ts";
import { findLocations } from "./location/find.ts";
import { printJson, printTable, tell } from "./output.ts";

type Message = Awaited<ReturnType<typeof listAll>>[number];

const REASON_LENGTH_MAX = 60;

/** What visitors typed may hold what moves a terminal's cursor. */
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

const find = async (act: Act, given: Given): Promise<Message[]> => {
  const wanted = given.text("location");
  if (wanted === undefined) return listAll(act);
  const [location = ""] = await findLocations(act, [wanted]);
  return list(act, location, {});
};

const show = async (act: Act, given: Given): Promise<number> => {
  const messages = await find(act, given);
  if (given.has("json")) printJson(messages);
  else if (messages.length === 0) tell("No mail or SMS was queued yet.");
  else
    printTable(
      ["QUEUED (UTC)", "KIND", "TO", "STATE", "TRIES", "SUBJECT", "WHY NOT SENT"],
      messages.map((message) => rowOf(message)),
    );
  return EXIT.done;
};

export const listOutbox: Command = {
  operands: [],
  about: [
    "Lists the mails and SMS that were queued, newest first: what became of them and, where one has not gone out, why. At most 1,000.",
    "--json has the texts too, with the links in them.",
  ],
  options: {
    location: { value: "LOCATION", about: "only those of one location, by id or name" },
    json: { about: "as JSON, as GET /companies/{company_id}/outbox answers" },
  },
  examples: ["node bin/foyer.mjs outbox", 'node bin/foyer.mjs outbox --location "Head office" --json'],
  run: (given) =>
    withDatabase({ creates: false }, async ({ config, db }) => {
      // The links of the texts are signed with the service's key.
      const secretKey = (await findSecretKey(config)) ?? "";
      return show(systemAct({ ...(await contextFor(config, db)), secretKey }, "command line"), given);
    }),
};
