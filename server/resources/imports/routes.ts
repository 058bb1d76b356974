import { StreamBody } from "../../platform/http/input/body.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { dryRun } from "./dry-run.ts";
import { errorsOf } from "./errors-file.ts";
import * as imports from "./imports.ts";
import { piecesOf, receive } from "./receive.ts";
import { undoImport } from "./undo.ts";

/** Imports: send a file, say what it means, try it, run it, take it back. */
export const importRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.listImports, async (call) => paginate(await imports.listImports(call, call.location), call.query));
  // Received like the answer of another server: no transaction is open as long as a file arrives.
  onOutbound(contract.createImport, {
    callOut: (call) =>
      receive(call, call.location, call.query, piecesOf(call.body instanceof StreamBody ? call.body : undefined)),
    handler: (call, row) => imports.createImport(call, row),
    replay: (call, id) => imports.readImport(call, call.location, id),
  });
  on(contract.readImport, (call) => imports.readImport(call, call.location, call.params.id));
  on(
    contract.changeImport,
    (call) => imports.changeImport(call, call.location, call.params.id, call),
    (call, id) => imports.readImport(call, call.location, id),
  );
  // Tried again: what it shows of people isn't stored.
  on(
    contract.dryRunImport,
    (call) => dryRun(call, call.location, call.params.id),
    (call) => dryRun(call, call.location, call.params.id),
  );
  on(
    contract.runImport,
    (call) => imports.runImport(call, call.location, call.params.id),
    (call, id) => imports.readImport(call, call.location, id),
  );
  on(contract.listErrors, (call) => errorsOf(call, call.location, call.params.id));
  on(contract.undoImport, (call) => undoImport(call, call.location, call.params.id));
};
