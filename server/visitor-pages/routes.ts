import type { Area } from "../http/outside.ts";
import * as contract from "./contract.ts";
import { readCalendar, readInvitation, readInvitationAgreement, saveInvitation } from "./invitation.ts";
import { askErasure, readOwnData } from "./own-data.ts";
import { guardVisitors, servePoster } from "./visitor-pages.ts";

const languageOf = ({ language_id }: { language_id?: string | string[] }): string | undefined =>
  [language_id].flat()[0];

/** What visitors' own phones call: behind a poster, an invitation, a badge (decisions 5). */
export const visitorArea: Area = {
  prefix: "/visit/api",
  describedIn: "docs/visitor-pages.md",
  guard: guardVisitors,
  routes: (router) => {
    const { on } = router;
    servePoster(router);
    on(contract.readInvitation, (call) => readInvitation(call));
    on(contract.saveInvitation, (call) => saveInvitation(call));
    on(contract.readCalendar, (call) => readCalendar(call, languageOf(call.query)));
    on(contract.readInvitationAgreement, (call) =>
      readInvitationAgreement(call, call.params.agreement_id, languageOf(call.query)),
    );
    on(contract.readOwnData, (call) => readOwnData(call));
    on(contract.askErasure, (call) => askErasure(call));
  },
};
