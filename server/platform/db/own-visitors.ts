import { sql } from "kysely";

import type { Sql } from "./listing/fields.ts";

/** The columns with the host's name and address. */
const HOST = { visits: "recipient, recipient_mail", registered_visitors: "recipient, extra ->> 'recipient_mail'" };

/**
 * SQL condition for rows of visits: their host has one of the addresses, folded; all rows if that is null (rules 4,
 * `employees_see`).
 * @param hosts the parameter with the addresses @param alias of the table, with a dot
 */
export const areOfHost = (hosts: string, alias = ""): string =>
  `(${hosts}::text[] is null or host_address(${alias}company_id, ${alias}recipient, ${alias}recipient_mail) = any (${hosts}))`;

/** The same for a list that is built: no condition without addresses. */
export const ofHost = (table: keyof typeof HOST, hosts: readonly string[] | undefined): Sql[] =>
  hosts === undefined ? [] : [sql`host_address(company_id, ${sql.raw(HOST[table])}) = any (${hosts})`];
