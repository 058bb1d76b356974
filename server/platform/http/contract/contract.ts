import type { Permission } from "../../../../shared/roles.ts";
import { type Static, type TSchema, Type } from "./schemas.ts";

/** The media type of a stream of events, whose response lasts as long as its client likes. */
export const EVENT_STREAM = "text/event-stream";
/** The media type of a table that is sent while it is read: the response lasts as long as there are rows. */
export const CSV_STREAM = "text/csv; charset=utf-8";
/** The same of an archive. */
export const ZIP_STREAM = "application/zip";

/** The sizes of request bodies, in bytes (rules 2). */
export const BODY_LIMITS = {
  /** Without a picture, from a poster, an invitation, a pairing kiosk or a caller without a credential. */
  small: 64 * 1024,
  plain: 1024 * 1024,
  image: 8 * 1024 * 1024,
  upload: 16 * 1024 * 1024,
  /** A file that is read as it arrives. */
  file: 500 * 1024 * 1024,
} as const;

type Properties = Record<string, TSchema>;

/**
 * What the `ETag` of a response covers. `whole`: the whole record, so `304` is possible. `written`: only the keys that
 * callers write; the others change on their own (when a device was last seen), so `304` is never sent.
 */
export type EtagScope = "whole" | "written" | "none";

/** One endpoint: the single definition that gives validation, types and the OpenAPI document. */
export type Endpoint<
  P extends Properties = Properties,
  Q extends Properties = Properties,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> = {
  /**
   * Its name in the description, from which generators name functions and types. It never changes. Endpoints outside
   * `/api` have none.
   */
  operationId?: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/api`, in OpenAPI's form: `/visitors/{visitorId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** The permission that the caller needs; `anyone` is every accepted credential. */
  permission: Permission | "anyone";
  /** Refused for API keys and identity-provider tokens whatever they cover (interface 5.5). */
  closedToKeys?: true;
  /**
   * It changes how a user logs in or which keys may call: a session without a recent login or confirmation must confirm
   * first.
   */
  confirmed?: true;
  params: P;
  query: Q;
  body?: B;
  /** Keys of the body that only the server sets: dropped before validation. */
  ignored?: readonly string[];
  /** Keys that a rule requires, after the role was checked; so the schema must not require them. */
  requires?: readonly string[];
  /** Keys of a `PUT` that `null` does not remove, because the record can't be without them. */
  keeps?: readonly string[];
  /** Whether the body is optional. */
  bodyOptional?: true;
  /** In bytes. Default: 1 MiB below `/api`, 64 KiB elsewhere. */
  bodyLimit?: number;
  /** The limit of a body without the texts of its `photo` and `signature`, in bytes. */
  pictureless?: number;
  /** Media types besides JSON and forms that reach the handler as text. */
  consumes?: readonly string[];
  /** Its body is a file of one of these types alone, which the handler reads as it arrives. */
  streamed?: true;
  response: R;
  /** The media type of a successful response that is not JSON. */
  produces?: string;
  /** Whether its response has an `ETag`. Default: `whole` if it is one record, else `none` (`taggingOf`). */
  etag?: EtagScope;
  /** Its response has a secret, so it isn't compressed: the length would reveal parts of it. */
  secret?: true;
  /**
   * Its response has a position in `Last-Event-ID`, from which a stream continues without gaps; the path names the
   * location.
   */
  position?: true;
  /** Its data may be slightly out of date: a replica of the database may answer. */
  mayLag?: true;
  /** It can take minutes: its caller waits, and no deadline ends the call. */
  unhurried?: true;
  /** The `400` of a list called without its required paging. */
  pagingHint?: string;
};

type Defaults<T, D> = T extends undefined ? D : T;

type EndpointInput<P extends Properties, Q extends Properties, B extends TSchema, R extends TSchema> = Omit<
  Endpoint<P, Q, B, R>,
  "params" | "query"
> & { params?: P; query?: Q };

/**
 * Declares an endpoint; `params` and `query` default to none. The type keeps method and path as literals, which typed
 * clients use as its name.
 */
export const endpoint = <
  R extends TSchema,
  Method extends Endpoint["method"],
  Path extends string,
  P extends Properties = Record<never, never>,
  Q extends Properties = Record<never, never>,
  B extends TSchema = TSchema,
>(
  given: EndpointInput<P, Q, B, R> & { method: Method; path: Path },
): Endpoint<P, Q, B, R> & { method: Method; path: Path } => ({
  ...given,
  params: given.params ?? ({} as Defaults<P, P>),
  query: given.query ?? ({} as Defaults<Q, Q>),
});

const answersRecord = ({ response }: Endpoint): boolean =>
  Object.hasOwn(Object(Reflect.get(response, "properties")), "_id");

/**
 * What the `ETag` of an endpoint's responses covers (rules 2.6); the router sends it and the OpenAPI document declares
 * it. Only endpoints of the interface, which have an `operationId`, have one.
 */
export const taggingOf = (endpoint: Endpoint): EtagScope => {
  if (endpoint.operationId === undefined) return "none";
  return endpoint.etag ?? (answersRecord(endpoint) ? "whole" : "none");
};

/** Whether an endpoint can answer `304` to `If-None-Match`. */
export const answersUnchanged = (endpoint: Endpoint): boolean =>
  endpoint.method === "GET" && taggingOf(endpoint) === "whole";

/** Whether an endpoint is done once per `Idempotency-Key`. */
export const takesKey = ({ method }: Endpoint): boolean => method === "POST" || method === "PUT";

/** Whether an endpoint reads `If-Match` and can answer `412`. */
export const takesIfMatch = ({ method }: Endpoint): boolean => method === "PUT" || method === "DELETE";

/** The static type of a group of properties (path parameters, query). */
export type StaticProperties<P extends Properties> = Static<Type.TObject<P>>;

/** Path parameters shared by most endpoints. */
export const LocationParams = {
  company_id: Type.String({ examples: ["66f1a2b3c4d5e6f708192a3b"], description: "The location" }),
};
