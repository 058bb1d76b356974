import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type, OneOf } from "../../platform/http/contract/schemas.ts";

const TAG = "Kiosks";

/** A sign-in or sign-out from an offline kiosk that was refused when the kiosk sent it. */
export const RejectedSync = Type.Object({
  ...recordKeys,
  company_id: Id,
  device_id: Id,
  device: Type.String({ description: "The kiosk it is saved on" }),
  kind: OneOf("sign_in", "sign_out"),
  done_at: Instant,
  name: Type.Optional(Type.String({ description: "The visitor's name, as far as it was entered" })),
  company: Type.Optional(Type.String()),
  field: Type.Optional(
    Type.String({ description: "The answer that was refused: a field_name, or agreements, signature, photo, host …" }),
  ),
  decision: Type.Optional(
    Type.Unsafe<"again" | "discard">({
      type: "string",
      enum: ["again", "discard"],
      description: "The decision that the kiosk hasn't carried out yet",
    }),
  ),
});

named({ Undelivered: RejectedSync });

const InPath = { ...LocationParams, id: Id };

export const listRejectedSyncs = endpoint({
  operationId: "listUndelivered",
  method: "GET",
  path: "/companies/{company_id}/undelivered",
  tag: TAG,
  summary: "Offline sign-ins and sign-outs from kiosks that weren't accepted, oldest first",
  description:
    "Each is saved on its kiosk, which reports it. It leaves this list once the kiosk has sent or erased it.",
  permission: "visits.write",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(RejectedSync),
});

export const resendRejectedSync = endpoint({
  operationId: "resendUndelivered",
  method: "POST",
  path: "/companies/{company_id}/undelivered/{id}/again",
  tag: TAG,
  summary: "Have the kiosk send it again with its original time",
  description: "The kiosk does this within 30 seconds. If it is refused again, it remains in this list.",
  permission: "visits.write",
  params: InPath,
  response: RejectedSync,
});

export const discardRejectedSync = endpoint({
  operationId: "discardUndelivered",
  method: "DELETE",
  path: "/companies/{company_id}/undelivered/{id}",
  tag: TAG,
  summary: "Have the kiosk erase it; no visit is recorded",
  permission: "visits.write",
  params: InPath,
  response: Message,
});
