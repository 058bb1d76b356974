import type { Statement } from "../db/database.ts";
import { type Accepted, type Gate, type Looked, refusal } from "./accepted.ts";
import { credentialOf, type UserColumns } from "./credential.ts";
import type { Passwords } from "./passwords.ts";
import { checkShutOut, PLACE_JOIN, type Surroundings, SURROUNDINGS } from "./place.ts";

type UserRow = Surroundings & UserColumns & { password: string | null };

const FIND: Statement = {
  name: "find-user",
  text: `select ${SURROUNDINGS}, u._id, u.email, u.password, u.first_name, u.last_name, u.role, u.companies, u.active
from (select) one left join users u on u.email = $1 ${PLACE_JOIN}`,
};

const judge = async (row: UserRow, password: string, passwords: Passwords): Promise<Accepted> => {
  // Somebody who is not active is checked like somebody unknown, so that both take as long.
  const usable = row._id !== null && row.active;
  const good = await passwords.verify(usable ? (row.password ?? undefined) : undefined, password);
  if (row._id !== null && !row.active) return refusal("user is not active");
  const credential = good ? credentialOf(row) : undefined;
  return credential === undefined ? refusal("unknown user or wrong password") : { credential };
};

/**
 * Looks a user up by e-mail and password.
 * @param values source, start of the refusal window and location, as `SURROUNDINGS` asks for them
 */
export const lookUpUser = async (
  gate: Gate,
  sent: { user: string; password: string },
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const [row] = await gate.db.named<UserRow>(FIND, [sent.user, ...values]);
  checkShutOut(row, now);
  return {
    accepted: row === undefined ? refusal("unknown user") : await judge(row, sent.password, gate.passwords),
    row,
  };
};
