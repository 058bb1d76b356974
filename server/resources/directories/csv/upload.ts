import { TableBody } from "../../../platform/http/input/body.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import { runLoggedQuery } from "../../../platform/events/log.ts";
import { checkMatch, lockDirectory, logDirectory } from "../directories.ts";
import type * as contract from "../people-contract.ts";
import { type DirectoryList, type ListedPerson, saveList } from "../save-list.ts";
import * as store from "../store.ts";
import { plan } from "../plan.ts";
import { readList } from "./rows.ts";

/** The list with the groups that it names, by their name in lower case. */
const withGroups = (people: readonly ListedPerson[]): DirectoryList => {
  const names = new Map(people.flatMap(({ groups }) => groups.map((name) => [name.toLowerCase(), name])));
  return {
    people: people.map((person) => ({ ...person, groups: person.groups.map((name) => name.toLowerCase()) })),
    groups: [...names].map(([key, display_name]) => ({ key, display_name, external_id: null })),
  };
};

/**
 * Replaces the people of a `csv` directory, all or none, and answers what a sync would do (docs/directories.md). Errors: `400`
 * for another kind and for a bad row, by its number; `404`, `412`.
 */
export const replacePeople = async (
  ctx: RequestContext,
  id: string,
  body: unknown,
): Promise<Static<typeof contract.replacePeople.response>> => {
  const people = readList(body instanceof TableBody ? body.rows : body, body instanceof TableBody);
  return inTransaction(ctx, async (inner) => {
    const directory = await lockDirectory(inner, id);
    checkMatch(inner, directory);
    if (directory.kind !== "csv")
      throw badRequest("Only a directory of kind csv takes a list of people.", "wrong_directory_kind");
    const { people: before } = await store.countContents(inner.db, directory._id);
    const isChanged = await saveList(inner, directory._id, withGroups(people));
    if (isChanged)
      await runLoggedQuery(inner, store.touchDirectory(directory._id), {
        ...logDirectory("replace_people"),
        body: { before: { people: before }, after: { people: people.length } },
      });
    return { received: people.length, ...(await plan(inner, directory._id)) };
  });
};
