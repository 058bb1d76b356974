import type { Static, TSchema } from "typebox";

import type * as door from "../../server/areas/door/contract.ts";
import type { Endpoint, StaticProperties } from "../../server/platform/http/contract.ts";

/** The endpoints that a contract declares, by name, such as `POST /visits`: what goes in and what comes back. */
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
        body: TSchema extends Body ? never : Static<Body>;
        answer: Static<Answer>;
      }
    : never;
};

type NameOf<Declared> = Declared extends { method: infer Method extends string; path: infer Path extends string }
  ? `${Method} ${Path}`
  : never;

/** What kiosks and posters share. */
export type DoorEndpoints = EndpointsOf<typeof door>;
