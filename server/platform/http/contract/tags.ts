/** The groups of the interface, in one sentence each; the description and the reference page show it. */
const TAGS: Readonly<Record<string, string>> = {
  Locations:
    "The locations a credential can access, with their settings and custom fields. In the API a location is called a company.",
  Visitors:
    "Visits. Each record is one visit by one person: who is inside, the log, signing in and out, approvals and the export.",
  "My visitors": "The visits and registered visitors of the user as a host. Keys have none.",
  Series: "Visitors who come several times by a rule; each occurrence is a registered visitor.",
  Groups: "Visitors who come together, with or without names; reception signs all of them in and out at once.",
  "Registered visitors": "People who are expected: registered, invited and signed in when they arrive.",
  Reports: "Visit totals for a day, a month or a date range.",
  Hosts: "The people visitors come to see. In the API a host is called a visitee.",
  "Visit types": "Ways to sign in: questions, messages, approval and notifications, in each language.",
  Entrances: "Where visitors come in: the doors and reception desks of a location.",
  Agreements: "Documents that visitors sign, with their versions and the signed PDFs.",
  Kiosks: "A location's kiosks: pairing, presence and removal.",
  Webhooks: "The webhook a location sends events to: configuration, deliveries and tests.",
  Events: "Live events from a location.",
  Messages: "Emails and SMS with their status, and the emergency message to everyone inside.",
  Evacuations: "Evacuations and drills: who is safe, updates from several marshals at once, and the report.",
  "Erasure requests": "Requests from visitors to erase the data stored about them, and the responses.",
  Imports:
    "Files of other products and of offices: hosts, registered visitors and visitor logs, tried before they are brought in, and undone.",
  "Watch lists":
    "People that a location looks out for: lists, entries, files of published lists, and the hits that visitors make. For administrators, and keys with the scope `watchlist`.",
  Audit: "Who changed what, and when.",
  Users: "People who log in, with their roles and locations.",
  "API keys":
    "Keys for other systems, with their locations, expiry and allowed addresses. Only a global administrator manages them.",
  "Login providers": "Where users of the console can log in with OpenID Connect.",
  Directories:
    "Where hosts and users come from: a company's directory by SCIM (`/scim/v2`) or LDAP, or a list. Only a global administrator manages them.",
  System:
    "The installation itself: version, database, messages, backups and certificate. Only a global administrator sees it.",
  "Identity provider": "Applications whose access tokens are accepted as credentials.",
};

/** The sentence that describes a group; undefined for a group without one. */
export const tagDescription = (tag: string): string | undefined => (Object.hasOwn(TAGS, tag) ? TAGS[tag] : undefined);
