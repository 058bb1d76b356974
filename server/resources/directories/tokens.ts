import { digestOf, randomAlphanumeric } from "../../platform/auth/api-key-format.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { NewDirectoryToken } from "./contract.ts";
import { lockDirectory, readDirectory } from "./directories.ts";
import * as store from "./store.ts";

/** How many tokens may be valid at the same time: the one in use, and the one that replaces it. */
const TOKENS_MAX = 2;
/** About 238 random bits. */
const SECRET_LENGTH = 40;
const MINUTE_MS = 60_000;

const entry = (action: string) => ({
  location: SERVICE_LOCATION,
  action: `directory_token.${action}`,
  subject: "directory_token",
});

/** Tokens are of directories that call us. Errors: `400`. */
const checkKind = ({ kind }: store.DirectoryRow): void => {
  if (kind !== "scim")
    throw badRequest("Only a directory of kind scim has tokens. Send the people of this one.", "wrong_directory_kind");
};

/** Creates a token; only its digest is stored. Errors: `400` for a third one, and for a directory that isn't `scim`; `404`. */
export const create = (ctx: RequestContext, id: string): Promise<Static<typeof NewDirectoryToken>> =>
  inTransaction(ctx, async (inner) => {
    const directory = await lockDirectory(inner, id);
    checkKind(directory);
    if ((await store.listTokens(inner.db, directory._id)).length >= TOKENS_MAX)
      throw badRequest(`A directory has at most ${TOKENS_MAX} tokens. Remove one first.`, "too_many");
    const token = `scim_${randomAlphanumeric(SECRET_LENGTH)}`;
    const row = { directory_id: directory._id, _id: newId(undefined, ctx.now), digest: digestOf(token) };
    await runLoggedQuery(inner, store.insertToken({ ...row, create_date: iso(ctx.now) }), entry("create"));
    return { _id: row._id, token };
  });

const find = async ({ db }: RequestContext, directory: string, id: string): Promise<store.TokenRow | undefined> =>
  (await store.listTokens(db, directory)).find(({ _id }) => _id === id.toLowerCase());

/** A token without its secret, as a repeated creation is answered. Errors: `404`. */
export const read = async (ctx: RequestContext, id: string, tokenId: string): Promise<{ _id: string }> => {
  const directory = await readDirectory(ctx, id);
  const found = await find(ctx, directory._id, tokenId);
  if (found === undefined) throw notFound();
  return { _id: found._id };
};

/** Ends a token at once. Errors: `404`, `412`. */
export const remove = async (ctx: RequestContext, id: string, tokenId: string): Promise<{ message: string }> => {
  const directory = await readDirectory(ctx, id);
  const removeAny = async (inner: RequestContext): Promise<{ message: string }> => {
    const query = store.deleteToken(directory._id, tokenId.toLowerCase());
    if ((await runLoggedQuery(inner, query, entry("remove"))).length === 0) throw notFound();
    return { message: "Token removed. It no longer works." };
  };
  return deleteIfMatch(ctx, (inner) => find(inner, directory._id, tokenId), removeAny);
};

/** The directory of a token that is sent; its use is noted once a minute. Undefined for any other text. */
export const directoryOfToken = async (
  { db, now }: Pick<RequestContext, "db" | "now">,
  token: string,
): Promise<{ _id: string; name: string } | undefined> => {
  if (!token.startsWith("scim_")) return undefined;
  const holder = await store.findByToken(db, digestOf(token), iso(now - MINUTE_MS));
  if (holder?.unused === true) await store.touchToken(db, holder.token, iso(now));
  return holder && { _id: holder._id, name: holder.name };
};
