import { named } from "../http/components.ts";
import { endpoint } from "../http/contract.ts";
import { Id, Type } from "../http/schemas.ts";

const Badge = Type.Object({ code: Type.String({ description: "The text of the QR code: a link" }) });

named({ Badge });

export const readBadge = endpoint({
  operationId: "getBadge",
  method: "GET",
  path: "/visitors/{visitorId}/badge",
  tag: "Visitors",
  summary: "The code of a visit's badge",
  description:
    "A QR code of it signs the visitor out at a kiosk of this location, and is known there when they come again. It opens nothing of what is stored: a badge is worn for all to see.",
  may: "visits.write",
  params: { visitorId: Id },
  response: Badge,
  secret: true,
});
