import type { FastifyInstance } from "fastify";

import { badRequest } from "../../platform/lib/errors.ts";
import type { SetupEndpoints } from "./contract.ts";
import { sendJson, linkEnded, textsOf } from "./responses.ts";
import type { RestoreRunner } from "./restore-runner.ts";

/** Whether a token is a setup link's, and whether it is still usable: there must be no user yet. */
export type SetupTokenCheck = { holds: (token: string) => boolean; mayBegin: (token: string) => Promise<boolean> };

const tokenOf = (body: unknown): string => textsOf(body)["token"] ?? "";

/**
 * Restoring during setup: while there is no user, the holder of the setup link sees the backups in the folder and can
 * restore one.
 */
export const addRestoreRoutes = (
  app: FastifyInstance,
  restoring: RestoreRunner,
  { holds, mayBegin }: SetupTokenCheck,
): void => {
  app.post("/setup/backups", async ({ body }, reply) => {
    if (!(await mayBegin(tokenOf(body)))) throw linkEnded();
    const answer: SetupEndpoints["POST /setup/backups"]["answer"] = { backups: await restoring.list() };
    return sendJson(reply, answer);
  });
  app.post("/setup/restore", async ({ body }, reply) => {
    if (!(await mayBegin(tokenOf(body)))) throw linkEnded();
    if (Reflect.get(Object(body), "confirm") !== true)
      throw badRequest(
        '"confirm" must be true, because the current data will be set aside. See docs/backup.md.',
        "confirm_needed",
        "confirm",
      );
    if (await restoring.begin(textsOf(body)["name"] ?? "")) return sendJson(reply, restoring.current());
    throw badRequest(
      '"name" must be a usable backup from POST /setup/backups, and no other restore can be in progress. See docs/backup.md.',
      "unknown_reference",
      "name",
    );
  });
  // For the holder of the token, even once there are users again.
  app.post("/setup/restore/progress", async ({ body }, reply) => {
    if (!holds(tokenOf(body))) throw linkEnded();
    return sendJson(reply, restoring.current());
  });
};
