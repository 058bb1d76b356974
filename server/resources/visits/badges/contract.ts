import { named } from "../../../platform/http/contract/components.ts";
import { endpoint } from "../../../platform/http/contract/contract.ts";
import { Id, Type } from "../../../platform/http/contract/schemas.ts";

const Badge = Type.Object({ code: Type.String({ description: "The text of the QR code: 38 digits and capitals" }) });

named({ Badge });

export const readBadge = endpoint({
  operationId: "getBadge",
  method: "GET",
  path: "/visitors/{visitorId}/badge",
  tag: "Visitors",
  summary: "The sign-out code on a visit's badge",
  description:
    "As a QR code, it signs the visitor out at any kiosk of this location, which also recognises it when they come again. It gives no access to stored data: everyone can see a badge.",
  permission: "visits.write",
  params: { visitorId: Id },
  response: Badge,
  secret: true,
});
