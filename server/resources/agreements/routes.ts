import { locationOfId } from "../../platform/http/request-context.ts";
import { languagesOf } from "../../platform/http/input/language.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as agreements from "./agreements.ts";
import * as contract from "./contract.ts";
import { listSigned, readSigned } from "./signed-documents.ts";

/** Agreements: list, create, read, change, remove; their uploaded documents, and the signed ones. */
export const agreementRoutes = ({ on }: Router): void => {
  on(contract.listAgreements, async (call) =>
    paginate(await agreements.listAgreements(call, call.location, languagesOf(call)), call.query),
  );
  on(
    contract.createAgreement,
    (call) => agreements.createAgreement(call, call.location, call.body, languagesOf(call)),
    (call, id) => agreements.readAgreement(call, call.location, id, languagesOf(call)),
  );
  on(contract.readAgreement, (call) =>
    agreements.readAgreement(call, call.location, call.params.agreement_id, languagesOf(call)),
  );
  on(
    contract.changeAgreement,
    (call) => agreements.updateAgreement(call, call.location, call.params.agreement_id, call, languagesOf(call)),
    (call, id) => agreements.readAgreement(call, call.location, id, languagesOf(call)),
  );
  on(contract.removeAgreement, (call) => agreements.removeAgreement(call, call.location, call.params.agreement_id));
  on(contract.readAgreementPdf, (call) =>
    agreements.readPdf(call, call.location, call.params.agreement_id, languagesOf(call)),
  );
  on(contract.listSignedAgreements, async (call) =>
    listSigned(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
  on(contract.readSignedAgreement, async (call) =>
    readSigned(call, await locationOfId(call, call.params.visitorId), call.params.visitorId, call.params.agreement_id),
  );
};
