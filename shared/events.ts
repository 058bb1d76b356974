/** The value of a key in an event's payload: an ID, an optional ID, or this very text. */
export type EventValue = "id" | "id?" | "approved" | "rejected";

type EventKind = { when: string; keys: Readonly<Record<string, EventValue>> };

const visit = { visitorId: "id", visitTypeId: "id?", knownVisitorId: "id?" } as const;
const registered = { knownVisitorId: "id", visitTypeId: "id?" } as const;
const device = { deviceUuid: "id" } as const;

/**
 * Every kind of event by its `eventName`: when it fires, and its payload besides name and location (interface 6.2). The
 * log, webhooks, the event stream, the description of the API and the console are based on this list.
 */
export const EVENTS = {
  visitor_signed_in: { when: "A visit starts: at reception, at a kiosk, on a phone or through the API", keys: visit },
  visitor_signed_out: { when: "A visit ends, or its sign-in is taken back", keys: visit },
  visitor_updated: {
    when: "The details of a visit change, the visitor is marked safe, or the host replies",
    keys: visit,
  },
  visitor_screening_approved: {
    when: "The visitor is approved: by the host, at reception or through the API",
    keys: { visitorId: "id", knownVisitorId: "id?", approvalStatus: "approved" },
  },
  visitor_screening_rejected: {
    when: "The visitor is rejected: by the host, at reception or through the API",
    keys: { visitorId: "id", knownVisitorId: "id?", approvalStatus: "rejected" },
  },
  registered_visitor_created: { when: "A visitor is registered", keys: registered },
  registered_visitor_updated: { when: "A registered visitor changes", keys: registered },
  registered_visitor_deleted: { when: "A registered visitor is removed", keys: registered },
  registered_visitor_preregistered: {
    when: "An invited visitor completes pre-registration",
    keys: { knownVisitorId: "id" },
  },
  device_added: { when: "A kiosk is paired", keys: device },
  device_online: { when: "A kiosk connects", keys: device },
  device_offline: { when: "A kiosk loses its connection", keys: device },
  device_deleted: { when: "A kiosk is removed", keys: device },
  company_updated: { when: "The location or one of its visit types, entrances or agreements changes", keys: {} },
} as const satisfies Record<string, EventKind>;

export type EventName = keyof typeof EVENTS;
