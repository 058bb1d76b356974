import { isDeepStrictEqual } from "node:util";

import { DatabaseError } from "pg";

import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { HttpError, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyWithin, type Directory } from "./apply.ts";
import type { Problem } from "./difference.ts";
import * as store from "./people-store.ts";

/** What a directory says of a person. */
export type PersonContent = Pick<store.PersonRow, "user_name" | "external_id" | "email" | "active" | "data">;
/** A person as stored, and what was left undone, and why, for them. */
export type PersonWrite = { person: store.PersonRow; problems: Problem[] };
export type { PersonRow } from "./people-store.ts";

/** A place in the directory that is taken: a name that must differ from all others. */
export const alreadyTaken = (message: string): HttpError =>
  new HttpError(409, { message, code: "already_taken" }, message);

/** Whether the database refused a name that another row has. */
export const isTaken = (error: unknown): boolean => error instanceof DatabaseError && error.code === "23505";

const save = async (ctx: RequestContext, directory: Directory, row: store.PersonRow): Promise<void> => {
  try {
    await store.savePeople(ctx.db, directory._id, [row]);
  } catch (error) {
    throw isTaken(error) ? alreadyTaken('"userName" is already used by another person.') : error;
  }
};

const lock = async (ctx: RequestContext, directory: Directory, id: string): Promise<store.PersonRow> => {
  const row = await store.lockPerson(ctx.db, directory._id, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** People of a directory, by what the database can look up. */
export const findPeople = (
  { db }: RequestContext,
  directory: Directory,
  wanted: Partial<store.PeopleFilter>,
): Promise<store.PersonRow[]> => store.listPeople(db, directory._id, { ...store.ALL_PEOPLE, ...wanted });

/** How many people a directory has. */
export const countPeople = ({ db }: RequestContext, directory: Directory): Promise<number> =>
  store.countPeople(db, directory._id, store.ALL_PEOPLE);

/** One person. Errors: `404`. */
export const readPerson = async (
  { db }: RequestContext,
  directory: Directory,
  id: string,
): Promise<store.PersonRow> => {
  const row = await store.findPerson(db, directory._id, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** Adds a person, who becomes a host and a user at once if the rules say so. Errors: `409` for a taken user name. */
export const addPerson = (ctx: RequestContext, directory: Directory, content: PersonContent): Promise<PersonWrite> =>
  inTransaction(ctx, async (inner) => {
    const at = iso(ctx.now);
    const person = { ...content, _id: newId(undefined, ctx.now), create_date: at, mod_date: at };
    await save(inner, directory, person);
    return { person, problems: await applyWithin(inner, directory, [person._id]) };
  });

const emailsOf = ({ email }: store.PersonRow): string[] => (email === null ? [] : [email]);

/** Changes a person; hosts and users follow at once. Errors: `404`, `409` for a taken user name, and those of `next`. */
export const changePerson = (
  ctx: RequestContext,
  directory: Directory,
  id: string,
  next: (old: store.PersonRow) => PersonContent,
): Promise<PersonWrite> =>
  inTransaction(ctx, async (inner) => {
    const old = await lock(inner, directory, id);
    const row = { ...old, ...next(old) };
    const isChanged = !isDeepStrictEqual(row, old);
    const person = isChanged ? { ...row, mod_date: iso(ctx.now) } : old;
    if (isChanged) await save(inner, directory, person);
    return { person, problems: await applyWithin(inner, directory, [old._id], emailsOf(old)) };
  });

/** Removes a person with their hosts and their user. @returns what was left undone, and why. Errors: `404`. */
export const removePerson = (ctx: RequestContext, directory: Directory, id: string): Promise<Problem[]> =>
  inTransaction(ctx, async (inner) => {
    const old = await lock(inner, directory, id);
    await store.deletePeople(inner.db, directory._id, [old._id]);
    return applyWithin(inner, directory, [old._id], emailsOf(old));
  });
