import type { Static, TSchema } from "typebox";

import type { Endpoint, StaticProperties } from "../../server/platform/http/contract/contract.ts";

/** The endpoints of a contract by name, such as `POST /visits`: their inputs and results. */
export type EndpointsOf<Contract> = {
  [Key in keyof Contract as NameOf<Contract[Key]>]: Contract[Key] extends Endpoint<
    infer Params,
    infer Query,
    infer Body,
    infer Answer
  >
    ? {
        params: StaticProperties<Params>;
        query: StaticProperties<Query>;
        body: TSchema extends Body ? never : BodyOf<Contract[Key]["method"], Static<Body>>;
        answer: Static<Answer>;
      }
    : never;
};

type NameOf<Declared> = Declared extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never;

/** `null` in the body of a `PUT` removes an optional key (rules 2.1). */
type BodyOf<Method, Body> = Method extends "PUT"
  ? { [Key in keyof Body]: object extends Pick<Body, Key> ? Body[Key] | null : Body[Key] }
  : Body;
