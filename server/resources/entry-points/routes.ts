import { languagesOf } from "../../platform/http/input/language.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as entryPoints from "./entry-points.ts";
import { readPoster, replacePoster } from "./poster.ts";

/** Entry points: list, create, read, change, remove; and their posters. */
export const entryPointRoutes = ({ on }: Router): void => {
  on(contract.listEntryPoints, async (call) =>
    paginate(await entryPoints.listEntryPoints(call, call.location, languagesOf(call)), call.query),
  );
  on(
    contract.createEntryPoint,
    (call) => entryPoints.createEntryPoint(call, call.location, call.body, languagesOf(call)),
    (call, id) => entryPoints.readEntryPoint(call, call.location, id, languagesOf(call)),
  );
  on(contract.readEntryPoint, (call) =>
    entryPoints.readEntryPoint(call, call.location, call.params.id, languagesOf(call)),
  );
  on(
    contract.changeEntryPoint,
    (call) => entryPoints.updateEntryPoint(call, call.location, call.params.id, call, languagesOf(call)),
    (call, id) => entryPoints.readEntryPoint(call, call.location, id, languagesOf(call)),
  );
  on(contract.removeEntryPoint, (call) => entryPoints.removeEntryPoint(call, call.location, call.params.id));
  on(contract.readPoster, (call) => readPoster(call, call.location, call.params.id));
  on(
    contract.replacePoster,
    (call) => replacePoster(call, call.location, call.params.id),
    (call, id) => readPoster(call, call.location, id),
  );
};
