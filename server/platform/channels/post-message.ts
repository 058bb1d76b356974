import { callOut, type FailedCall } from "../outbound/call-out.ts";
import { ANY_NETWORK } from "../outbound/ssrf-guard.ts";
import { SendFailure } from "./send-failure.ts";

/** The most bytes of a response that are read. */
const ANSWER_BYTES_MAX = 64 * 1024;
const SHOWN_LENGTH_MAX = 200;

/** A request and its target: `server` is the target's name in sentences, such as "SMS gateway". */
export type MessagePost = { server: string; url: string; headers: Record<string, string>; body: string };

/** A response other than success: a wrong request remains wrong, a server in trouble may recover. */
const refusalOf = (server: string, status: number, answer: string): SendFailure => {
  const permanent = status >= 300 && status < 500 && ![408, 425, 429].includes(status);
  const said = answer.trim() === "" ? "" : `: ${answer.slice(0, SHOWN_LENGTH_MAX)}`;
  return new SendFailure(`The ${server} responded with ${status}${said}`, permanent);
};

/** Without the library's message: it may contain the URL, which may be secret. */
const networkFailure = (server: string, { kind, code }: FailedCall): SendFailure =>
  new SendFailure(
    kind === "timeout" ? `The ${server} did not answer in time.` : `Couldn't reach the ${server} (${code ?? kind}).`,
    false,
  );

/**
 * Hands a message to a server by HTTP: one `POST`; redirects are failures; 64 KiB of the response are read.
 * @param timeoutMs from the connection to the end of the response
 * @returns the beginning of the response. Errors: SendFailure
 */
export const postMessage = async ({ server, url, headers, body }: MessagePost, timeoutMs: number): Promise<string> => {
  const outcome = await callOut({
    url,
    method: "POST",
    headers,
    body,
    // The operator set this URL; a server on the internal network is common.
    allowed: ANY_NETWORK,
    deadlineMs: timeoutMs,
    maxBytes: ANSWER_BYTES_MAX,
  });
  if ("error" in outcome) throw networkFailure(server, outcome);
  const { status, head } = outcome;
  if (status < 200 || status > 299) throw refusalOf(server, status, head);
  return head.slice(0, SHOWN_LENGTH_MAX);
};
