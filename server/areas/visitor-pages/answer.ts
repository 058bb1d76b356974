import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import * as locations from "../../resources/locations/locations.ts";
import type { VisitState } from "../door/contract.ts";
import { doorLocation } from "../door/door.ts";
import { stateOf } from "../door/sign-out.ts";
import type { AnswerPage } from "./contract.ts";

type Call = RequestContext & { location: string };

/** The answer to the visitor who holds the link. Errors: `403` if the visit was erased. */
export const readAnswer = async (call: Call): Promise<Static<typeof VisitState>> => {
  const state = await stateOf(call, call.location, call.principal._id);
  if (state === undefined) throw forbidden("this link's visit was erased");
  return state;
};

/** The answer with the place, to begin the page with. Errors: `403` if the visit was erased. */
export const readAnswerPage = async (call: Call): Promise<Static<typeof AnswerPage>> => {
  const state = await readAnswer(call);
  const place = doorLocation(await locations.readLocation(call, call.location));
  const { name, timezone, default_language, languages, logo, colour } = place;
  return {
    location: { name, timezone, default_language, languages, ...optional("logo", logo), ...optional("colour", colour) },
    state,
  };
};
