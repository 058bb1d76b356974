import type { RequestContext } from "../../platform/http/request-context.ts";
import * as leader from "../../resources/groups/leader.ts";

type Call = RequestContext & { location: string };

/** The holder of the link names a person of the group that they lead. Errors: `400`, `403`. */
export const addName = (call: Call, person: leader.NewName): Promise<leader.LedGroup> =>
  leader.addName(call, call.location, call.principal._id, person);

/** The holder of the link takes back a name that was added with it. Errors: `400`, `403`, `404`. */
export const takeNameBack = (call: Call, id: string): Promise<leader.LedGroup> =>
  leader.takeNameBack(call, call.location, call.principal._id, id);
