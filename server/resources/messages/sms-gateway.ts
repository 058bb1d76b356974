import type { Context } from "../../platform/context.ts";
import { callOut, type FailedCall } from "../../platform/outbound/call-out.ts";
import { ANY_NETWORK } from "../../platform/outbound/ssrf-guard.ts";
import { SendFailure } from "./send-failure.ts";

/** The most that one SMS may take, from the connection to the end of the answer. */
const SMS_MS_MAX = 10_000;
/** More of an answer is not read. */
const ANSWER_BYTES_MAX = 64 * 1024;
const SHOWN_LENGTH_MAX = 200;

/** One SMS: the telephone number and the text. */
export type Sms = {
  to: string;
  text: string;
};

export type Gateway = NonNullable<Context["config"]["smsGateway"]>;

/** A template that begins with a bracket is JSON, anything else a form. */
const isJson = (template: string): boolean => /^\s*[{[]/.test(template);

/** Only the two placeholders: braces of JSON are no segments. */
const fill = (template: string, sms: Sms, encode: (value: string) => string): string =>
  template.replaceAll(/%(to|text)%/g, (_, name: keyof Sms) => encode(sms[name]));

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** What is posted: the template with the values escaped for its media type. */
export const smsBody = (template: string, sms: Sms): { type: string; body: string } =>
  isJson(template)
    ? { type: "application/json", body: fill(template, sms, inJson) }
    : { type: "application/x-www-form-urlencoded", body: fill(template, sms, encodeURIComponent) };

/** Another answer than success: a wrong request stays wrong, a gateway in trouble may recover. */
const refusalOf = (status: number, answer: string): SendFailure => {
  const permanent = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  const said = answer.trim() === "" ? "" : `: ${answer.slice(0, SHOWN_LENGTH_MAX)}`;
  return new SendFailure(`The SMS gateway responded with ${status}${said}`, permanent);
};

const post = async ({ url, body, auth }: Gateway, sms: Sms, timeoutMs: number) => {
  const sent = smsBody(body, sms);
  return callOut({
    url,
    method: "POST",
    headers: { "content-type": sent.type, ...(auth === undefined ? {} : { authorization: auth }) },
    body: sent.body,
    // The operator set this URL; a gateway on the inner network is usual.
    allowed: ANY_NETWORK,
    deadlineMs: timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
  });
};

/** Without the library's words: a URL of a gateway may hold what is secret. */
const networkFailure = ({ kind, code }: FailedCall): SendFailure => {
  if (kind === "timeout") return new SendFailure("The SMS gateway did not answer in time.", false);
  return new SendFailure(`Couldn't reach the SMS gateway (${code ?? kind}).`, false);
};

/**
 * Hands one SMS to the gateway: one `POST`, redirects are failures, the answer is read to 64 KiB.
 * @returns the beginning of the gateway's answer. Errors: SendFailure
 */
export const handToGateway = async (gateway: Gateway, sms: Sms, timeoutMs = SMS_MS_MAX): Promise<string> => {
  const outcome = await post(gateway, sms, timeoutMs);
  if ("error" in outcome) throw networkFailure(outcome);
  const { status, head } = outcome;
  if (status < 200 || status > 299) throw refusalOf(status, head);
  return head.slice(0, SHOWN_LENGTH_MAX);
};
