/** What an invitation says; as it was when it was queued, so that the outbox shows what was sent. */
export type InvitationParameters = {
  registeredVisitorId: string;
  firstName: string | null;
  /** Missing in what an earlier version queued. */
  lastName?: string | null;
  host: string | null;
  /** Where replies go; missing in what an earlier version queued. */
  hostMail?: string | null;
  locationName: string;
  /** The address in one line. */
  address: string | null;
  timezone: string;
  /** The entrance, by its id and in the visitor's language; missing in what an earlier version queued. */
  entrypointId?: string | null;
  entrance?: string | null;
  /** When they are expected, as the wire writes instants: [from, to); either may be open. */
  from: string | null;
  to: string | null;
  /** That of the calendar entry: 0 for the first mail. Missing in what an earlier version queued. */
  sequence?: number;
};

/** What an invited visitor is told of when it changes. */
export type InvitationChange = "time" | "undated" | "place" | "host" | "name";

/** What goes to a visitor who is invited: the invitation, what has changed since, or that the visit is off. */
export type InvitationContent =
  | {
      template: "registered_visitor_invitation" | "registered_visitor_cancellation";
      parameters: InvitationParameters;
    }
  | {
      template: "registered_visitor_change";
      parameters: InvitationParameters & { changes: readonly InvitationChange[] };
    };

/** What a visit type says instead of our texts, already filled. */
export type CustomTexts = { subject?: string; text?: string; sms?: string };

/** What a host is told of a visit; as it was when it was queued, so that the outbox shows what was sent. */
export type VisitParameters = {
  visitId: string;
  /** Whom the mail greets; none where it goes to the type's confirmation address. */
  greeting: string | null;
  visitor: string | null;
  company: string | null;
  visitType: string | null;
  host: string | null;
  entrance: string | null;
  locationName: string;
  timezone: string;
  /** Instants as the wire writes them. */
  signedIn: string;
  signedOut: string | null;
  /** Who decided, if any: a host by a link, or a user in the console or by the interface. */
  by?: { kind: "host" | "reception"; name: string | null; at: string };
  /** A colleague asked this host to look after the visitor. */
  handedOver?: true;
  own?: CustomTexts;
};

/** A notification of a host. */
export type HostNotice = {
  template: "visitor_arrived" | "visitor_to_decide" | "visitor_left" | "visitor_approved" | "visitor_rejected";
  parameters: VisitParameters;
};

/** What is said in an emergency. */
export type EmergencyParameters = {
  /** As it was sent. */
  text: string;
  drill: boolean;
  locationName: string;
  /** Whether it goes to a visitor inside, or to the staff. */
  isInside: boolean;
};

/** The figures of a location's month, as they were when the email was queued; it reads the names of hosts and companies when it is sent. */
export type MonthlyReportParameters = {
  /** Who asked for it. */
  userId: string;
  locationName: string;
  timezone: string;
  /** The first day of the month. */
  month: string;
  visits: number;
  /** In the month before. */
  before: number;
  /** With most visits; the hour is that of the day in which most visits of the month began. Absent without any. */
  busiestDay?: { date: string; total: number };
  busiestHour?: { hour: number; total: number };
  /** Half of the visits took at most so long. */
  stayMinutes?: number;
  expected: number;
  noShows: number;
};

/** What a message is about: a template, and the values it is filled with. Links are made when it is rendered, never stored. */
export type Content =
  | { template: "user_invitation" | "password_reset"; parameters: { userId: string } }
  | InvitationContent
  | HostNotice
  | { template: "emergency"; parameters: EmergencyParameters }
  /** Texts that are ready: of a notification, a warning. An SMS has the text only. */
  | { template: "notice"; parameters: { subject: string; text: string } }
  | { template: "monthly_report"; parameters: MonthlyReportParameters }
  | { template: "test_mail"; parameters: Record<string, never> };
