import { addApp, addPasskey, codeAt, good, post, STEP_MS } from "../server/areas/sessions/factors/accounts.ts";
import {
  buildAccount,
  makeVisitor,
  newAddress,
  PASSWORD,
  type Seen,
  type Visitor,
} from "../server/areas/sessions/visitor.ts";
import { makeAuthenticator } from "../support/authenticator.ts";
import type { Body, World } from "../support/world.ts";

/** The address of a world whose browsers know passkeys. */
export const LOCAL = "http://localhost";

/** A call that can be sent again, and the browser that sends it. */
type Prepared = { visitor: Visitor; method: string; path: string; body?: object };

const signedIn = async (world: World): Promise<{ email: string; visitor: Visitor }> => {
  const { email } = await buildAccount(world);
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(email, PASSWORD);
  return { email, visitor };
};

/** The same call of a user who has an authenticator app and a passkey. */
const withFactors =
  (method: string, path: string) =>
  async (world: World): Promise<Prepared> => {
    const { visitor } = await signedIn(world);
    await addApp(world, visitor);
    const { added } = await addPasskey(visitor, "Laptop", LOCAL);
    return { visitor, method, path: path.replace(":id", added._id), body: {} };
  };

const enterCode = async (world: World): Promise<Prepared> => {
  const { email, visitor } = await signedIn(world);
  const { secret } = await addApp(world, visitor);
  const login = makeVisitor(world, newAddress());
  await good(post(login, "/session", { email, password: PASSWORD }));
  const code = codeAt(secret, world.context.now() + STEP_MS);
  return { visitor: login, method: "POST", path: "/session/code", body: { code } };
};

const enterPasskey = async (world: World): Promise<Prepared> => {
  const { visitor } = await signedIn(world);
  const { authenticator } = await addPasskey(visitor, "Laptop", LOCAL);
  const login = makeVisitor(world, newAddress());
  const passkey: Body = authenticator.get(await good(post(login, "/session/passkey/options")));
  return { visitor: login, method: "POST", path: "/session/passkey", body: { passkey } };
};

const addNewApp = async (world: World): Promise<Prepared> => {
  const { visitor } = await signedIn(world);
  const { secret, setup } = await good(post(visitor, "/session/factors/totp/setup"));
  const body = { setup, code: codeAt(secret, world.context.now()) };
  return { visitor, method: "POST", path: "/session/factors/totp", body };
};

const addNewPasskey = async (world: World): Promise<Prepared> => {
  const { visitor } = await signedIn(world);
  const options = await good(post(visitor, "/session/factors/passkeys/options"));
  const body = { name: "Phone", passkey: makeAuthenticator(LOCAL).create(options) };
  return { visitor, method: "POST", path: "/session/factors/passkeys", body };
};

const CALLS: Record<string, (world: World) => Promise<Prepared>> = {
  "DELETE /session/factors/:id": withFactors("DELETE", "/session/factors/:id"),
  "POST /session/code": enterCode,
  "POST /session/confirm/options": withFactors("POST", "/session/confirm/options"),
  "POST /session/factors/codes": withFactors("POST", "/session/factors/codes"),
  "POST /session/factors/passkeys": addNewPasskey,
  "POST /session/factors/passkeys/options": withFactors("POST", "/session/factors/passkeys/options"),
  "POST /session/factors/totp": addNewApp,
  "POST /session/factors/totp/setup": withFactors("POST", "/session/factors/totp/setup"),
  "POST /session/passkey": enterPasskey,
  "POST /session/passkey/options": withFactors("POST", "/session/passkey/options"),
};

/** A first request of each route of second factors that writes, to be sent again. */
export const factorSenders = (world: World): Record<string, () => Promise<() => Promise<Seen>>> =>
  Object.fromEntries(
    Object.entries(CALLS).map(([route, prepare]) => [
      route,
      async () => {
        const { visitor, method, path, body } = await prepare(world);
        return () => visitor.send(method, path, { body });
      },
    ]),
  );
