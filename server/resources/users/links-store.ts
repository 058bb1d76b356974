import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { UserRow } from "./store.ts";

/** Whom a login provider means: its ID, and the claims `iss` and `sub`. */
export type LoginIdentity = { provider: string; issuer: string; subject: string };

/** A user's link to a login provider. @property by_rules whether the user's role came from the provider's rules */
export type LinkRow = { subject: string; by_rules: boolean };

const FIND: Statement = {
  name: "find-login-link",
  text: "select subject, by_rules from login_links where user_id = $1 and provider_id = $2 and issuer = $3",
};

/** A user's link to a provider; undefined before their first login with it. */
export const findLink = async (
  db: Db,
  user: string,
  { provider, issuer }: Omit<LoginIdentity, "subject">,
): Promise<LinkRow | undefined> => (await db.named<LinkRow>(FIND, [user, provider, issuer]))[0];

/**
 * Links a user to a provider, if the user is unchanged since they were read; one of several calls succeeds. The user's
 * row is locked first, so that each call sees the link of the one before.
 */
export const insertLink = ({ _id, email }: UserRow, { provider, issuer, subject }: LoginIdentity, since: string) => ({
  compile: () =>
    sql`insert into login_links (user_id, provider_id, issuer, subject, by_rules, since)
      select u._id, ${provider}::text, ${issuer}::text, ${subject}::text, false, ${since}::timestamptz
      from (select _id from users where _id = ${_id} and active and email = ${email} for no key update) u
      on conflict do nothing returning user_id as _id`.compile(build),
});

const MARK: Statement = {
  name: "mark-login-link",
  text: "update login_links set by_rules = true where user_id = $1 and provider_id = $2 and issuer = $3 and not by_rules",
};

/** Notes that the user's role came from the provider's rules. */
export const markByRules = async (
  db: Db,
  user: string,
  { provider, issuer }: Omit<LoginIdentity, "subject">,
): Promise<void> => {
  await db.named(MARK, [user, provider, issuer]);
};

const DELETE: Statement = { name: "delete-login-links-of", text: "delete from login_links where user_id = $1" };

/** Unlinks a user from all providers. */
export const deleteLinks = async (db: Db, user: string): Promise<void> => {
  await db.named(DELETE, [user]);
};
