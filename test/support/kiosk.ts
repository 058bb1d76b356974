import { codeDigest } from "../../server/platform/auth/device-secrets.ts";
import * as door from "../../server/areas/door/contract.ts";
import { openApi } from "../../server/platform/http/contract/openapi.ts";
import * as contract from "../../server/areas/kiosk/contract.ts";
import { type Judge, makeJudge } from "./judge.ts";
import type { Answer, Body, World } from "./world.ts";

export type KioskOptions = {
  /** The headers of a credential; none when left out. */
  as?: Record<string, string>;
  body?: unknown;
  from?: string;
  headers?: Record<string, string>;
};

/** The kiosk's contracts make a document of their own, and its answers are judged by it. */
const judge: Judge = makeJudge(
  openApi(
    Object.values({ ...contract, ...door }).filter((part) => "method" in part),
    "/kiosk/api",
  ),
);

/** Calls what a kiosk calls, below `/kiosk/api`. */
export const kioskCall = async (
  { app }: World,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { as = {}, body, from = "127.0.0.1", headers = {} }: KioskOptions = {},
): Promise<Answer> => {
  const response = await app.inject({
    method,
    url: `/kiosk/api${path}`,
    remoteAddress: from,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...as, ...headers },
  });
  const type = String(response.headers["content-type"]);
  judge({ method, path, status: response.statusCode, type, text: response.body });
  return { status: response.statusCode, body: response.json(), text: response.body, headers: response.headers };
};

/** A kiosk that shows a code. */
export const showCode = async (
  world: World,
  from?: string,
): Promise<{ code: string; token: string; expires: string }> => {
  const { status, body, text } = await kioskCall(world, "POST", "/pairing", from === undefined ? {} : { from });
  if (status !== 200) throw new Error(`no code: ${text}`);
  return body;
};

/** What a kiosk is told that asks for the state of its pairing. */
export const poll = (world: World, token: string): Promise<Answer> =>
  kioskCall(world, "POST", "/pairing/poll", { body: { token } });

/** A paired kiosk: its record, its headers, and how it beats. */
export type Kiosk = {
  device: Body;
  as: { authorization: string };
  token: string;
  beat: (by?: World) => Promise<Answer>;
};

/** Pairs a kiosk with a location; it has not beaten yet. */
export const pairKiosk = async (
  world: World,
  location: string,
  overrides: Record<string, unknown> = {},
): Promise<Kiosk> => {
  const { code, token } = await showCode(world);
  const added = await world.post(`/companies/${location}/devices`, { code, name: "Reception", ...overrides });
  if (added.status !== 200) throw new Error(`not paired: ${added.text}`);
  const { credential } = (await poll(world, token)).body;
  const as = { authorization: `Bearer ${credential}` };
  const beat = (by = world): Promise<Answer> =>
    kioskCall(by, "POST", "/heartbeat", { as, body: { app_version: "1.0.0" } });
  return { device: added.body, as, token, beat };
};

/** Codes that `stockCodes` makes valid. */
export const STOCK = 900;
const DAY_MS = 24 * 60 * 60_000;
const stocked = new WeakSet<World>();
let taken = 0;

/** The n-th code of the stock. */
export const codeOf = (n: number): string => n.toString().padStart(6, "0");

/** Fills a world with kiosks that wait to be paired, for tests that need many codes and no kiosk. */
export const stockCodes = async (world: World): Promise<void> => {
  if (stocked.has(world)) return;
  stocked.add(world);
  const numbers = Array.from({ length: STOCK }, (_, n) => n);
  await world.db.pool.query(
    `insert into pairings (_id, code, digest, device_digest, expires)
     select id, code, '', '', $3 from unnest($1::text[], $2::bytea[]) as s (id, code) on conflict do nothing`,
    [
      numbers.map((n) => n.toString(16).padStart(24, "0")),
      numbers.map((n) => codeDigest(world.context.secretKey, codeOf(n))),
      new Date(Date.now() + DAY_MS).toISOString(),
    ],
  );
};

/** A code of the stock that was not given out yet. */
export const nextCode = (): string => {
  if (taken >= STOCK) throw new Error("the stock of pairing codes is used up");
  taken += 1;
  return codeOf(taken - 1);
};
