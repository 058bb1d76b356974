import type { ClientBase } from "pg";

/**
 * Makes folded texts again that another server's collation folds differently (a Turkish İ, for one), so that a filter finds
 * them here. The trigger does it; what is the same stays. The values of visits are folded when they are indexed after the restore.
 */
export const refoldTexts = async (client: ClientBase): Promise<void> => {
  await client.query(
    "update registered_visitors t set search = '' where search is distinct from registered_visitor_search(t)",
  );
};
