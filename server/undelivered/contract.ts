import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

const TAG = "Devices";

/** A sign-in or sign-out of a kiosk without network that was refused when it was sent. */
export const Undelivered = Type.Object({
  ...recordKeys,
  company_id: Id,
  device_id: Id,
  device: Type.String({ description: "The name of the kiosk it lies on" }),
  kind: Word("sign_in", "sign_out"),
  done_at: Instant,
  name: Type.Optional(Type.String({ description: "Of the visitor, as far as it was typed" })),
  company: Type.Optional(Type.String()),
  field: Type.Optional(
    Type.String({ description: "The answer that was refused: a field_name, or agreements, signature, photo, host …" }),
  ),
  decision: Type.Optional(
    Type.Unsafe<"again" | "discard">({
      type: "string",
      enum: ["again", "discard"],
      description: "What was decided and the kiosk has not done yet",
    }),
  ),
});

named({ Undelivered });

const InPath = { ...InLocation, id: Id };

export const listUndelivered = endpoint({
  operationId: "listUndelivered",
  method: "GET",
  path: "/companies/{company_id}/undelivered",
  tag: TAG,
  summary: "Sign-ins and sign-outs that kiosks made without network and could not deliver, the oldest first",
  description:
    "Each lies on its kiosk, which tells of it; it leaves this list once the kiosk has sent or discarded it.",
  may: "visits.write",
  params: InLocation,
  query: OptionalPaging,
  response: Type.Array(Undelivered),
});

export const sendUndelivered = endpoint({
  operationId: "resendUndelivered",
  method: "POST",
  path: "/companies/{company_id}/undelivered/{id}/again",
  tag: TAG,
  summary: "Have the kiosk send it once more, with its own time",
  description: "The kiosk hears of it within half a minute. If it is refused again, it waits for a decision again.",
  may: "visits.write",
  params: InPath,
  response: Undelivered,
});

export const discardUndelivered = endpoint({
  operationId: "discardUndelivered",
  method: "DELETE",
  path: "/companies/{company_id}/undelivered/{id}",
  tag: TAG,
  summary: "Have the kiosk erase it: nobody will have signed in or out by it",
  may: "visits.write",
  params: InPath,
  response: Message,
});
