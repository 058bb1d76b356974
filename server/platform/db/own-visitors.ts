import { sql } from "kysely";

import type { Sql } from "./listing/fields.ts";

/** The columns with the host's name and address. */
const HOST = { visits: "recipient, recipient_mail", registered_visitors: "recipient, extra ->> 'recipient_mail'" };

/**
 * SQL condition for rows of visits: their host has the address, folded; all rows if that is null (rules 4,
 * `employees_see`).
 * @param host the parameter with the address @param alias of the table, with a dot
 */
export const areOfHost = (host: string, alias = ""): string =>
  `(${host}::text is null or host_address(${alias}company_id, ${alias}recipient, ${alias}recipient_mail) = ${host})`;

/** The same for a list that is built: no condition without an address. */
export const ofHost = (table: keyof typeof HOST, host: string | undefined): Sql[] =>
  host === undefined ? [] : [sql`host_address(company_id, ${sql.raw(HOST[table])}) = ${host}`];
