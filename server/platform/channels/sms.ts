import { isPlainUrl } from "../lib/net/url-checks.ts";
import { smsNumber } from "../../../shared/sms-number.ts";
import { defineChannel } from "./channel.ts";
import { foldToGsm } from "./gsm.ts";
import { postMessage } from "./post-message.ts";

type Sms = { to: string; text: string };

/** A template that begins with a bracket is JSON, anything else a form. */
const isJson = (template: string): boolean => /^\s*[{[]/.test(template);

const isJsonText = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

/** Only the two placeholders: the braces of JSON are not segments. */
const fill = (template: string, sms: Sms, encode: (value: string) => string): string =>
  template.replaceAll(/%(to|text)%/g, (_, name: keyof Sms) => encode(sms[name]));

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

/** The posted body: the template with the values escaped for its media type. */
export const smsBody = (template: string, sms: Sms): { type: string; body: string } =>
  isJson(template)
    ? { type: "application/json", body: fill(template, sms, inJson) }
    : { type: "application/x-www-form-urlencoded", body: fill(template, sms, encodeURIComponent) };

/** SMS through an HTTP gateway. */
export const sms = defineChannel({
  kind: "sms",
  tick: "send SMS",
  server: "an SMS gateway",
  settings: {
    SMS_GATEWAY_URL: {
      isValid: isPlainUrl,
      expected: "an http(s) URL without a username or password (use SMS_GATEWAY_AUTH)",
    },
    SMS_GATEWAY_BODY: {
      fallback: '{"to":"%to%","text":"%text%"}',
      isValid: (value) => !isJson(value) || isJsonText(value),
      expected: "valid JSON if it starts with a bracket",
      isUselessAlone: true,
    },
    SMS_GATEWAY_AUTH: {
      isValid: (value) => /^[\x20-\x7e]*$/.test(value),
      expected: "the value of an Authorization header, on one line",
      isUselessAlone: true,
    },
  },
  form: "short",
  fold: foldToGsm,
  hostKey: "mobile",
  address: smsNumber,
  notifies: ["in"],
  flag: "sms",
  lanes: 2,
  open: ({ SMS_GATEWAY_URL: url, SMS_GATEWAY_BODY: template, SMS_GATEWAY_AUTH: auth }, { timeoutMs }) => ({
    send: ({ to, text }) => {
      const { type, body } = smsBody(template, { to, text });
      const headers = { "content-type": type, ...(auth !== "" && { authorization: auth }) };
      return postMessage({ server: "SMS gateway", url, headers, body }, timeoutMs);
    },
  }),
});
