import { mailboxOf } from "../../../platform/channels/email.ts";
import { type Check, inWords, problem, warning } from "./check.ts";

const LETTERS_MIN = 10;

const secretKey: Check = ({ config }) => {
  if (config.secretKey === undefined || new Set(config.secretKey).size >= LETTERS_MIN) return [];
  const fix = "Set it to the output of: openssl rand -hex 32 (links already sent will stop working).";
  return [inWords(problem("SECRET_KEY", "it's easy to guess: it has only a few different characters", fix), "weakKey")];
};

/** No private network is larger than 10.0.0.0/8; two halves of everything are everything, too. */
const tooWide = (ranges: readonly string[]): string | undefined => ranges.find((range) => /\/0*[0-7]$/.test(range));

const trustedProxies: Check = ({ config }) => {
  const all = tooWide(config.trustedProxies);
  if (all === undefined) return [];
  const fix = "List only the addresses of your proxies, for example 127.0.0.1.";
  const found = `${all} trusts anyone: callers could fake their address to get round the limit`;
  return [inWords(problem("TRUSTED_PROXIES", found, fix), "proxies", { range: all })];
};

const webhookNetworks: Check = ({ config }) => {
  const all = tooWide(config.webhookAllowedNetworks);
  if (all === undefined) return [];
  const fix = "List only the networks of your endpoints, for example 192.168.1.0/24.";
  const found = `${all} lets a webhook call anything inside your network`;
  return [inWords(warning("WEBHOOK_ALLOWED_NETWORKS", found, fix), "networks", { range: all })];
};

const mailFrom: Check = ({ config, unusable }) => {
  if (config.channels.mail === undefined || config.channels.mail.MAIL_FROM !== "" || unusable.has("MAIL_FROM"))
    return [];
  const address = mailboxOf("", config.publicUrl);
  const found = `it isn't set, so emails are from ${address}, which mail servers may refuse`;
  return [inWords(warning("MAIL_FROM", found, "Set MAIL_FROM to one of your addresses."), "mailFrom", { address })];
};

/** Checks of the settings, without trying them. */
export const settingChecks: readonly Check[] = [secretKey, trustedProxies, webhookNetworks, mailFrom];
