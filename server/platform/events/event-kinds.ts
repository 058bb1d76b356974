import { EVENTS, type EventValue } from "../../../shared/events.ts";
import { named } from "../http/contract/components.ts";
import { Id, Type, OneOf } from "../http/contract/schemas.ts";

const descriptions: Record<string, string> = { knownVisitorId: "Left out for visitors who aren't registered" };

const valueSchema = (key: string, value: EventValue): Type.TSchema => {
  if (value === "id") return Id;
  if (value !== "id?") return OneOf(value);
  const description = descriptions[key];
  return Type.Optional(description === undefined ? Id : { ...Id, description });
};

/** A kind of event with the schema of its payload, which is named for example `VisitorSignedInEvent`. */
export type EventKind = { eventName: string; when: string; schema: Type.TSchema };

const schemaName = (eventName: string): string =>
  `${eventName.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** All kinds of event, in the order of interface 6.2. */
export const eventKinds: readonly EventKind[] = Object.entries(EVENTS).map(([eventName, { when, keys }]) => {
  const carries = Object.entries(keys).map(([key, value]) => [key, valueSchema(key, value)] as const);
  const schema = Type.Object({ eventName: OneOf(eventName), companyId: Id, ...Object.fromEntries(carries) });
  named({ [schemaName(eventName)]: schema });
  return { eventName, when, schema };
});
