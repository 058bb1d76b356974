import { named } from "../../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../../platform/http/contract/contract.ts";
import { OneOf, Type } from "../../../platform/http/contract/schemas.ts";

/** People on their way out don't read a longer text, and it would be split into many SMS. */
const MESSAGE_LENGTH_MAX = 2_000;

const Count = Type.Integer({ minimum: 0 });

const EmergencyMessage = Type.Object(
  {
    message: Type.String({
      minLength: 1,
      maxLength: MESSAGE_LENGTH_MAX,
      pattern: "\\S",
      "x-expected": `the text to send, 1 to ${MESSAGE_LENGTH_MAX} characters`,
    }),
    drill: Type.Optional(Type.Boolean({ "x-expected": "true or false", description: "An exercise, not an emergency" })),
  },
  { examples: [{ message: "Leave the building by the nearest exit. Meet at the car park.", drill: true }] },
);

const EmergencyCounts = Type.Object({
  message: Type.String(),
  mails: Count,
  sms: Count,
  warnings: Type.Optional(
    Type.Array(OneOf("no_mail_server", "no_sms_gateway"), {
      description: "What keeps messages from being sent; `message` says the same",
    }),
  ),
});

named({ EmergencyMessage, EmergencyCounts });

export const sendEmergency = endpoint({
  operationId: "sendEmergencyMessage",
  method: "POST",
  path: "/companies/{company_id}/emergency",
  tag: "Messages",
  summary: "Send an emergency message to everyone inside and to staff",
  description:
    "An email to everyone who is inside now and gave an email address, in their language, and to the location's administrators, receptionists and security guards. An SMS to everyone inside with a telephone number in international format, if a gateway is configured. These messages are sent before all others. A drill says so in its subject and text. Repeated addresses and numbers get it once. The outbox shows the status of each message.",
  permission: "visits.mark_safe",
  params: LocationParams,
  body: EmergencyMessage,
  response: EmergencyCounts,
});
