/** The contents of an invitation, as they were when it was queued, so that the outbox shows what was sent. */
export type InvitationParameters = {
  registeredVisitorId: string;
  firstName: string | null;
  /** Missing in messages that an earlier version queued. */
  lastName?: string | null;
  host: string | null;
  /** The address for replies; missing in messages that an earlier version queued. */
  hostMail?: string | null;
  locationName: string;
  /** The address on one line. */
  address: string | null;
  timezone: string;
  /**
   * The entrance, by ID and by its name in the visitor's language; missing in messages that an earlier version queued.
   */
  entrypointId?: string | null;
  entrance?: string | null;
  /** When the visitor is expected, as the wire writes instants: [from, to); either may be open. */
  from: string | null;
  to: string | null;
  /** The calendar entry's sequence: 0 for the first email. Missing in messages that an earlier version queued. */
  sequence?: number;
  /** The calendar entry's UID, the same for as long as the visitor is registered. Missing likewise. */
  uid?: string;
  /** Which of the visitor's invitations its link belongs to; 0 if it is missing. */
  round?: number;
  /** Whether they lead a group of which some have no names. */
  canName?: true;
  /** Of an invitation to a series. */
  series?: SeriesEntry;
};

/** What the calendar entry of a series says besides an invitation; instants as the wire writes them. */
export type SeriesEntry = {
  /** What the link names: it leads to the next occurrence. */
  invitationId: string;
  /** How it repeats, on the clock of its zone: `starts` as YYYY-MM-DDTHH:MM; null for a series of one occurrence. */
  timing: { rule: string; starts: string; minutes: number; timezone: string } | null;
  /** The occurrence that the email is about alone; null if it is about all. */
  occurrence: string | null;
  /** Occurrences that do not take place. */
  cancelled: readonly string[];
  /** Occurrences that differ, by the start that the rule gives them; `isAdded`: that it gave them before it changed. */
  moved: readonly ({ occurrence: string; isAdded?: true } & SeriesDifference)[];
  /** Some of those that follow the next one, for the text. */
  next: readonly string[];
};

/** What can differ between the occurrences of a series. */
export type SeriesDifference = Pick<
  InvitationParameters,
  "firstName" | "lastName" | "host" | "entrance" | "from" | "to"
>;

/** What can change about a visit that its invited visitor is told about. */
export type InvitationChange = "time" | "undated" | "place" | "host" | "name";

/**
 * An email to an invited visitor: the invitation, a change since, or a cancellation; a withdrawal is for an address
 * that is no longer theirs.
 */
export type InvitationContent =
  | {
      template: "registered_visitor_invitation" | "registered_visitor_cancellation" | "registered_visitor_withdrawal";
      parameters: InvitationParameters;
    }
  | {
      template: "registered_visitor_change";
      parameters: InvitationParameters & { changes: readonly InvitationChange[] };
    };

/** What stands in custom texts for the names of several visitors, which are read when the message is sent. */
export const VISITORS = "%visitor%";

/** A visit type's own texts instead of ours, with their placeholders filled in. */
export type CustomTexts = { subject?: string; text?: string; sms?: string };

/** A host's notification about a visit, as it was when it was queued, so that the outbox shows what was sent. */
export type VisitParameters = {
  visitId: string;
  /** Who the email greets; none if it is sent to the visit type's confirmation address. */
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
  /** Who decided, if anyone: a host by a link, or a user in the console or through the API. */
  by?: { kind: "host" | "reception"; name: string | null; at: string };
  /** The sign-in came from a visitor's own phone, by a poster or an invitation: one host gets few of these at a time. */
  byStranger?: true;
  /** A colleague handed the visitor over to this host. */
  handedOver?: true;
  /** The visit type asks for no name: parcels have come, and no visitor waits for an answer. */
  delivery?: true;
  /** The visits of those who came along, by ID: their names are read when the message is sent, as erased ones have none. */
  companions?: readonly string[];
  own?: CustomTexts;
};

/** What stands for the messages that a host is not sent, since there were many at once. */
export type MoreVisitors = {
  template: "more_visitors";
  parameters: { count: number; greeting: string | null; locationName: string };
};

/** A notification of a host. */
export type HostNotice = {
  template: "visitor_arrived" | "visitor_to_decide" | "visitor_left" | "visitor_approved" | "visitor_rejected";
  parameters: VisitParameters;
};

/** The contents of an emergency message. */
export type EmergencyParameters = {
  /** The text as it was sent. */
  text: string;
  drill: boolean;
  locationName: string;
  /** Whether it is for a visitor inside, or for the staff. */
  isInside: boolean;
};

/**
 * The figures of a location's month, as they were when the email was queued; the names of hosts and companies are read
 * when it is sent.
 */
export type MonthlyReportParameters = {
  /** The user who receives it. */
  userId: string;
  locationName: string;
  timezone: string;
  /** The first day of the month. */
  month: string;
  visits: number;
  /** The figure of the month before. */
  before: number;
  /**
   * The busiest ones; the hour is the hour of the day in which most visits of the month began. Absent without visits.
   */
  busiestDay?: { date: string; total: number };
  busiestHour?: { hour: number; total: number };
  /** The median length of a visit. */
  stayMinutes?: number;
  expected: number;
  noShows: number;
};

/** The content of a message: a template, and its parameters. Links are made when it is rendered, never stored. */
export type Content =
  | { template: "user_invitation" | "password_reset"; parameters: { userId: string } }
  | InvitationContent
  | HostNotice
  | MoreVisitors
  | { template: "emergency"; parameters: EmergencyParameters }
  /** Finished texts: of a notification, a warning. An SMS has the text only. */
  | { template: "notice"; parameters: { subject: string; text: string } }
  | { template: "monthly_report"; parameters: MonthlyReportParameters }
  | { template: "test_mail"; parameters: Record<string, never> };
