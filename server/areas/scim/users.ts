import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Directory } from "../../resources/directories/apply.ts";
import type { Problem } from "../../resources/directories/difference.ts";
import * as people from "../../resources/directories/people.ts";
import { emailOf } from "../../resources/directories/person.ts";
import { CORE_USER, ENTERPRISE } from "./attributes.ts";
import { conjunctsOf, type Filter } from "./filter.ts";
import { matches } from "./matching.ts";
import { type Operation, patchUser } from "./patch.ts";
import { type ListQuery, listResponse, project } from "./query.ts";
import { checkUser, readUser, type Resource } from "./values.ts";

/** One request of a directory. @property base the address of `/scim/v2` */
export type ScimCall = { ctx: RequestContext; directory: Directory; base: string };

/** A resource, and what was left undone for it. */
export type Written = { resource: Resource; problems: Problem[] };

/** The attributes of a person, without what the server adds. */
const attributesOf = ({ data, user_name, external_id, active }: people.PersonRow): Resource => ({
  ...data,
  userName: user_name,
  ...(external_id === null ? {} : { externalId: external_id }),
  active,
});

const wire = (row: people.PersonRow, base: string): Resource => ({
  schemas: [CORE_USER, ...(row.data[ENTERPRISE] === undefined ? [] : [ENTERPRISE])],
  id: row._id,
  ...attributesOf(row),
  meta: {
    resourceType: "User",
    created: row.create_date,
    lastModified: row.mod_date,
    location: `${base}/Users/${row._id}`,
  },
});

/** What is stored of a person's attributes. */
const contentOf = ({ userName, externalId, active, ...data }: Resource): people.PersonContent => {
  const user_name = String(userName);
  return {
    user_name,
    external_id: typeof externalId === "string" ? externalId : null,
    email: emailOf(data, user_name),
    active: active !== false,
    data,
  };
};

/** The equality that the database can look up, among the conditions that must all hold. */
const textOf = (filter: Filter | undefined, ...names: string[]): string | null => {
  const found = (filter === undefined ? [] : conjunctsOf(filter)).find(
    (one) => one.op === "eq" && names.includes(one.path.join(".")) && typeof one.value === "string",
  );
  return found?.op === "eq" ? String(found.value) : null;
};

/** A text that is part of every person for whom the filter holds: it narrows the list before it is gone through. */
const partOf = (filter: Filter | undefined): string | null => {
  const conditions = (filter === undefined ? [] : conjunctsOf(filter)).map((one) =>
    one.op === "some" && one.path[0] === "emails" ? one.rest : one,
  );
  const found = conditions.find(
    (one) =>
      one?.op === "eq" &&
      typeof one.value === "string" &&
      ["emails", "emails.value", "value"].includes(one.path.join(".")),
  );
  return found?.op === "eq" ? String(found.value) : null;
};

const lookUpOf = (filter: Filter) => ({
  userName: textOf(filter, "username"),
  externalId: textOf(filter, "externalid"),
  part: partOf(filter),
});

/** A page of the people (RFC 7644, 3.4.2). */
export const listUsers = async ({ ctx, directory, base }: ScimCall, query: ListQuery) => {
  const { filter, startIndex, count, projection } = query;
  const answer = (rows: readonly Resource[], total: number) =>
    listResponse(
      rows.map((one) => project(one, projection)),
      total,
      startIndex,
    );
  if (filter === undefined) {
    const rows = await people.findPeople(ctx, directory, { limit: count, offset: startIndex - 1 });
    return answer(
      rows.map((row) => wire(row, base)),
      await people.countPeople(ctx, directory),
    );
  }
  const rows = await people.findPeople(ctx, directory, lookUpOf(filter));
  const all = rows.map((row) => wire(row, base)).filter((one) => matches(filter, one));
  return answer(all.slice(startIndex - 1, startIndex - 1 + count), all.length);
};

/** One person. Errors: `404`. */
export const readUserById = async ({ ctx, directory, base }: ScimCall, id: string): Promise<Resource> =>
  wire(await people.readPerson(ctx, directory, id), base);

const written = ({ base }: ScimCall, { person, problems }: people.PersonWrite): Written => ({
  resource: wire(person, base),
  problems,
});

/** Creates a person, who becomes a host and a user at once if the rules say so. Errors: `400`, `409`. */
export const createUser = async (call: ScimCall, body: unknown): Promise<Written> =>
  written(call, await people.addPerson(call.ctx, call.directory, contentOf(readUser(body))));

const change = async (call: ScimCall, id: string, next: (old: Resource) => Resource): Promise<Written> => {
  const { ctx, directory } = call;
  const done = await people.changePerson(ctx, directory, id, (old) => contentOf(checkUser(next(attributesOf(old)))));
  return written(call, done);
};

/** Replaces what is kept of a person; without `active`, that remains. Errors: `400`, `404`, `409`. */
export const replaceUser = (call: ScimCall, id: string, body: unknown): Promise<Written> =>
  change(call, id, (old) => ({ active: old["active"], ...readUser(body) }));

/** Changes a person by operations, all or none. Errors: `400`, `404`, `409`. */
export const changeUser = (call: ScimCall, id: string, operations: readonly Operation[]): Promise<Written> =>
  change(call, id, (old) => patchUser(old, operations));

/** Deletes a person: their hosts and their user are removed at once. Errors: `404`. */
export const deleteUser = ({ ctx, directory }: ScimCall, id: string): Promise<Problem[]> =>
  people.removePerson(ctx, directory, id);
