import { randomBytes } from "node:crypto";

import type { Role } from "../../server/auth/roles.ts";
import { buildKey, buildLocation, buildUser, type World } from "../support/world.ts";

/** What an id can name besides a location. */
export type Kind = "visit" | "host" | "visit_type" | "entry_point" | "user" | "api_key";

/** A location full of records; every text in it carries the canary, and no other tenant's does. */
export type Tenant = { location: string; canary: string; shared: Record<Kind, string> };

/** A text that occurs nowhere else. */
const newCanary = (): string => `canary${randomBytes(6).toString("hex")}`;

const created = async (world: World, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await world.post(path, body);
  if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body._id;
};

type Place = Pick<Tenant, "location" | "canary"> & { visitType?: string | undefined };

const makers: Record<Kind, (world: World, place: Place) => Promise<string>> = {
  visit: (world, { location, canary, visitType }) =>
    created(world, "/visitors", {
      company_id: location,
      first_name: canary,
      last_name: canary,
      note: canary,
      photo: Buffer.from(canary).toString("base64"),
      ...(visitType === undefined ? {} : { visit_type: visitType }),
    }),
  host: (world, { location, canary }) =>
    created(world, "/visitees", { company_id: location, cn: canary, mail: `${canary}@example.org`, desk: canary }),
  visit_type: (world, { location, canary }) =>
    created(world, `/companies/${location}/visittypes`, {
      name: canary,
      screening: true,
      welcome_message: canary,
      fields: [{ label: canary }],
    }),
  entry_point: (world, { location, canary }) => created(world, `/companies/${location}/entrypoints`, { name: canary }),
  user: (world, { location, canary }) =>
    created(world, "/users", {
      email: `${canary}-${randomBytes(6).toString("hex")}@example.org`,
      first_name: canary,
      role: "receptionist",
      companies: [location],
    }),
  api_key: (world, { location, canary }) => created(world, "/apikeys", { name: canary, companies: [location] }),
};

/** Makes one more record of a tenant; visits are pending, so that everything can be done with them. */
export const makeObject = (world: World, tenant: Tenant, kind: Kind): Promise<string> =>
  makers[kind](world, { ...tenant, visitType: tenant.shared.visit_type });

/** Fills a location with a record of every kind. */
const fillTenant = async (world: World, location: string, canary: string): Promise<Tenant> => {
  const place = { location, canary };
  const visit_type = await makers.visit_type(world, place);
  const shared = {
    visit_type,
    visit: await makers.visit(world, { ...place, visitType: visit_type }),
    host: await makers.host(world, place),
    entry_point: await makers.entry_point(world, place),
    user: await makers.user(world, place),
    api_key: await makers.api_key(world, place),
  };
  await world.post(`/companies/${location}/visitees/bulk`, [
    { cn: `external ${canary}`, mail: `x${canary}@example.org` },
  ]);
  return { ...place, shared };
};

/** A new location with a record of every kind. */
export const makeTenant = async (world: World): Promise<Tenant> => {
  const canary = newCanary();
  const location = await buildLocation(world, { name: canary, address: canary, city: canary });
  return fillTenant(world, location, canary);
};

/** The path of a single record. */
const pathOf = ({ location }: Pick<Tenant, "location">, kind: Kind, id: string): string =>
  ({
    visit: `/visitors/${id}`,
    host: `/visitees/${id}`,
    visit_type: `/companies/${location}/visittypes/${id}`,
    entry_point: `/companies/${location}/entrypoints/${id}`,
    user: `/users/${id}`,
    api_key: `/apikeys/${id}`,
  })[kind];

/** Makes and removes a record of each kind: the ids of what is gone. */
export const removedObjects = async (world: World, tenant: Tenant): Promise<Record<Kind, string>> => {
  const gone = { ...tenant.shared };
  for (const kind of Object.keys(gone) as Kind[]) {
    gone[kind] = await makeObject(world, tenant, kind);
    await world.remove(pathOf(tenant, kind, gone[kind]));
  }
  return gone;
};

/** Who calls: a name for messages, the headers, the role it has and whether it is a key. */
export type Caller = { name: string; as: Record<string, string>; role: Role; key: boolean };

/** An API key and a user of each role but the first, all pinned to one location. */
export const callersOf = async (world: World, location: string): Promise<Caller[]> => [
  { name: "API key", as: await buildKey(world, [location]), role: "local_admin", key: true },
  ...(await Promise.all(
    (["local_admin", "receptionist", "security_guard", "employee"] as const).map(async (role) => ({
      name: role,
      as: await buildUser(world, role, [location]),
      role,
      key: false,
    })),
  )),
];
