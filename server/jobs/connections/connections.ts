import { MESSAGE_KINDS } from "../../platform/channels/channels.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ConnectionCount } from "../../platform/observe/metric-registry.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { FAILURES_MAX } from "../../resources/webhooks/deliver.ts";
import { configuredProvider } from "../../resources/login-providers/settings.ts";
import { CONNECTION_KINDS, CONNECTION_STATES, type Connection } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Connection>;
type Kind = Wire["kind"];
type Source = { db: Pick<Db, "rows">; config: Context["config"] };

/** A login can succeed at the provider, and fail in the same moment for what it says. */
const stateOf = ({ active, last_success, last_failure }: store.ConnectionRow): Wire["state"] => {
  if (!active) return "off";
  if (last_failure !== null && (last_success === null || last_failure >= last_success)) return "failing";
  return last_success === null ? "unused" : "ok";
};

/** The last error counts as long as it is the last that happened; which ID a row has depends on its kind. */
const wire = (kind: Kind, row: store.ConnectionRow): Wire => {
  const { _id, name, last_success, last_failure, error, next_try } = row;
  const state = stateOf(row);
  return {
    kind,
    state,
    ...(_id === null ? {} : { [kind === "webhook" ? "company_id" : "_id"]: _id }),
    ...(_id === null || name === null ? {} : { name }),
    ...(last_success === null ? {} : { last_success }),
    ...(last_failure === null ? {} : { last_failure }),
    ...(error === null ? {} : { error }),
    ...(state !== "failing" || next_try === null ? {} : { next_try }),
  };
};

const messagesOf = async ({ db, config }: Source, places: store.Places): Promise<Wire[]> => {
  const rows = await store.findMessages(db, MESSAGE_KINDS, places);
  return MESSAGE_KINDS.flatMap((kind) =>
    rows
      .filter(({ name }) => name === kind)
      .map((row) => wire(kind, { ...row, active: config.channels[kind] !== undefined })),
  );
};

const all = async (kind: Kind, rows: Promise<store.ConnectionRow[]>): Promise<Wire[]> =>
  (await rows).map((row) => wire(kind, row));

/**
 * The state of everything that Foyer is connected to, from what is recorded; nothing is tried. A kind that is new is one
 * more line here, with a statement in store.ts.
 * @param places the locations of a local administrator; null for all connections
 */
export const gatherConnections = async (source: Source, places: store.Places): Promise<Wire[]> => {
  const { db, config } = source;
  const ofService = [
    () => all("login_provider", store.findProviders(db, configuredProvider({ config }))),
    () => all("directory", store.findDirectories(db)),
  ];
  const found = await Promise.all([
    messagesOf(source, places),
    ...(places === null ? ofService.map((find) => find()) : []),
    all("webhook", store.findWebhooks(db, places, FAILURES_MAX)),
  ]);
  return found.flat();
};

/** The connections that the caller sees. */
export const listConnections = ({ context, db, principal }: RequestContext): Promise<Wire[]> =>
  gatherConnections({ db, config: context.config }, principal.locations === "all" ? null : [...principal.locations]);

/** The connections by kind and state, for `/metrics`. */
export const countConnections = async (source: Source): Promise<ConnectionCount[]> => {
  const found = await gatherConnections(source, null);
  return CONNECTION_KINDS.flatMap((kind) =>
    CONNECTION_STATES.map((state) => ({
      kind,
      state,
      count: found.filter((one) => one.kind === kind && one.state === state).length,
    })),
  );
};
