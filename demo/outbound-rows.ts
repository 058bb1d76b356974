import { createHash } from "node:crypto";

import { iso } from "../server/platform/lib/time/time.ts";
import { pickText } from "../server/platform/lib/text/texts.ts";
import type { Content, VisitParameters } from "../server/resources/messages/columns.ts";
import type { DeliveryRow, WebhookRow } from "../server/resources/webhooks/columns.ts";
import { sealSecret } from "../server/resources/webhooks/credentials.ts";
import { seededId } from "./ids.ts";
import { type Random, randomFor } from "./random.ts";
import { nameOf, type RecentVisit } from "./recent.ts";
import type { Site } from "./sites.ts";

const DAY_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;
const MESSAGES_MAX = 120;
/** One of the latest emails was refused: this many before the last. */
const FAILED_BACK = 4;
const REFUSED = "The mail server answered: 550 5.1.1 The mailbox does not exist";
const DELIVERIES_MAX = 60;
/** The receiver has failed so often in a row that the webhook is off (interface 6.3): the demo makes no calls. */
const FAILURES = 5;
const RECEIVER = "https://hooks.harbour.example/foyer";
const BROKEN = '{"error":"connection to database lost"}';

const templateOf = ({ approval }: RecentVisit): "visitor_to_decide" | "visitor_arrived" =>
  approval === "pending" ? "visitor_to_decide" : "visitor_arrived";

const parametersOf = (site: Site, visit: RecentVisit): VisitParameters => {
  const type = [...site.visitTypes.values()].find(({ _id }) => _id === visit.visit_type);
  return {
    visitId: visit._id,
    greeting: visit.recipient,
    visitor: nameOf(visit),
    company: visit.company,
    visitType: pickText(type?.name ?? {}, { preferred: undefined, fallback: "en" }) ?? null,
    host: visit.recipient,
    entrance: null,
    locationName: site.location.name,
    timezone: site.place.timezone,
    signedIn: visit.signed_in,
    signedOut: null,
  };
};

/** The notifications about the visits of the last few days, as rows of the outbox; one email was refused. */
export const messagesOf = (site: Site, recent: readonly RecentVisit[], seedNumber: number): object[] => {
  const random = randomFor(seedNumber, `${site.place.name}, messages`);
  const told = recent.slice(-MESSAGES_MAX);
  return told.map((visit, n) => {
    const signedInMs = Date.parse(visit.signed_in);
    const sentMs = signedInMs + random.between(1, 4) * SECOND_MS;
    const isRefused = n === told.length - FAILED_BACK;
    const content: Content = { template: templateOf(visit), parameters: parametersOf(site, visit) };
    return {
      company_id: site.id,
      _id: seededId(random, signedInMs, site.id),
      kind: "mail",
      recipient: visit.recipient_mail,
      ...content,
      language: "en",
      state: isRefused ? "failed" : "sent",
      attempts: 1,
      error: isRefused ? REFUSED : null,
      answer: isRefused ? null : "250 2.0.0 Queued",
      subject_id: visit._id,
      create_date: iso(signedInMs),
      mod_date: iso(sentMs),
      sent_at: isRefused ? null : iso(sentMs),
    };
  });
};

/** The kiosks of a location, one at each of its entrances; last seen a moment ago. Their credentials are unknown. */
export const devicesOf = (site: Site, now: number, seedNumber: number) => {
  const random = randomFor(seedNumber, `${site.place.name}, devices`);
  const created = Date.parse(site.location.create_date) + DAY_MS;
  return site.entryPoints.map(({ _id, name }, n) => ({
    company_id: site.id,
    _id: seededId(random, created, site.id),
    name: `${name["en"] ?? "Entrance"} ${n === 0 ? "tablet" : "kiosk"}`,
    entrypoint_id: _id,
    digest: `\\x${createHash("sha256").update(random.hex(32)).digest("hex")}`,
    app_version: "0.1.0",
    last_seen: iso(now - random.between(2, 25) * SECOND_MS),
    online: true,
    create_date: iso(created),
    mod_date: iso(created),
  }));
};

const deliveryOf = (random: Random, visit: RecentVisit, fails: boolean): DeliveryRow => {
  const started = Date.parse(visit.signed_in) + random.between(1, 3) * SECOND_MS;
  const ended = iso(started + random.between(40, 400));
  return {
    company_id: visit.company_id,
    _id: seededId(random, started, visit.company_id),
    kind: "event",
    state: fails ? "failed" : "delivered",
    event: "visitor_signed_in",
    event_id: seededId(random, started, visit.company_id),
    ids: {
      visitorId: visit._id,
      visitTypeId: visit.visit_type,
      ...(visit.known_visitor_id === null ? {} : { knownVisitorId: visit.known_visitor_id }),
    },
    subject_id: visit._id,
    replay_of: null,
    url: RECEIVER,
    http_method: "POST",
    status: fails ? 500 : 200,
    error: fails ? "The receiver answered 500." : null,
    error_code: null,
    head: fails ? BROKEN : '{"ok":true}',
    started: iso(started),
    create_date: ended,
    mod_date: ended,
  };
};

type WebhookSource = { seedNumber: number; secretKey: string; lastEntry: number };

/**
 * A webhook that was turned off after failures, and the outcome of its calls.
 * @param made `secretKey`: seals its signing secret; `lastEntry`: the last log entry it was called for
 */
export const webhookOf = (
  site: Site,
  recent: readonly RecentVisit[],
  { seedNumber, secretKey, lastEntry }: WebhookSource,
): { webhook: WebhookRow & { failures: number; cursor: number }; deliveries: DeliveryRow[] } => {
  const random = randomFor(seedNumber, `${site.place.name}, webhook`);
  const created = Date.parse(site.location.create_date) + DAY_MS;
  const called = recent.slice(-DELIVERIES_MAX);
  const secret = `whsec_${Buffer.from(random.hex(32), "hex").toString("base64")}`;
  const webhook = {
    company_id: site.id,
    _id: seededId(random, created, site.id),
    url: RECEIVER,
    http_method: "POST" as const,
    auth_username: null,
    auth_password: null,
    enabled: false,
    secret: sealSecret(secretKey, site.id, secret),
    previous_secret: null,
    previous_secret_ends_at: null,
    failures: FAILURES,
    cursor: lastEntry,
    create_date: iso(created),
    mod_date: iso(created),
  };
  const deliveries = called.map((visit, n) => deliveryOf(random, visit, n >= called.length - FAILURES));
  return { webhook, deliveries };
};
