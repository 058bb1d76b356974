import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Code, CopyButton, JsonText } from "../../components/text/code.tsx";
import styles from "./delivery.module.css";
import type { Delivery, Health } from "./queries.ts";
import { useOutcome } from "./words.ts";

const MASKED = "••••••";

/** The HTTP reason phrases of common responses. */
const PHRASES: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

const pathOf = ({ url, http_method: method, payload }: Delivery): string => {
  const parsed = new URL(url);
  const query = parsed.search.slice(1);
  if (method !== "GET") return `${parsed.pathname}${parsed.search}`;
  const fields = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]));
  return `${parsed.pathname}?${query === "" ? "" : `${query}&`}${fields.toString()}`;
};

/** The current configuration describes an earlier call only if it has not changed since. */
const hadLogin = ({ started }: Delivery, { auth_username, has_password, mod_date }: Health): boolean =>
  auth_username !== undefined && has_password && started !== undefined && (mod_date ?? "") <= started;

const headersOf = (delivery: Delivery, health: Health): readonly string[] => {
  const { http_method: method, event_id, started, kind } = delivery;
  const seconds = Math.floor(Date.parse(started ?? delivery.create_date) / 1000);
  return [
    ...(method === "GET" ? [] : ["content-type: application/json"]),
    ...(hadLogin(delivery, health) ? [`authorization: Basic ${MASKED}`] : []),
    `webhook-id: ${event_id}`,
    `webhook-timestamp: ${seconds}`,
    `webhook-signature: v1,${MASKED}`,
    ...(kind === "replay" ? ["foyer-replay: true"] : []),
  ];
};

const Part = ({ title, copy, children }: { title: ReactNode; copy: string | undefined; children: ReactNode }) => {
  const { t } = useTranslation("webhook");
  return (
    <>
      <div className={styles.part}>
        <h3>{title}</h3>
        {copy !== undefined && <CopyButton text={copy} label={t("copyPart")} />}
      </div>
      {children}
    </>
  );
};

/** The request as it was sent, secrets masked. */
export const RequestCode = ({ delivery, health }: { delivery: Delivery; health: Health }) => {
  const { t } = useTranslation("webhook");
  const { http_method: method, payload } = delivery;
  const rest = ` ${pathOf(delivery)} HTTP/1.1`;
  const headers = headersOf(delivery, health).join("\n");
  const body = method === "GET" ? "" : JSON.stringify(payload, null, 2);
  return (
    <Part title={t("request")} copy={`${method}${rest}\n${headers}${body === "" ? "" : `\n\n${body}`}`}>
      <Code>
        <span className={styles.ink}>{method}</span>
        {rest}
        {"\n"}
        {headers}
        {body !== "" && "\n\n"}
        <JsonText text={body} />
      </Code>
    </Part>
  );
};

const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
};

/** The response: the status, and the first KiB of the body. */
export const AnswerCode = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useTranslation("webhook");
  const outcome = useOutcome()(delivery);
  const { status, response = "", state } = delivery;
  const isBad = state !== "delivered" || undefined;
  const title = (
    <>
      {t("answer")}
      <span className={styles.status} data-bad={isBad}>
        {outcome}
      </span>
    </>
  );
  if (status === undefined)
    return (
      <Part title={title} copy={undefined}>
        <p className={styles.quiet}>{t("noAnswer")}</p>
      </Part>
    );
  const line = `${status} ${PHRASES[status] ?? ""}`.trim();
  return (
    <Part title={title} copy={response === "" ? undefined : response}>
      <Code>
        HTTP/1.1 <span data-bad={isBad}>{line}</span>
        {response !== "" && "\n\n"}
        {isJson(response) ? <JsonText text={response} /> : response}
      </Code>
    </Part>
  );
};
