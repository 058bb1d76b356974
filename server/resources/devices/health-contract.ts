import { Instant, OneOf, Type, WholeNumber } from "../../platform/http/contract/schemas.ts";

const Percent = Type.Optional(WholeNumber(0, 100));
const STORAGE_MB_MAX = 1_000_000_000;
const IDLE_SECONDS_MAX = 1_000_000_000;

/** What a device reports besides; a value that its browser does not offer is left out. */
const reported = {
  battery: Percent,
  charging: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  storage_mb: Type.Optional(WholeNumber(0, STORAGE_MB_MAX)),
  camera: Type.Optional(OneOf("ready", "blocked", "absent")),
  printer: Type.Optional(OneOf("62x100", "54x101", "none")),
  screen: Type.Optional(OneOf("start", "aids", "expected", "sign-in", "sign-out", "done", "goodbye")),
};

/** What a kiosk sends with a heartbeat, at most once a minute: times by its own clock. */
export const HealthReport = Type.Object(
  { sent_at: Instant, idle_seconds: WholeNumber(0, IDLE_SECONDS_MAX), ...reported },
  { "x-expected": "{ sent_at, idle_seconds } and what is known of the device" },
);

/** The same as the API returns it: times by the service's clock. */
export const Health = Type.Object({
  reported: Instant,
  last_touch: Instant,
  clock_skew_seconds: Type.Integer({ description: "How far the kiosk's clock is ahead; negative: behind" }),
  battery: Type.Optional(Type.Integer({ description: "Percent" })),
  charging: Type.Optional(Type.Boolean()),
  storage_mb: Type.Optional(Type.Integer({ description: "Megabytes that the browser still gives the kiosk" })),
  camera: Type.Optional(Type.String({ description: "`ready`, `blocked` or `absent`" })),
  printer: Type.Optional(Type.String({ description: "The label its printer takes; `none`: it has no printer" })),
  screen: Type.Optional(Type.String({ description: "What the kiosk shows, without what was typed" })),
});
