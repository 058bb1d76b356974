import { isIP } from "node:net";

import type { FailureKind } from "../lib/failure-kinds.ts";
import { CallFailure } from "./call-failure.ts";

/** The target of a call, from its URL. */
export type Target = {
  /** A name, or an address without the brackets of IPv6. */
  host: string;
  isAddress: boolean;
  port: number;
  isSecure: boolean;
  /** The `Host` header: with the port if it is not the default one. */
  authority: string;
  /** Path and query; a fragment is never sent. */
  path: string;
};

const SHAPE = /^https?:\/\/[^/\s\\\p{Cc}][^\s\\\p{Cc}]*$/iu;
const USER_INFO = /^[^/]*\/\/[^/?#]*@/;
const PORTS = { "http:": 80, "https:": 443 } as const;

const refuse = (sentence: string, kind: FailureKind = "wrong_url"): never => {
  throw new CallFailure(kind, sentence);
};

/**
 * Parses a URL. There is one parser, so that what is checked is what is called; spellings on which parsers disagree
 * (spaces, backslashes, a login before the host) are refused. An IPv4 address in any spelling is converted to the usual
 * one. Errors: CallFailure
 */
export const readTarget = (url: string): Target => {
  if (!/^https?:/i.test(url)) refuse("The URL must begin with http:// or https://, as in https://example.org/hook.");
  if (!SHAPE.test(url)) refuse("The URL must be complete, with no spaces, line breaks or backslashes.");
  if (USER_INFO.test(url))
    refuse(
      "The URL must not contain a username or password. Use auth_username and auth_password.",
      "credentials_in_url",
    );
  const { protocol, hostname, host, port, pathname, search } =
    URL.parse(url) ?? refuse("The URL isn't valid: check the host name and port.");
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  const isSecure = protocol === "https:";
  return {
    host: bare,
    isAddress: isIP(bare) !== 0,
    port: port === "" ? PORTS[isSecure ? "https:" : "http:"] : Number(port),
    isSecure,
    authority: host,
    path: pathname + search,
  };
};
