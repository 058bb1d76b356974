import type { ClientBase } from "pg";

/** Texts that are folded when they are stored. */
const FOLDED: readonly [table: string, made: string][] = [
  ["visits", "visit_search"],
  ["registered_visitors", "registered_visitor_search"],
];

/**
 * Folds texts again that another server's collation folds differently (a Turkish İ, for one), so that filters find them
 * here. The triggers do it; unchanged rows are left alone.
 */
export const refoldTexts = async (client: ClientBase): Promise<void> => {
  for (const [table, made] of FOLDED)
    await client.query(`update ${table} t set search = '' where search is distinct from ${made}(t)`);
};
