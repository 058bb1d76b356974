import type { FastifyRequest } from "fastify";

import type { Credential } from "../auth/credential.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/database.ts";
import { withQuota } from "../db/connection-quota.ts";
import { isId, tagOf } from "../lib/record/ids.ts";

/** The location tag in the first ID of a path; undefined if there is none. */
const tagInPath = ({ params }: Pick<FastifyRequest, "params">): string | undefined => {
  const id = Object.values(Object(params)).find(isId);
  return id === undefined ? undefined : tagOf(id);
};

const covers = ({ locations }: Credential, tag: string): boolean =>
  locations === "all" || locations.some((location) => tagOf(location) === tag);

/**
 * Whose quota of connections a request uses: that of its location, by its tag, or else that of its credential. An ID of
 * a location that the credential doesn't cover uses nothing of that location's quota.
 */
const holderOf = (principal: Credential, { location, params }: Pick<FastifyRequest, "location" | "params">): string => {
  if (location !== "") return tagOf(location);
  const tag = tagInPath({ params });
  if (tag !== undefined && covers(principal, tag)) return tag;
  const [only, ...others] = principal.locations === "all" ? [] : principal.locations;
  return only !== undefined && others.length === 0 ? tagOf(only) : principal._id;
};

/** The database for one request, limited to the quota of its holder. */
export const requestDatabase = (
  { db, quotas }: Pick<Context, "db" | "quotas">,
  principal: Credential,
  request: Pick<FastifyRequest, "location" | "params">,
): Db => withQuota(db, quotas, holderOf(principal, request));
