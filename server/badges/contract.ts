import { endpoint } from "../http/contract.ts";
import { Id, Type } from "../http/schemas.ts";

export const readBadge = endpoint({
  method: "GET",
  path: "/visitors/{visitorId}/badge",
  tag: "Visitors",
  summary: "The code of a visit's badge",
  description:
    "A QR code of it signs the visitor out at a kiosk of this location and opens the page of what is stored about the visit. It is a secret of the visitor.",
  may: "visits.write",
  params: { visitorId: Id },
  response: Type.Object({ code: Type.String({ description: "The text of the QR code: a link" }) }),
  secret: true,
});
