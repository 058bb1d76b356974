import { withContext } from "../cli/lib/request-context.ts";
import { withDatabase } from "../cli/lib/database.ts";
import { countLocations, seed } from "../demo/seed.ts";
import { loadSecretKey } from "../server/platform/secret-key.ts";
import { createUser } from "../server/resources/users/users.ts";
import { ROLES, type Role } from "../shared/roles.ts";

/** The one password of the demo's users. */
export const PASSWORD = "foyer-on-my-machine";

/** The demo has one user for each role. @returns the email address of that user */
export const emailOf = (role: Role): string => `${role.replace("_", "-")}@demo.example`;

const addUsers = (companies: readonly string[]): Promise<number> =>
  withContext({ creates: false }, async (ctx) => {
    for (const role of ROLES)
      await createUser(ctx, {
        email: emailOf(role),
        first_name: "Demo",
        role,
        companies: role === "global_admin" ? [] : [...companies],
        password: PASSWORD,
      });
    return 0;
  });

/** Fills the configured database with the demo's data and users, unless it has a location already. */
export const fillWithDemo = async (): Promise<void> => {
  const made = await withDatabase({ creates: true }, async ({ db, config }) =>
    (await countLocations(db)) > 0 ? undefined : seed({ db, now: Date.now(), secretKey: await loadSecretKey(config) }),
  );
  if (made !== undefined) await addUsers(made.locations.map(({ _id }) => _id));
};
