import { callOut, type FailedCall } from "../outbound/call-out.ts";
import { ANY_NETWORK } from "../outbound/ssrf-guard.ts";
import { SendFailure } from "./send-failure.ts";

/** More of an answer is not read. */
const ANSWER_BYTES_MAX = 64 * 1024;
const SHOWN_LENGTH_MAX = 200;

/** What is posted, and to what: `server` as sentences name it, such as "SMS gateway". */
export type MessagePost = { server: string; url: string; headers: Record<string, string>; body: string };

/** Another answer than success: a wrong request stays wrong, a server in trouble may recover. */
const refusalOf = (server: string, status: number, answer: string): SendFailure => {
  const permanent = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  const said = answer.trim() === "" ? "" : `: ${answer.slice(0, SHOWN_LENGTH_MAX)}`;
  return new SendFailure(`The ${server} responded with ${status}${said}`, permanent);
};

/** Without the library's words: a URL may hold what is secret. */
const networkFailure = (server: string, { kind, code }: FailedCall): SendFailure =>
  new SendFailure(
    kind === "timeout" ? `The ${server} did not answer in time.` : `Couldn't reach the ${server} (${code ?? kind}).`,
    false,
  );

/**
 * Hands a message to a server by HTTP: one `POST`, redirects are failures, the answer is read to 64 KiB.
 * @param timeoutMs from the connection to the end of the answer
 * @returns the beginning of the answer. Errors: SendFailure
 */
export const postMessage = async ({ server, url, headers, body }: MessagePost, timeoutMs: number): Promise<string> => {
  const outcome = await callOut({
    url,
    method: "POST",
    headers,
    body,
    // The operator set this URL; a server on the inner network is usual.
    allowed: ANY_NETWORK,
    deadlineMs: timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
  });
  if ("error" in outcome) throw networkFailure(server, outcome);
  const { status, head } = outcome;
  if (status < 200 || status > 299) throw refusalOf(server, status, head);
  return head.slice(0, SHOWN_LENGTH_MAX);
};
