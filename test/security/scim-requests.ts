import { randomUUID } from "node:crypto";

import { CORE_GROUP, CORE_USER, makeScim, type ScimAnswer } from "../support/scim.ts";
import type { World } from "../support/world.ts";

type Send = () => Promise<ScimAnswer>;

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** A first request of each route of the SCIM server that writes, of a directory with one person in one group. */
export const scimSenders = (world: World): Record<string, () => Promise<Send>> => {
  const sender =
    (method: string, path: "/Users" | "/Groups", isOfOne: boolean, body?: object) => async (): Promise<Send> => {
      const scim = await makeScim(world);
      const user = await scim.user(`${randomUUID()}@example.org`);
      const group = await scim.group(`Group ${randomUUID()}`, [user]);
      const id = path === "/Users" ? user : group;
      return () => scim.call(method, isOfOne ? `${path}/${id}` : path, body);
    };
  const user = { schemas: [CORE_USER], userName: "sent.again@example.org", active: true };
  const group = { schemas: [CORE_GROUP], displayName: "Sent again", members: [{ value: "unknown" }] };
  const off = { schemas: [PATCH], Operations: [{ op: "replace", path: "active", value: false }] };
  const added = { schemas: [PATCH], Operations: [{ op: "add", path: "members", value: [{ value: "unknown" }] }] };
  return {
    "POST /scim/v2/Users": sender("POST", "/Users", false, user),
    "PUT /scim/v2/Users/:id": sender("PUT", "/Users", true, user),
    "PATCH /scim/v2/Users/:id": sender("PATCH", "/Users", true, off),
    "DELETE /scim/v2/Users/:id": sender("DELETE", "/Users", true),
    "POST /scim/v2/Groups": sender("POST", "/Groups", false, group),
    "PUT /scim/v2/Groups/:id": sender("PUT", "/Groups", true, group),
    "PATCH /scim/v2/Groups/:id": sender("PATCH", "/Groups", true, added),
    "DELETE /scim/v2/Groups/:id": sender("DELETE", "/Groups", true),
  };
};
