import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import type { Socket } from "node:net";
import { rootCertificates, TLSSocket } from "node:tls";

/**
 * What answers at an address: Foyer, another program, or nothing. With HTTPS also when the certificate expires, in
 * milliseconds since 1970.
 */
export type ProbeResult =
  | { kind: "foyer"; certificateEnds?: number }
  | { kind: "stranger" }
  | { kind: "unanswered"; reason: string };

const ASK_MS_MAX = 5_000;
const ANSWER_LENGTH_MAX = 10_000;

const isOurs = (text: string): boolean => {
  try {
    return Object(JSON.parse(text)).status === "alive";
  } catch {
    return false;
  }
};

/** When the server's certificate expires. */
const certificateEnds = (socket: Socket): { certificateEnds?: number } =>
  socket instanceof TLSSocket ? { certificateEnds: Date.parse(socket.getPeerCertificate().valid_to) } : {};

/**
 * Requests `/healthz` below the address. Not with fetch: on this machine, a certificate for the public name is fine,
 * too.
 * @param trustAll whether to accept any certificate
 * @param authority the PEM certificate of an authority to trust besides the public ones
 */
export const probeHealth = (
  url: string,
  { trustAll, authority }: { trustAll: boolean; authority?: string | undefined },
): Promise<ProbeResult> =>
  new Promise((resolve) => {
    const send = url.startsWith("https:") ? requestTls : requestPlain;
    const signal = AbortSignal.timeout(ASK_MS_MAX);
    const ca = authority === undefined ? undefined : [...rootCertificates, authority];
    const options = { rejectUnauthorized: !trustAll, agent: false, signal, ...(ca && { ca }) };
    const request = send(`${url}/healthz`, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
        if (text.length > ANSWER_LENGTH_MAX) response.destroy();
      });
      const ends = certificateEnds(response.socket);
      response.on("close", () => resolve(isOurs(text) ? { kind: "foyer", ...ends } : { kind: "stranger" }));
    });
    const onError = (error: Error): void => {
      const reason = signal.aborted ? "no answer in 5 s" : String(Reflect.get(error, "code") ?? "not an HTTP response");
      resolve({ kind: "unanswered", reason });
    };
    request.on("error", onError);
    request.end();
  });
