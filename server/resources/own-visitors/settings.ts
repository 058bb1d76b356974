import { isDeepStrictEqual } from "node:util";

import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import type { OwnSettings, OwnSettingsInput } from "./contract.ts";
import * as store from "./stand-in-store.ts";

type Wire = Static<typeof OwnSettings>;
type Replacement = NonNullable<Static<typeof OwnSettingsInput>["stand_in"]>;

const wire = ({ email, stand_in_from, stand_in_until }: store.StandInRow): Wire =>
  email === null || stand_in_from === null || stand_in_until === null
    ? {}
    : { stand_in: { email, from: stand_in_from, until: stand_in_until } };

/** What the user has set for their own visitors: who decides about them in their absence. Errors: `404`. */
export const readSettings = async ({ db, principal }: RequestContext): Promise<Wire> => {
  const row = await store.findStandIn(db, principal._id);
  if (row === undefined) throw notFound();
  return wire(row);
};

const instantOf = (text: string, key: "from" | "until"): string => {
  const ms = parseInstant(text);
  if (ms === undefined)
    throw badRequest(`"stand_in.${key}" must be an ISO 8601 timestamp.`, "wrong_format", `stand_in.${key}`);
  return iso(ms);
};

const standInOf = async (ctx: RequestContext, given: Replacement): Promise<store.NewStandIn> => {
  const [from, until] = [instantOf(given.from, "from"), instantOf(given.until, "until")];
  if (until <= from)
    throw badRequest('"stand_in.until" must be after "stand_in.from".', "wrong_order", "stand_in.until");
  const user = await store.findColleague(ctx.db, ctx.principal._id, given.email);
  if (user === undefined)
    throw badRequest(
      '"stand_in.email" must be the address of another user of one of your locations.',
      "unknown_reference",
      "stand_in.email",
    );
  return { stand_in: user, stand_in_from: from, stand_in_until: until };
};

/**
 * Names who decides about the user's visitors from a moment until another, or no one any more. Errors: `400` for a person who
 * isn't another user of one of the user's locations, and for an end that isn't after the beginning; `404`, `412`.
 */
export const changeSettings = (
  ctx: RequestContext,
  { body, removed }: UpdateInput<Static<typeof OwnSettingsInput>>,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockStandIn(inner.db, ctx.principal._id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => wire(old));
    if (body.stand_in === undefined && !removed.has("stand_in")) return wire(old);
    const next = body.stand_in === undefined ? store.NO_STAND_IN : await standInOf(inner, body.stand_in);
    const { email: _email, ...before } = old;
    if (isDeepStrictEqual(before, next)) return wire(old);
    await runLoggedQuery(inner, store.updateStandIn(ctx.principal._id, next, iso(ctx.now)), {
      location: SERVICE_LOCATION,
      action: "user.change",
      subject: "user",
    });
    return readSettings(inner);
  });
