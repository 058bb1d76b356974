/**
 * The SQL that finds a visit's host by name: equal after NFC, case and blanks are evened out; of several, the one that
 * is equal to the letter, else the first (rules 4.3). $1 is the location.
 * @param columns of the host, from `h`
 * @param name an expression
 */
export const hostByName = (
  columns: string,
  name: string,
): string => `select ${columns} from hosts h where h.company_id = $1 and not h.hidden
  and hashtextextended(host_name(h.cn), 0) = hashtextextended(host_name(${name}), 0) and host_name(h.cn) = host_name(${name})
  order by h.cn <> ${name}, h.n limit 1`;
