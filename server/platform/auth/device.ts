import type { Statement } from "../db/database.ts";
import { refusalSource } from "../lib/net/ip-address.ts";
import { forbidden, tooManyRefusals } from "../lib/errors.ts";
import { tagOf } from "../lib/record/ids.ts";
import type { AuthDeps } from "./outcome.ts";
import type { Credential } from "./credential.ts";
import { readCredential } from "./device-secrets.ts";
import { incrementCounter, REFUSAL_WINDOW_MS, REFUSALS_MAX, secondsLeft } from "./refusals.ts";
import { matchesDigest } from "./api-key-format.ts";

type DeviceRow = {
  opened: string | null;
  _id: string | null;
  company_id: string;
  name: string;
  digest: Buffer;
};

// As for API keys, one query answers both whether the address is refused and whose credential it is.
const FIND: Statement = {
  name: "find-device-credential",
  text: `select (select opened from refusals where source = $1 and opened > $2 and n >= ${REFUSALS_MAX}) as opened,
  d._id, d.company_id, d.name, d.digest
from (select) one
left join companies l on l.tag = $3
left join devices d on d.company_id = l._id and d._id = $4`,
};

/** The credential and the address of a call to `/kiosk/api`. */
export type DeviceCredentials = { authorization: string | undefined; address: string };

/** A paired kiosk: its credential is limited to its one location. */
export type AuthenticatedDevice = { principal: Credential; location: string };

const bearerOf = (authorization: string): string => /^bearer\s+(\S+)\s*$/i.exec(authorization.trim())?.[1] ?? "";

/**
 * The calling device: its row is read on each call, so a removed one is refused at once. Devices have a refusal counter
 * of their own (rules 5), which only holds up bad credentials: a paired kiosk works whatever else comes from its
 * address. Errors: `403`; `429` for bad ones, while the source is refused.
 */
export const authenticateDevice = async (
  { db, now }: Pick<AuthDeps, "db" | "now">,
  { authorization, address }: DeviceCredentials,
): Promise<AuthenticatedDevice> => {
  const at = now();
  const counter = `kiosk:${refusalSource(address)}`;
  const credential = readCredential(bearerOf(authorization ?? ""));
  const id = credential?.deviceId ?? "";
  const [row] = await db.named<DeviceRow>(FIND, [
    counter,
    new Date(at - REFUSAL_WINDOW_MS).toISOString(),
    tagOf(id),
    id,
  ]);
  const found = matchesDigest(credential?.secret ?? "", row?._id === null ? null : row?.digest);
  if (!found || row === undefined || row._id === null) {
    if (typeof row?.opened === "string") throw tooManyRefusals(secondsLeft(row.opened, at));
    if (authorization === undefined) throw forbidden("no credential");
    await incrementCounter(db, counter, at);
    throw forbidden("unknown or removed kiosk");
  }
  const { _id, company_id, name } = row;
  // The least role: a kiosk may call the endpoints below its own prefix, whatever the table of roles says.
  return { principal: { kind: "device", _id, name, role: "employee", locations: [company_id] }, location: company_id };
};
