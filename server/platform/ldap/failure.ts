import { DIRECTORY_FAILURES, type DirectoryFailure } from "../lib/failure-kinds.ts";
import { CallFailure } from "../outbound/call-failure.ts";

/** Why a server could not be read: a sentence for the administrator, without anything of a person. */
export class LdapFailure extends Error {
  readonly kind: DirectoryFailure;

  constructor(kind: DirectoryFailure, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.kind = kind;
  }
}

/** The failure that an error is; undefined for a fault of ours. */
export const failureOf = (error: unknown): LdapFailure | undefined => {
  if (error instanceof LdapFailure) return error;
  if (!(error instanceof CallFailure)) return undefined;
  const kind = DIRECTORY_FAILURES.find((known) => known === error.kind);
  return kind && new LdapFailure(kind, error.message, error);
};

const LOGIN_REFUSED = new Set([48, 49, 53]);
const NEEDS_TLS = new Set([8, 13]);
const NO_SUCH_OBJECT = 32;
const WRONG_DN = 34;
const TOO_MANY = new Set([4, 11]);

/** What a result code of the server means (RFC 4511, appendix A). The server's own text is left out: it could name a person. */
export const resultFailure = (code: number, isLogin: boolean): LdapFailure => {
  if (NEEDS_TLS.has(code)) return new LdapFailure("tls", "The server takes the password with TLS only.");
  if (isLogin && LOGIN_REFUSED.has(code))
    return new LdapFailure("login_refused", "The server refuses the bind DN or the password.");
  if (code === NO_SUCH_OBJECT || code === WRONG_DN)
    return new LdapFailure("wrong_base", "The server has no entry at the base DN.");
  if (TOO_MANY.has(code))
    return new LdapFailure(
      "too_many",
      "The server ended the search at its own limit of entries. It must allow paging.",
    );
  return new LdapFailure("refused", `The server refused the request with LDAP result code ${code}.`);
};
