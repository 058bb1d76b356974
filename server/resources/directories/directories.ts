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
import { checkAddress, type StoredSettings, storedSettings } from "./ldap/settings.ts";
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
const stateOf = ({ _id, kind, name, settings, secret, mod_date }: store.DirectoryRow) => ({
  _id,
  kind,
  name,
  settings,
  secret,
  mod_date,
});

/** The values that there are. */
const present = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  // Safe: those that are null were left out.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

const wire = async (ctx: RequestContext, row: store.DirectoryRow): Promise<Wire> => {
  const { rules: _rules, secret: _secret, last_sync, last_try, last_error, last_error_code, next_try, ...rest } = row;
  const tokens = await store.listTokens(ctx.db, row._id);
  const answer = {
    ...rest,
    ...(await store.countContents(ctx.db, row._id)),
    ...present({ last_sync, last_try, last_error, last_error_code, next_try }),
    tokens: tokens.map(({ last_used, ...token }) => ({ ...token, ...present({ last_used }) })),
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

/** The settings to store, from those given. Errors: `400`. */
const settingsOf = (
  { context }: RequestContext,
  { _id, kind }: Pick<store.DirectoryRow, "_id" | "kind">,
  given: Record<string, unknown> = {},
  old?: store.DirectoryRow,
): StoredSettings =>
  kind === "ldap"
    ? storedSettings(context, _id, given, old)
    : { settings: checkExtra({ ...old?.settings, ...given }, old?.settings), secret: null };

/** Adds a directory, as yet without people and rules. Errors: `400`. */
export const create = async (ctx: RequestContext, body: Static<typeof DirectoryInput>): Promise<Wire> => {
  const _id = newId(undefined, ctx.now);
  const row: store.DirectoryRow = {
    _id,
    kind: body.kind,
    name: body.name,
    ...settingsOf(ctx, { _id, kind: body.kind }, body.settings),
    rules: [],
    last_sync: null,
    last_try: null,
    last_error: null,
    last_error_code: null,
    next_try: null,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  await runLoggedQuery(ctx, store.insertDirectory(row), logDirectory("create"));
  return wire(ctx, row);
};

/** Checks an address in settings that are sent, with no connection to the database held. Errors: `400`. */
export const checkInput = async (
  ctx: RequestContext,
  { kind, settings }: { kind?: string; settings?: Record<string, unknown> },
): Promise<void> => {
  if (kind === "ldap") await checkAddress(ctx.context, settings);
};

/** The same for a change. */
export const checkChange = async (
  ctx: RequestContext,
  id: string,
  { settings }: Static<typeof DirectoryChange>,
): Promise<void> => {
  const row = await store.findDirectory(ctx.db, id.toLowerCase());
  if (row?.kind === "ldap") await checkAddress(ctx.context, settings);
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
    const removesAll = input.removed.has("settings");
    const { name = old.name, settings } = input.body;
    const row = { ...old, name, ...settingsOf(inner, old, settings, removesAll ? undefined : old) };
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
