import { paginate } from "../../platform/http/input/paging.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { readDirectory } from "./directories.ts";
import * as groupsStore from "./groups-store.ts";
import type * as contract from "./people-contract.ts";
import * as peopleStore from "./people-store.ts";
import { detailsOf } from "./person.ts";
import { type PersonState, listStates } from "./records-store.ts";

type Paging = { count?: number; page?: number };
type Person = Static<typeof contract.listPeople.response>[number];

const personOf = (row: peopleStore.PersonRow, state: PersonState | undefined): Person => ({
  _id: row._id,
  external_id: row.external_id ?? row._id,
  user_name: row.user_name,
  name: detailsOf(row).cn,
  ...(row.email === null ? {} : { email: row.email }),
  active: row.active,
  groups: (state?.groups ?? []).map(([, name]) => name),
  hosts_at: (state?.hosts ?? []).flatMap(({ company_id, hidden }) => (hidden ? [] : [company_id])),
  ...(state?.user ? { user_id: state.user._id } : {}),
  create_date: row.create_date,
  mod_date: row.mod_date,
});

/** The people of a directory, with their groups and what they are. Errors: `404`. */
export const listPeople = async (ctx: RequestContext, id: string, paging: Paging): Promise<Person[]> => {
  const { _id } = await readDirectory(ctx, id);
  const { count, page = 1 } = paging;
  const size = count ?? (paging.page === undefined ? null : 50);
  const offset = size === null ? 0 : Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  const rows = await peopleStore.listPeople(ctx.db, _id, { ...peopleStore.ALL_PEOPLE, limit: size, offset });
  const ids = rows.map((row) => row._id);
  const states = new Map((await listStates(ctx.db, _id, ids)).map((state) => [state._id, state]));
  return rows.map((row) => personOf(row, states.get(row._id)));
};

/** The groups of a directory, with how many members they have. Errors: `404`. */
export const listGroups = async (
  ctx: RequestContext,
  id: string,
  paging: Paging,
): Promise<Static<typeof contract.listGroups.response>> => {
  const { _id } = await readDirectory(ctx, id);
  const rows = await groupsStore.listGroupSizes(ctx.db, _id);
  return paginate(
    rows.map(({ display_name, external_id, ...row }) => ({
      ...row,
      name: display_name,
      ...(external_id === null ? {} : { external_id }),
    })),
    paging,
  );
};
