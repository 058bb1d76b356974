/** What the groups of the interface are about, in one sentence each; the description and the reference page show it. */
const TAGS: Readonly<Record<string, string>> = {
  Locations:
    "The buildings a credential covers, their settings and their custom fields. On the wire a location is a company.",
  Visitors:
    "Visits: one record is one visit of one person. Who is inside, the log, signing in and out, decisions, the export.",
  "Registered visitors": "People who are expected: pre-registered, invited, and signed in when they arrive.",
  Reports: "Counters of a day and a month, per day and for a graph.",
  Hosts: "The people who can be visited. On the wire a host is a visitee.",
  "Visit types": "Sign-in flows: their questions, texts, screening and notifications, in each language.",
  "Entry points": "The doors and desks of a location.",
  Agreements: "Documents that visitors sign, their versions, and what was signed as a PDF.",
  Devices: "The kiosks of a location: pairing, presence and removal.",
  Webhooks: "The one call a location makes when something happens: its configuration, what was delivered, a test.",
  Events: "What happens at a location, as it happens.",
  Messages: "E-mails and SMS with their state, and the emergency message to everybody inside.",
  Evacuations: "Evacuations and drills: who is not yet safe, marks of several marshals at once, and what came of it.",
  "Erasure requests": "Visitors who ask for what is stored about them to be erased, and what is answered.",
  Audit: "Who changed what, and when.",
  Users: "People who log in, with their roles and locations.",
  "API keys": "Keys for programs, with locations, an expiry and addresses. Only a global administrator manages them.",
  "Identity provider": "Applications whose access tokens are accepted as credentials.",
};

/** The sentence that describes a group; undefined for a group that has none here yet. */
export const tagDescription = (tag: string): string | undefined => (Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined);
