import type { FastifyReply, FastifyRequest } from "fastify";

import { failWith } from "../../platform/http/output/error-handler.ts";
import { HttpError } from "../../platform/lib/errors.ts";
import { noteDetail } from "./recording.ts";

export const SCIM_TYPE = "application/scim+json; charset=utf-8";
const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The causes of a `400` or `409` that SCIM has words for (RFC 7644, 3.12). */
export type ScimType = "invalidFilter" | "invalidPath" | "invalidSyntax" | "invalidValue" | "noTarget" | "uniqueness";

/** A failure of SCIM. @param detail for people, without anything of a person */
export class ScimError extends HttpError {
  readonly scimType: ScimType | undefined;

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(status, { message: detail }, detail, status === 401 ? { "www-authenticate": "Bearer" } : {});
    this.scimType = scimType;
  }
}

export const invalid = (detail: string, scimType: ScimType = "invalidValue"): ScimError =>
  new ScimError(400, detail, scimType);

export const noSuch = (): ScimError => new ScimError(404, "No such resource.");

/** For failures that aren't of SCIM alone. */
const TYPES: Readonly<Record<number, ScimType>> = { 400: "invalidSyntax", 409: "uniqueness" };

/** The body of a failure: `status` is a string (RFC 7644, 3.12). */
const errorBody = (failure: HttpError) => {
  const scimType = failure instanceof ScimError ? failure.scimType : TYPES[failure.status];
  return {
    schemas: [ERROR_SCHEMA],
    ...(scimType === undefined ? {} : { scimType }),
    detail: failure.body["message"] ?? failure.body["error"] ?? "",
    status: String(failure.status),
  };
};

/** Turns any error into an answer of SCIM. */
export const sendScimFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = failWith(error, request, reply);
  const body = errorBody(failure);
  noteDetail(request, body.detail);
  return reply.type(SCIM_TYPE).send(JSON.stringify(body));
};
