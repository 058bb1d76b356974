import type { FastifyReply, FastifyRequest } from "fastify";

import type { LocationClock } from "../auth/location-clock.ts";
import type { Credential } from "../auth/credential.ts";
import { locationOf } from "../auth/coverage.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/database.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/record/ids.ts";
import type { Endpoint, StaticProperties } from "./contract/contract.ts";
import type { FilterPart, SortPart, Static, TSchema } from "./contract/schemas.ts";

/** JSON text that is ready to send: lists are joined strings, never parsed and written again. */
export class RawJson {
  readonly text: string;
  /** Of the record in the text; none for a list. */
  readonly id: string | undefined;
  /** What its entity tag is of: the text, unless that also has values that no caller writes. */
  readonly written: string;

  constructor(text: string, id?: string, written = text) {
    this.text = text;
    this.id = id;
    this.written = written;
  }
}

/** A file as a response, sent as an attachment; its media type is the `produces` of the contract. */
export class FileResponse {
  readonly bytes: Uint8Array;
  /** The file name for the browser: letters, digits, dots and dashes. */
  readonly name: string;

  constructor(bytes: Uint8Array, name: string) {
    this.bytes = bytes;
    this.name = name;
  }
}

/** A picture as a response; a browser that has it already gets `304`. */
export class PictureResponse {
  readonly bytes: Uint8Array;
  /** Its media type, such as `image/png`. */
  readonly type: string;
  /** Identifies the picture: quoted, as an ETag. */
  readonly tag: string;

  constructor(bytes: Uint8Array, type: string, tag: string) {
    this.bytes = bytes;
    this.type = type;
    this.tag = tag;
  }
}

/** A streaming response: `begin` takes over the connection, and an error before that becomes the response. */
export class StreamResponse {
  readonly begin: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

  constructor(begin: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) {
    this.begin = begin;
  }
}

/** The `If-Match` of a call, and the variant that tags of its path include. */
export type IfMatch = { header: string; variant: string };

/** One authenticated request on its way through rules and stores. */
export type RequestContext = {
  context: Context;
  /** The database, or the transaction of a call that has an Idempotency-Key. */
  db: Db;
  principal: Credential;
  /** Milliseconds since 1970 at the start of the call. */
  now: number;
  requestId: string;
  /**
   * The precondition of a `PUT` or `DELETE`; rules compare it with the record they have locked (http/edge/conditional.ts).
   */
  ifMatch?: IfMatch | undefined;
  /** The folded addresses of the hosts whose visitors alone the caller sees; all visitors without them (rules 4, `employees_see`). */
  hosts?: readonly string[] | undefined;
  /** Waits until this call may read a large list (http/output/large-lists.ts); background work need not. */
  takeTurn?: () => Promise<void>;
};

/**
 * The context of Foyer itself: of its background work, or of the operator who runs a command on the machine (and so
 * owns the data anyway).
 */
export const systemContext = (context: Context, name: string): RequestContext => ({
  context,
  db: context.db,
  principal: { kind: "system", _id: SERVICE_LOCATION, name, role: "global_admin", locations: "all" },
  now: context.now(),
  requestId: newId(),
});

/** The `filter` and `sorting` of a call, in the order sent. */
export type Selection = { filter: FilterPart[]; sorting: SortPart[] };

type BodyOf<E extends Endpoint> = [NonNullable<E["body"]>] extends [TSchema]
  ? Static<NonNullable<E["body"]>>
  : undefined;

/** A handler's argument: the request context and the validated input of its endpoint. */
export type Call<E extends Endpoint> = RequestContext & {
  params: StaticProperties<E["params"]>;
  query: StaticProperties<E["query"]> & Selection;
  body: BodyOf<E>;
  /** `PUT`: the keys that were sent as `null`, to be removed. */
  removed: ReadonlySet<string>;
  /** The covered location named in the path or body; empty when the endpoint names none. */
  location: string;
  /** The clock of the location in the path; undefined when the path names none. */
  clock: LocationClock | undefined;
};

/** The location in the path, with its clock. */
export const requireLocationClock = ({ clock }: { clock: LocationClock | undefined }): LocationClock => {
  if (clock === undefined) throw new Error("this endpoint names no location in its path");
  return clock;
};

/** The location of a `POST` that names it in the body. Errors: `400` without one. */
export const requireLocation = (location: string): string => {
  if (location === "")
    throw badRequest('"company_id" is required: the ID of the location.', "missing_key", "company_id");
  return location;
};

/** The location of an object that the call names by ID alone. Errors: the `404` for missing objects. */
export const locationOfId = async (ctx: RequestContext, id: string): Promise<string> => {
  const location = await locationOf(ctx.db, ctx.principal, id);
  if (location === undefined) throw notFound();
  return location;
};
