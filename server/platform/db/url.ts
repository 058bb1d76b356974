/** The target of a `DATABASE_URL`, without its user and password. */
export type DatabaseAddress = { host: string; database: string };

/**
 * Parses a `postgres:` URL in PostgreSQL's own form: the host may be left out or be a socket's folder
 * (`postgres://foyer@/foyer?host=/run/postgresql`). `URL` alone accepts no user without a host.
 * @returns undefined if it is not one
 */
export const readDatabaseUrl = (text: string): DatabaseAddress | undefined => {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@localhost/"));
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol)) return undefined;
  const folder = url.searchParams.get("host");
  const host = folder ?? (url.host === "" ? "localhost" : url.host.replaceAll(/%2f/gi, "/"));
  return { host, database: url.pathname.slice(1) };
};
