/** The log's action when a visit no longer waits for security: its host hears of it now. */
export const RELEASED = "visit.release";

/**
 * Whether a visit waits for security, as an SQL expression: it has a hit of a list that holds, or could not be compared.
 * @param location the parameter with the location @param id an expression with the ID of the visit
 */
export const isHeld = (location: string, id: string): string =>
  `exists (select 1 from watch_checks w where w.company_id = ${location} and w.subject_id = ${id} and w.outcome in ('held', 'unchecked'))`;
