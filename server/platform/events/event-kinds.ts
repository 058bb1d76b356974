import { named } from "../http/components.ts";
import { Id, Type, OneOf } from "../http/schemas.ts";
import type { EventName } from "./log.ts";

const visit = {
  visitorId: Id,
  visitTypeId: Type.Optional(Id),
  knownVisitorId: Type.Optional({ ...Id, description: "Left out for visitors who aren't registered" }),
};
const screening = <const Outcome extends string>(outcome: Outcome) => ({
  visitorId: Id,
  knownVisitorId: visit.knownVisitorId,
  approvalStatus: OneOf(outcome),
});
const registered = { knownVisitorId: Id, visitTypeId: Type.Optional(Id) };
const device = { deviceUuid: Id };

/** The kinds of event: when each fires, and what it carries beside its name and location (interface 6.2). */
const KINDS: Record<EventName, { when: string; carries: Record<string, Type.TSchema> }> = {
  visitor_signed_in: { when: "A visit starts, from any source", carries: visit },
  visitor_signed_out: { when: "A visit is closed", carries: visit },
  visitor_updated: { when: "A visit's details change", carries: visit },
  visitor_screening_approved: { when: "A host approves a screened visitor", carries: screening("approved") },
  visitor_screening_rejected: { when: "A host rejects a screened visitor", carries: screening("rejected") },
  registered_visitor_created: { when: "A registered visitor is added", carries: registered },
  registered_visitor_updated: { when: "A registered visitor changes", carries: registered },
  registered_visitor_deleted: { when: "A registered visitor is removed", carries: registered },
  registered_visitor_preregistered: {
    when: "An invited visitor completes pre-registration",
    carries: { knownVisitorId: Id },
  },
  device_added: { when: "A kiosk is activated", carries: device },
  device_online: { when: "A kiosk connects", carries: device },
  device_offline: { when: "A kiosk drops off", carries: device },
  device_deleted: { when: "A kiosk is removed", carries: device },
  company_updated: { when: "The location's configuration changes", carries: {} },
};

/** A kind of event with the schema of what is sent of it, named such as `VisitorSignedInEvent`. */
export type EventKind = { eventName: string; when: string; schema: Type.TSchema };

const schemaName = (eventName: string): string =>
  `${eventName.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** All kinds of event, in the order of interface 6.2. */
export const eventKinds: readonly EventKind[] = Object.entries(KINDS).map(([eventName, { when, carries }]) => {
  const schema = Type.Object({ eventName: OneOf(eventName), companyId: Id, ...carries });
  named({ [schemaName(eventName)]: schema });
  return { eventName, when, schema };
});
