/** The mail of the first host of that full name at the location $1, external ones included (rules 4), as SQL. @param name a parameter or column */
export const hostMail = (name: string): string => `(select h.mail from hosts h where h.company_id = $1
  and hashtextextended(h.cn, 0) = hashtextextended(${name}, 0) and h.cn = ${name} order by h.n limit 1)`;
