import type { FastifyInstance } from "fastify";

import { badRequest } from "../lib/errors.ts";
import { answer, ended, textsOf } from "./answers.ts";
import type { Restoring } from "./restoring.ts";

/** Whether a token is one of a set-up link, and whether it still opens anything: there must be no user yet. */
export type Holder = { holds: (token: string) => boolean; mayBegin: (token: string) => Promise<boolean> };

const tokenOf = (body: unknown): string => textsOf(body)["token"] ?? "";

/** Backups at the first run: whoever holds the set-up link, while there is no user yet, sees those in the folder and may restore one. */
export const addRestoring = (app: FastifyInstance, restoring: Restoring, { holds, mayBegin }: Holder): void => {
  app.post("/setup/backups", async ({ body }, reply) => {
    if (!(await mayBegin(tokenOf(body)))) throw ended();
    return answer(reply, { backups: await restoring.list() });
  });
  app.post("/setup/restore", async ({ body }, reply) => {
    if (!(await mayBegin(tokenOf(body)))) throw ended();
    if (Reflect.get(Object(body), "confirm") !== true)
      throw badRequest(
        '"confirm" must be true: what is there is put aside. See docs/backup.md.',
        "confirm_needed",
        "confirm",
      );
    if (await restoring.begin(textsOf(body)["name"] ?? "")) return answer(reply, restoring.current());
    throw badRequest(
      '"name" must be a usable backup of POST /setup/backups, and no other may be on its way. See docs/backup.md.',
      "unknown_reference",
      "name",
    );
  });
  // For whoever holds the token, also once there are users again.
  app.post("/setup/restore/progress", async ({ body }, reply) => {
    if (!holds(tokenOf(body))) throw ended();
    return answer(reply, restoring.current());
  });
};
