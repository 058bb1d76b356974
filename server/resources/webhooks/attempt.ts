import type { Context } from "../../platform/context.ts";
import { traceOutboundCall } from "../../platform/observe/tracing.ts";
import { callOut } from "../../platform/outbound/call-out.ts";
import type { DeliveryErrorCode, Target } from "./columns.ts";
import { type Credentials, openCredentials } from "./credentials.ts";
import { basicOf, type WebhookMessage, requestOf } from "./request.ts";

/** At most 64 KiB of the answer are read (rules 5). */
const ANSWER_BYTES_MAX = 64 * 1_024;

/** The result of a call; times in milliseconds since 1970. */
export type Attempt = {
  state: "delivered" | "failed";
  status: number | null;
  error: string | null;
  error_code: DeliveryErrorCode | null;
  head: string | null;
  started: number;
  ended: number;
};

const LOST_KEY =
  "The stored credentials can't be read because SECRET_KEY has changed since they were saved. Save the webhook again.";

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const failureOf = (status: number): string =>
  status >= 300 && status < 400
    ? `The endpoint responded with ${status}. Foyer doesn't follow redirects.`
    : `The endpoint responded with ${status}.`;

/** Some receivers echo what they were sent: write-only values must not become readable there. */
const withoutCredentials = (text: string, credentials: Credentials): string =>
  [basicOf(credentials)?.replace("Basic ", ""), credentials.password, ...credentials.secrets]
    .filter((secret) => secret !== undefined && secret !== "")
    .reduce<string>((shown, secret) => shown.replaceAll(secret ?? "", "[hidden]"), text);

/** The result of a call, without its times. */
type CallOutcome = Pick<Attempt, "state" | "status" | "error" | "error_code" | "head">;

const failed = (error: string, error_code: DeliveryErrorCode): CallOutcome => ({
  state: "failed",
  status: null,
  error,
  error_code,
  head: null,
});

const send = async (
  context: Context,
  target: Target,
  message: WebhookMessage,
  deadlineMs: number,
): Promise<CallOutcome> => {
  const credentials = openCredentials(context, target, message.now);
  if (credentials === undefined) return failed(LOST_KEY, "credentials_unreadable");
  const answer = await callOut({
    ...requestOf(target, credentials, message),
    allowed: context.config.webhookAllowedNetworks,
    deadlineMs,
    maxBytes: ANSWER_BYTES_MAX,
  });
  if ("error" in answer) return failed(answer.error, answer.kind);
  const { status, head } = answer;
  return {
    state: isSuccess(status) ? "delivered" : "failed",
    status,
    error: isSuccess(status) ? null : failureOf(status),
    error_code: null,
    head: withoutCredentials(head, credentials),
  };
};

/**
 * Makes one call (interface 6.3: anything but a 2xx answer in time is a failure). It never throws for reasons outside
 * this service.
 * @param deadlineMs for all of it: name lookup, connection, sending, reading
 */
export const attempt = async (
  context: Context,
  target: Target,
  message: WebhookMessage,
  deadlineMs: number,
): Promise<Attempt> => {
  const { metrics } = context;
  const began = performance.now();
  metrics.webhookCallsUnderWay += 1;
  try {
    const outcome = await traceOutboundCall(context, "webhook", { "foyer.location": message.payload.companyId }, () =>
      send(context, target, message, deadlineMs),
    );
    metrics.webhookCalls.add(performance.now() - began);
    return { ...outcome, started: message.now, ended: context.now() };
  } finally {
    metrics.webhookCallsUnderWay -= 1;
  }
};
