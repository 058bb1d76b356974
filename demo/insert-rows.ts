import { escapeIdentifier, type ClientBase } from "pg";

/** Writes rows of one shape into a table; columns that are left out get their defaults. */
export const insertRows = async (client: ClientBase, table: string, rows: readonly object[]): Promise<void> => {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).map(escapeIdentifier).join(", ");
  const name = escapeIdentifier(table);
  await client.query(
    `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};
