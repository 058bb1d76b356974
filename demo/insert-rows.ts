import { escapeIdentifier, type ClientBase } from "pg";

/** Inserts rows of the same shape into a table; omitted columns get their defaults. */
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
