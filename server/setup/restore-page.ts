import type { FastifyInstance, FastifyReply } from "fastify";

import { sendPage } from "../http/page.ts";
import { badRequest, HttpError } from "../lib/errors.ts";
import { confirmPage, statePage } from "./restore-view.ts";
import type { Restoring } from "./restoring.ts";
import { endedPage } from "./view.ts";

/** Whether a token is one of a set-up link, and whether it still opens anything: there must be no user yet. */
export type Holder = { holds: (token: string) => boolean; mayBegin: (token: string) => Promise<boolean> };

type Sent = { token: string; name: string; confirm: boolean; isForm: boolean };

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === "string" ? Object.fromEntries(new URLSearchParams(body)) : { ...Object(body) };

const readSent = (body: unknown): Sent => {
  const { token, name, confirm } = fieldsOf(body);
  return {
    token: typeof token === "string" ? token : "",
    name: typeof name === "string" ? name : "",
    confirm: confirm === true || confirm === "true",
    isForm: typeof body === "string",
  };
};

const ended = (): HttpError => {
  const message =
    "This set-up link has ended, or there is an administrator already. Sign in, or restore with: npx foyer restore";
  return new HttpError(403, { message }, "a set-up link that has ended");
};

const answer = (reply: FastifyReply, body: object): FastifyReply =>
  reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(JSON.stringify(body));

const confirm = async (restoring: Restoring, { token, name }: Sent, reply: FastifyReply): Promise<FastifyReply> => {
  const backup = (await restoring.list()).find((one) => one.name === name && one.problem === undefined);
  return backup === undefined ? sendPage(reply, 400, endedPage()) : sendPage(reply, 200, confirmPage(backup, token));
};

/** To the page that follows it; whether it is this one that runs, that page tells. */
const beginFromForm = async (
  restoring: Restoring,
  { token, name }: Sent,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  await restoring.begin(name);
  return reply.header("cache-control", "no-store").redirect(`/setup/restore?token=${encodeURIComponent(token)}`, 303);
};

const beginFromJson = async (restoring: Restoring, sent: Sent, reply: FastifyReply): Promise<FastifyReply> => {
  if (!sent.confirm) throw badRequest('"confirm" must be true: what is there is put aside. See docs/backup.md.');
  if (await restoring.begin(sent.name)) return answer(reply, restoring.current());
  throw badRequest(
    '"name" must be a usable backup of POST /setup/backups, and no other may be on its way. See docs/backup.md.',
  );
};

/**
 * Backups on the first-run page: whoever holds the set-up link, while there is no user yet, sees those in the folder and may
 * restore one. A form is answered with a page, JSON with JSON.
 */
export const addRestorePage = (app: FastifyInstance, restoring: Restoring, { holds, mayBegin }: Holder): void => {
  app.post("/setup/backups", async (request, reply) => {
    if (!(await mayBegin(readSent(request.body).token))) throw ended();
    return answer(reply, { backups: await restoring.list() });
  });
  app.post("/setup/restore", async (request, reply) => {
    const sent = readSent(request.body);
    const isOpen = await mayBegin(sent.token);
    if (!sent.isForm && isOpen) return beginFromJson(restoring, sent, reply);
    if (!sent.isForm) throw ended();
    if (!isOpen) return sendPage(reply, 403, endedPage());
    return sent.confirm ? beginFromForm(restoring, sent, reply) : confirm(restoring, sent, reply);
  });
  // For whoever holds the token, also once there are users again.
  app.post("/setup/restore/progress", async (request, reply) => {
    if (!holds(readSent(request.body).token)) throw ended();
    return answer(reply, restoring.current());
  });
  app.get("/setup/restore", async (request, reply) => {
    const pairs: unknown = request.query;
    const token: unknown = new Map(Array.isArray(pairs) ? pairs : []).get("token");
    if (typeof token !== "string" || !holds(token)) return sendPage(reply, 403, endedPage());
    return sendPage(reply, 200, statePage(restoring.current()));
  });
};
