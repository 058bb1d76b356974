import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Type } from "../http/schemas.ts";

/** What is longer is read by nobody on the way out, and would be many SMS. */
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

const EmergencyCounts = Type.Object({ message: Type.String(), mails: Count, sms: Count });

named({ EmergencyMessage, EmergencyCounts });

export const sendEmergency = endpoint({
  operationId: "sendEmergencyMessage",
  method: "POST",
  path: "/companies/{company_id}/emergency",
  tag: "Messages",
  summary: "Send a message to everybody inside, and to the staff",
  description:
    "A mail to everybody who is inside now and has left an address, in their language, and to the local administrators, receptionists and security guards of the location; an SMS to everybody inside with a telephone number in international form, where a gateway is configured. They go out before all other messages. A drill says so in subject and text. Addresses and numbers that occur twice get it once. The outbox shows what became of each.",
  may: "visits.mark_safe",
  params: InLocation,
  body: EmergencyMessage,
  response: EmergencyCounts,
});
