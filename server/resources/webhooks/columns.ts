import type { FailureKind } from "../../platform/lib/failure-kinds.ts";

/** A webhook's configuration as stored; `auth_password` and the secrets are sealed. */
export type WebhookRow = {
  company_id: string;
  _id: string;
  url: string;
  http_method: Method;
  auth_username: string | null;
  auth_password: string | null;
  enabled: boolean;
  secret: string;
  previous_secret: string | null;
  previous_secret_ends_at: string | null;
  create_date: string;
  mod_date: string;
};

export type Method = "POST" | "PUT" | "PATCH" | "GET";

/** The part of the configuration that a call needs. */
export type Target = Pick<
  WebhookRow,
  | "company_id"
  | "url"
  | "http_method"
  | "auth_username"
  | "auth_password"
  | "secret"
  | "previous_secret"
  | "previous_secret_ends_at"
>;

/** The IDs in an event (interface 6.2); null if it has none. */
export type EventIds = Record<string, string> | null;

/** `expired`: too old to be sent. `unknown`: the process that sent it ended before the outcome was recorded. */
export type DeliveryState = "delivered" | "failed" | "expired" | "unknown";

/** The cause of a delivery without a response. */
export type DeliveryErrorCode = FailureKind | "credentials_unreadable";

/** A delivery as it is stored. */
export type DeliveryRow = {
  company_id: string;
  _id: string;
  kind: "event" | "test" | "replay";
  state: DeliveryState;
  event: string;
  event_id: string;
  ids: EventIds;
  subject_id: string | null;
  replay_of: string | null;
  url: string;
  http_method: Method;
  status: number | null;
  error: string | null;
  error_code: DeliveryErrorCode | null;
  head: string | null;
  started: string | null;
  create_date: string;
  mod_date: string;
};

/** A delivery as it is read: whether its event was delivered by a later resend. */
export type ListedDelivery = DeliveryRow & { recovered: boolean };
