import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { bearer, type World } from "../world.ts";

type Claims = Record<string, unknown>;
export type Version = "1.0" | "2.0";
export type Application = { tenant_id: string; client_id: string };
type Reply = { status: number; body: string; headers?: Record<string, string> };

/** How a token differs from a good one; a claim or header of undefined is left out. */
export type Odd = { claims?: Claims; header?: Claims; key?: KeyObject };

/** A stand-in for the public identity provider: publishes keys, signs tokens, and does neither when it is told so. */
export type Provider = {
  url: string;
  /** Paths that were asked for, oldest first. */
  asked: string[];
  /** Answers this instead of the keys. */
  reply: ((path: string) => Reply | undefined) | undefined;
  server: Server;
  /** Waits for this before it answers. */
  gate: Promise<void> | undefined;
  key: KeyObject;
  keyId: string;
  /** Signs with another key from now on, and publishes it (beside the former ones, or alone). */
  rollOver(options?: { alone?: boolean; hidden?: boolean }): void;
  /** A token as the provider gives it to an application by the client credentials grant. */
  token(application: Application, version: Version, odd?: Odd): string;
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Key pairs take long to make, so a few serve under ever new ids. */
const newPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const pairs = [newPair(), newPair()] as const;
const pairOf = (n: number) => pairs[n % 2 === 0 ? 0 : 1];

const seconds = (): number => Math.floor(Date.now() / 1000);

export const base64url = (text: string | Buffer): string => Buffer.from(text).toString("base64url");

/** A token of these texts, signed with the key. */
export const signed = (header: string, payload: string, key: KeyObject): string => {
  const content = `${base64url(header)}.${base64url(payload)}`;
  return `${content}.${base64url(sign("sha256", Buffer.from(content), key))}`;
};

/** The claims of a good token, as the public provider writes them in either version. */
export const goodClaims = (url: string, { tenant_id, client_id }: Application, version: Version): Claims => {
  const subject = `0b0c${tenant_id.slice(4)}`;
  const issued = seconds() - 300;
  const times = { iat: issued, nbf: issued, exp: issued + 3900 };
  const both = { ...times, aio: "E2Zg", oid: subject, rh: "0.A", sub: subject, tid: tenant_id, uti: "u", ver: version };
  return version === "1.0"
    ? {
        ...both,
        aud: client_id,
        iss: `https://sts.windows.net/${tenant_id}/`,
        appid: client_id,
        appidacr: "1",
        idp: "i",
      }
    : { ...both, aud: client_id, iss: `${url}/${tenant_id}/v2.0`, azp: client_id, azpacr: "1" };
};

/** Starts a provider on this machine. */
export const startProvider = async (): Promise<Provider> => {
  const published = new Map<string, KeyObject>();
  let rolled = 0;
  const jwks = (): Reply => ({
    status: 200,
    body: JSON.stringify({
      keys: [...published].map(([kid, key]) => ({ ...key.export({ format: "jwk" }), kid, use: "sig", x5t: kid })),
    }),
  });
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    provider.asked.push(path);
    // What is published when it is asked, however late the answer.
    const { status, body, headers } = provider.reply?.(path) ?? jwks();
    void (async () => {
      await provider.gate;
      response.writeHead(status, { "content-type": "application/json", connection: "close", ...headers }).end(body);
    })();
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const provider: Provider = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    reply: undefined,
    server,
    gate: undefined,
    key: pairOf(0).privateKey,
    keyId: "",
    rollOver: ({ alone = false, hidden = false } = {}) => {
      rolled += 1;
      const pair = pairOf(rolled);
      if (alone) published.clear();
      Object.assign(provider, { key: pair.privateKey, keyId: `key-${rolled}` });
      if (!hidden) published.set(provider.keyId, pair.publicKey);
    },
    token: (application, version, { claims, header, key } = {}) =>
      signed(
        JSON.stringify({ typ: "JWT", alg: "RS256", kid: provider.keyId, x5t: provider.keyId, ...header }),
        JSON.stringify({ ...goodClaims(provider.url, application, version), ...claims }),
        key ?? provider.key,
      ),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
  provider.rollOver();
  return provider;
};

/** An application of a directory of its own. */
export const newApplication = (): Application => ({ tenant_id: randomUUID(), client_id: randomUUID() });

/** Registers an application for locations and gives the headers of a token of it. */
export const buildToken = async (
  world: World,
  provider: Provider,
  companies: string[],
  version: Version,
): Promise<Record<string, string>> => {
  const application = newApplication();
  const { status, body } = await world.post("/idpcredentials", { name: "application", companies, ...application });
  if (status !== 200) throw new Error(`no credential: ${JSON.stringify(body)}`);
  return bearer(provider.token(application, version));
};
