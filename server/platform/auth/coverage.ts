import type { Db, Statement } from "../db/database.ts";
import { isId, tagOf } from "../lib/record/ids.ts";
import type { Credential } from "./credential.ts";

const EXISTS: Statement = { name: "location-exists", text: "select 1 from companies where _id = $1" };
const BY_TAG: Statement = { name: "location-by-tag", text: "select _id from companies where tag = $1" };

/**
 * The location as stored, if the credential covers it; undefined for any other text, including an unknown location.
 * @param given a location ID in either letter case, or any other text from the caller
 */
export const coveredLocation = async (db: Db, principal: Credential, given: unknown): Promise<string | undefined> => {
  if (!isId(given)) return undefined;
  const id = given.toLowerCase();
  if (principal.locations !== "all") return principal.locations.includes(id) ? id : undefined;
  return (await db.named(EXISTS, [id])).length > 0 ? id : undefined;
};

/**
 * The covered location that an object's ID belongs to, by the tag in the ID (docs/decisions/0004-ids.md); undefined if
 * the credential covers no such location. Whether the object exists is left to its store.
 */
export const locationOf = async (db: Db, principal: Credential, id: string): Promise<string | undefined> => {
  const tag = tagOf(id);
  if (principal.locations !== "all") return principal.locations.find((location) => tagOf(location) === tag);
  return (await db.named<{ _id: string }>(BY_TAG, [tag]))[0]?._id;
};

/** Whether the credential covers all of these locations. */
export const coversAll = async (db: Db, principal: Credential, locations: readonly string[]): Promise<boolean> => {
  for (const location of new Set(locations))
    if ((await coveredLocation(db, principal, location)) === undefined) return false;
  return true;
};
