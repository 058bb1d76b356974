import { paginate } from "../../platform/http/input/paging.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { readDirectory } from "./directories.ts";
import type * as contract from "./people-contract.ts";
import * as store from "./store.ts";

/** Records a request of a directory with its outcome; the last 200 are kept. */
export const recordRequest = (
  { db }: Pick<RequestContext, "db">,
  directory: string,
  row: store.RequestRow,
): Promise<void> => store.recordRequest(db, directory, row);

/** The last requests of a directory, newest first. Errors: `404`. */
export const listRequests = async (
  ctx: RequestContext,
  id: string,
  paging: { count?: number; page?: number },
): Promise<Static<typeof contract.listRequests.response>> => {
  const { _id } = await readDirectory(ctx, id);
  const rows = await store.listRequests(ctx.db, _id);
  return paginate(
    rows.map(({ detail, ...row }) => ({ ...row, ...(detail === null ? {} : { detail }) })),
    paging,
  );
};
