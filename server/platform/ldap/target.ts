import { isIP } from "node:net";

import type { Target } from "../outbound/target.ts";
import { LdapFailure } from "./failure.ts";

const SHAPE = /^(ldaps?):\/\/(?:\[[\da-f:.]+\]|[^\s\\/?#@:[\]]+)(?::(\d{1,5}))?\/?$/i;
const PORTS = { ldap: 389, ldaps: 636 } as const;

/** Parses the URL of an LDAP server: scheme, host and port only. Errors: LdapFailure */
export const readLdapTarget = (url: string): Target => {
  const [, scheme = "", port] = SHAPE.exec(url) ?? [];
  // The parser knows no ldap: as http, the host gets its usual spelling.
  const host = URL.parse(url.replace(/^ldaps?:/i, "http:"))?.hostname.replace(/^\[(.*)\]$/, "$1");
  if (scheme === "" || host === undefined || Number(port ?? 1) > 65_535)
    throw new LdapFailure("wrong_url", "The URL must be like ldaps://dc1.example.org or ldap://10.1.2.3:389.");
  const isSecure = scheme.toLowerCase() === "ldaps";
  const chosen = Number(port ?? PORTS[isSecure ? "ldaps" : "ldap"]);
  return { host, isAddress: isIP(host) !== 0, port: chosen, isSecure, authority: `${host}:${chosen}`, path: "" };
};
