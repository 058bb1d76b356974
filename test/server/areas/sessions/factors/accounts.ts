import { codeOfStep } from "../../../../../server/platform/auth/totp.ts";
import { makeAuthenticator } from "../../../../support/authenticator.ts";
import type { Body, World } from "../../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Seen, type Visitor } from "../visitor.ts";

/** Where passkeys work: HTTPS and a host name. */
export const SITE = "https://visitors.example.org";
export const STEP_MS = 30_000;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a secret as an app is given it. */
const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret, (sign) => BASE32.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};

/** What an app shows for a secret at a time. */
export const codeAt = (secret: string, ms: number): string => codeOfStep(bytesOf(secret), Math.floor(ms / STEP_MS));

/** Fails the test if a call did. */
export const good = async (answer: Promise<Seen>): Promise<Body> => {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};

export const newBrowser = (world: World): Visitor => makeVisitor(world, newAddress(), SITE);

export const post = (visitor: Visitor, path: string, body: object = {}): Promise<Seen> =>
  visitor.send("POST", path, { body });

/** A user who is logged in on a browser of their own. */
export const signedIn = async (world: World, overrides: object = {}): Promise<{ user: Body; visitor: Visitor }> => {
  const user = await buildAccount(world, { role: "global_admin", ...overrides });
  const visitor = newBrowser(world);
  await visitor.signIn(user.email, PASSWORD);
  return { user, visitor };
};

/** Adds an authenticator app. @returns its secret, and the recovery codes */
export const addApp = async (world: World, visitor: Visitor): Promise<{ secret: string; codes: string[] }> => {
  const { secret, setup } = await good(post(visitor, "/session/factors/totp/setup"));
  const code = codeAt(secret, world.context.now());
  const { recovery_codes: codes } = await good(post(visitor, "/session/factors/totp", { setup, code }));
  return { secret, codes };
};

/** Adds a passkey. */
export const addPasskey = async (visitor: Visitor, name = "Laptop", site = SITE) => {
  const authenticator = makeAuthenticator(site);
  const options = await good(post(visitor, "/session/factors/passkeys/options"));
  const added = await good(
    post(visitor, "/session/factors/passkeys", { name, passkey: authenticator.create(options) }),
  );
  return { authenticator, added };
};

/** The right password in a new browser, which isn't enough. */
export const begin = async (world: World, { email }: Body): Promise<Visitor> => {
  const visitor = newBrowser(world);
  const { next, user } = await good(post(visitor, "/session", { email, password: PASSWORD }));
  if (next === undefined || user !== undefined) throw new Error("logged in by the password alone");
  return visitor;
};

export const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send("GET", "/session")).status === 200;
