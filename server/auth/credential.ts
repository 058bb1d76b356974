import type { Role } from "./roles.ts";

/** Who is calling, as the database says at this moment: nothing of it is kept between calls (interface 5.6). */
export type Credential = {
  /** `system` is who runs the program itself: the command line on the machine (cli/act.ts); it never comes over HTTP. */
  kind: "api_key" | "user" | "system";
  _id: string;
  /** How people read it in the log of changes and as `signed_in_user`. */
  name: string;
  role: Role;
  /** The covered locations; `all` for a global admin. */
  locations: readonly string[] | "all";
};
