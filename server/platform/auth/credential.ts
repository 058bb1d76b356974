import { type CallerRole, type Role, ROLES, type Scope } from "../../../shared/roles.ts";

/** How the user of a session proved who they are. */
export type Proof = "password" | "identity_provider";

/** The ID of the login provider that OIDC_ISSUER sets: no record has it. */
export const SETTINGS_PROVIDER = "1".padStart(24, "0");

/** The caller according to the database at this moment: nothing is kept between calls (interface 5.6). */
export type Credential = {
  /**
   * `system` is Foyer itself, or its operator: the command line on the machine (cli/lib/request-context.ts); it never
   * comes over HTTP. `device` (a paired kiosk), `host_link` (the holder of a link that decides on a visit), `poster`,
   * `invitation` and `badge` (the holder of such a code), `directory` (a SCIM client with one of its tokens) and
   * `anonymous` (a caller without a credential) exist outside `/api` only (http/route-group.ts).
   */
  kind:
    | "api_key"
    | "idp_credential"
    | "user"
    | "device"
    | "host_link"
    | "poster"
    | "invitation"
    | "badge"
    | "directory"
    | "anonymous"
    | "system";
  _id: string;
  /** The name shown in the audit log and as `signed_in_user`. */
  name: string;
  role: CallerRole;
  /** For an API key: its permissions besides its role. */
  scopes?: readonly Scope[];
  /** The covered locations; `all` for a global admin. */
  locations: readonly string[] | "all";
  /** When it ends by itself, in milliseconds since 1970, if it does. */
  expires?: number;
  /**
   * For a user with a session: its ID, when (milliseconds since 1970) and how they last proved who they are, and with
   * which login provider, if that can still be used.
   */
  session?: { _id: string; confirmed: number; proof: Proof; provider?: string };
};

/** The columns of a user that make a credential; all null if there is no such user. */
export type UserColumns = {
  _id: string | null;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: string;
  companies: string[];
  active: boolean;
};

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** The credential of a user who may call; undefined for a missing user or one who is not active. */
export const credentialOf = (row: UserColumns): Credential | undefined => {
  if (row._id === null || !row.active || !isRole(row.role)) return undefined;
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(" ") || row.email;
  const locations = row.role === "global_admin" ? "all" : row.companies;
  return { kind: "user", _id: row._id, name, role: row.role, locations };
};
