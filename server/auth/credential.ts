import type { Role } from "./roles.ts";

/** Who is calling, as the database says at this moment: nothing of it is kept between calls (interface 5.6). */
export type Credential = {
  kind: "api_key" | "user";
  _id: string;
  /** How people read it in the log of changes and as `signed_in_user`. */
  name: string;
  role: Role;
  /** The covered locations; `all` for a global admin. */
  locations: readonly string[] | "all";
};
