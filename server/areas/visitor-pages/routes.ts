import type { RouteGroup } from "../../platform/http/route-group.ts";
import * as contract from "./contract.ts";
import { readAnswer, readAnswerPage } from "./answer.ts";
import { addName, takeNameBack } from "./group-names.ts";
import { readCalendar, readInvitation, readInvitationAgreement, saveInvitation } from "./invitation.ts";
import { requestErasure, readOwnData, readOwnSignature } from "./own-data.ts";
import { guardVisitors, addPosterRoutes } from "./visitor-pages.ts";

const languageOf = ({ language_id }: { language_id?: string | string[] }): string | undefined =>
  [language_id].flat()[0];

/** The endpoints of visitors' own phones: behind a poster, an invitation, or a badge (rules 5). */
export const visitorArea: RouteGroup = {
  prefix: "/visit/api",
  describedIn: "docs/visitor-pages.md",
  guard: guardVisitors,
  routes: (router) => {
    const { on } = router;
    addPosterRoutes(router);
    on(contract.readInvitation, (call) => readInvitation(call));
    on(contract.saveInvitation, (call) => saveInvitation(call));
    on(contract.addName, (call) => addName(call, call.body));
    on(contract.takeNameBack, (call) => takeNameBack(call, call.params.id));
    on(contract.readCalendar, (call) => readCalendar(call, languageOf(call.query)));
    on(contract.readInvitationAgreement, (call) =>
      readInvitationAgreement(call, call.params.agreement_id, languageOf(call.query)),
    );
    on(contract.readOwnData, (call) => readOwnData(call));
    on(contract.readOwnSignature, (call) => readOwnSignature(call, call.params.visit_id, call.params.agreement_id));
    on(contract.readAnswerPage, (call) => readAnswerPage(call));
    on(contract.readAnswer, (call) => readAnswer(call));
    on(contract.requestErasure, (call) => requestErasure(call));
  },
};
