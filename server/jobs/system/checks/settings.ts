import { mailboxOf } from "../../../platform/channels/email.ts";
import { type Check, problem, warning } from "./check.ts";

const LETTERS_MIN = 10;

const secretKey: Check = ({ config }) => {
  if (config.secretKey === undefined || new Set(config.secretKey).size >= LETTERS_MIN) return [];
  const fix = "Set it to the output of: openssl rand -hex 32 (links already sent will stop working).";
  return [problem("SECRET_KEY", "it's easy to guess: it has only a few different characters", fix)];
};

/** No private network is larger than 10.0.0.0/8; two halves of everything are everything, too. */
const tooWide = (ranges: readonly string[]): string | undefined => ranges.find((range) => /\/0*[0-7]$/.test(range));

const trustedProxies: Check = ({ config }) => {
  const all = tooWide(config.trustedProxies);
  if (all === undefined) return [];
  const fix = "List only the addresses of your proxies, for example 127.0.0.1.";
  return [
    problem("TRUSTED_PROXIES", `${all} trusts anyone: callers could fake their address to get round the limit`, fix),
  ];
};

const webhookNetworks: Check = ({ config }) => {
  const all = tooWide(config.webhookAllowedNetworks);
  if (all === undefined) return [];
  const fix = "List only the networks of your endpoints, for example 192.168.1.0/24.";
  return [warning("WEBHOOK_ALLOWED_NETWORKS", `${all} lets a webhook call anything inside your network`, fix)];
};

const mailFrom: Check = ({ config, unusable }) => {
  if (config.channels.mail === undefined || config.channels.mail.MAIL_FROM !== "" || unusable.has("MAIL_FROM"))
    return [];
  const found = `it isn't set, so emails are from ${mailboxOf("", config.publicUrl)}, which mail servers may refuse`;
  return [warning("MAIL_FROM", found, "Set MAIL_FROM to one of your addresses.")];
};

/** Checks of the settings, without trying them. */
export const settingChecks: readonly Check[] = [secretKey, trustedProxies, webhookNetworks, mailFrom];
