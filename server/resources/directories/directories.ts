import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { checkIfMatch, etagStateOf, withState } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { checkExtra } from "../../platform/lib/record/extra.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Directory, DirectoryChange, DirectoryInput } from "./contract.ts";
import { releaseHosts, releaseUsers } from "./records-store.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Directory>;

/** An entry of the audit log about a directory. */
export const logDirectory = (action: string) => ({
  location: SERVICE_LOCATION,
  action: `directory.${action}`,
  subject: "directory",
});

/** Only what people write is in the tag: the rest changes with each sync. */
const stateOf = ({ _id, kind, name, settings, mod_date }: store.DirectoryRow) => ({
  _id,
  kind,
  name,
  settings,
  mod_date,
});

const wire = async (ctx: RequestContext, row: store.DirectoryRow): Promise<Wire> => {
  const { rules: _rules, last_sync, ...rest } = row;
  const tokens = await store.listTokens(ctx.db, row._id);
  const answer = {
    ...rest,
    ...(await store.countContents(ctx.db, row._id)),
    ...(last_sync === null ? {} : { last_sync }),
    tokens: tokens.map(({ last_used, ...token }) => ({ ...token, ...(last_used === null ? {} : { last_used }) })),
  };
  return withState(answer, stateOf(row));
};

/** A directory as stored. Errors: `404`. */
export const readDirectory = async (ctx: RequestContext, id: string): Promise<store.DirectoryRow> => {
  const row = await store.findDirectory(ctx.db, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** All directories (docs/directories.md). */
export const list = async (ctx: RequestContext): Promise<Wire[]> =>
  Promise.all((await store.listDirectories(ctx.db)).map((row) => wire(ctx, row)));

/** One directory. Errors: `404`. */
export const read = async (ctx: RequestContext, id: string): Promise<Wire> => wire(ctx, await readDirectory(ctx, id));

/** Adds a directory, as yet without people and rules. Errors: `400`. */
export const create = async (ctx: RequestContext, body: Static<typeof DirectoryInput>): Promise<Wire> => {
  const row: store.DirectoryRow = {
    _id: newId(undefined, ctx.now),
    kind: body.kind,
    name: body.name,
    settings: checkExtra(body.settings ?? {}),
    rules: [],
    last_sync: null,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  await runLoggedQuery(ctx, store.insertDirectory(row), logDirectory("create"));
  return wire(ctx, row);
};

/** Reads a directory and locks it until the transaction ends. Errors: `404`. */
export const lockDirectory = async (ctx: RequestContext, id: string): Promise<store.DirectoryRow> => {
  const row = await store.lockDirectory(ctx.db, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** Compares a directory with the tag that the caller read. Errors: `412`. */
export const checkMatch = (ctx: RequestContext, row: store.DirectoryRow): void =>
  checkIfMatch(ctx, () => etagStateOf(stateOf(row)));

/** Changes name or settings. Errors: `400`, `404`, `412`. */
export const update = (
  ctx: RequestContext,
  id: string,
  input: UpdateInput<Static<typeof DirectoryChange>>,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockDirectory(inner, id);
    checkMatch(inner, old);
    checkNotRemoved(input, "name");
    const { name = old.name, settings } = input.body;
    const row = {
      ...old,
      name,
      settings: input.removed.has("settings") ? {} : checkExtra({ ...old.settings, ...settings }, old.settings),
    };
    if (isDeepStrictEqual(row, old)) return wire(inner, old);
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateDirectory(changed), logDirectory("change"));
    return wire(inner, changed);
  });

/**
 * Removes a directory with its people, groups and tokens. Its hosts and users remain as ordinary ones; hosts who left
 * it are removed (docs/directories.md). Errors: `404`, `412`.
 */
export const remove = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockDirectory(inner, id);
    checkMatch(inner, old);
    const hosts = await releaseHosts(inner.db, old._id);
    await releaseUsers(inner.db, old._id);
    await store.deleteContents(inner.db, old._id);
    await runLoggedQuery(inner, store.deleteDirectory(old._id), {
      ...logDirectory("remove"),
      body: { before: { name: old.name, kind: old.kind, hosts } },
    });
    return { message: "Directory removed. Its hosts and users are ordinary ones now." };
  });
