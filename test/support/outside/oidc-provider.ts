import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

/** What the stand-in answers; a test changes it to see that the service notices. */
export type Behaviour = {
  /** Claims of the ID token over the right ones; `undefined` leaves one out. */
  claims: Record<string, unknown>;
  /** What the user info says. */
  profile: Record<string, unknown>;
  /** How the ID token is signed. */
  signature: "right" | "another key" | "none";
  /** Added to or replaced in the address the browser is sent back to. */
  answer: Record<string, string>;
  /** What discovery says of itself over the right values. */
  metadata: Record<string, unknown>;
  tokenStatus: number;
  /** The code challenge is kept as another one, as if the verifier were not ours. */
  mixUpChallenge: boolean;
};

export const CLIENT = { id: "foyer", secret: "a-secret-of-the-client" };

const PLAIN: Behaviour = {
  claims: {},
  profile: {},
  signature: "right",
  answer: {},
  metadata: {},
  tokenStatus: 200,
  mixUpChallenge: false,
};

/** An OpenID Connect provider on this machine. */
export type Provider = {
  issuer: string;
  behaviour: Behaviour;
  /** Back to plain behaviour. */
  reset(): void;
  /** Requests by path, oldest first. */
  asked: string[];
  close(): Promise<void>;
};

type Grant = { challenge: string; nonce: string; redirect: string };

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
};

/** Whether the client names itself and its secret, each form-encoded as OAuth asks for. */
const isClient = (authorization = ""): boolean => {
  const sent = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  return sent.map(decodeURIComponent).join(":") === `${CLIENT.id}:${CLIENT.secret}`;
};

const send = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

/** Starts a provider that signs every user in at once, with `behaviour.claims` as who they are. */
export const startProvider = async (): Promise<Provider> => {
  const keys = await generateKeyPair("RS256");
  const others = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const provider = { behaviour: structuredClone(PLAIN), asked: [] as string[], issuer: "" };

  const idToken = async ({ nonce }: Grant): Promise<string> => {
    const seconds = Math.floor(Date.now() / 1000);
    const right = { iss: provider.issuer, aud: CLIENT.id, sub: "somebody", nonce, iat: seconds, exp: seconds + 300 };
    const claims = { ...right, ...provider.behaviour.claims };
    if (provider.behaviour.signature === "none") return new UnsecuredJWT(claims).encode();
    const key = provider.behaviour.signature === "right" ? keys.privateKey : others.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(key);
  };

  const routes: Record<string, (url: URL, request: IncomingMessage, response: ServerResponse) => Promise<void>> = {
    "/.well-known/openid-configuration": async (_url, _request, response) =>
      send(response, 200, {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        userinfo_endpoint: `${provider.issuer}/userinfo`,
        jwks_uri: `${provider.issuer}/jwks`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
        ...provider.behaviour.metadata,
      }),
    "/jwks": async (_url, _request, response) => send(response, 200, { keys: [jwk] }),
    "/authorize": async (url, _request, response) => {
      const code = randomBytes(8).toString("hex");
      const asked = (name: string): string => url.searchParams.get(name) ?? "";
      const challenge = provider.behaviour.mixUpChallenge ? "another" : asked("code_challenge");
      grants.set(code, { challenge, nonce: asked("nonce"), redirect: asked("redirect_uri") });
      const back = new URL(asked("redirect_uri"));
      for (const [name, value] of Object.entries({ code, state: asked("state"), ...provider.behaviour.answer }))
        back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    },
    "/token": async (_url, request, response) => {
      const form = await bodyOf(request);
      const grant = grants.get(form.get("code") ?? "");
      grants.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isRight = grant?.challenge === challenge && grant.redirect === form.get("redirect_uri");
      if (!isClient(request.headers.authorization)) return send(response, 401, { error: "invalid_client" });
      if (grant === undefined || !isRight) return send(response, 400, { error: "invalid_grant" });
      if (provider.behaviour.tokenStatus !== 200)
        return send(response, provider.behaviour.tokenStatus, { error: "server_error" });
      send(response, 200, {
        access_token: "access",
        token_type: "Bearer",
        expires_in: 300,
        id_token: await idToken(grant),
      });
    },
    "/userinfo": async (_url, _request, response) =>
      send(response, 200, { sub: "somebody", ...provider.behaviour.profile }),
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    provider.asked.push(url.pathname);
    const route = routes[url.pathname];
    if (route === undefined) return send(response, 404, {});
    route(url, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  provider.issuer = `http://127.0.0.1:${address.port}`;
  return Object.assign(provider, {
    reset: () => void Object.assign(provider.behaviour, structuredClone(PLAIN)),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
};
