// What the service is compared with: node:http and pg, nothing else. It runs the same statements in the same order (credential,
// then operation), named, from a pool of the same size on the same socket, and joins the same stored strings.
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { makePool } from "../server/platform/db/embedded/client.ts";
import type { LocationClock } from "../server/platform/auth/location-clock.ts";
import { newId } from "../server/platform/lib/record/ids.ts";
import { type Insert, recordFind, recordInside, recordInsert, recordLookUp } from "./statements.ts";

/** Handed over by the environment. */
export type Settings = {
  host: string;
  user: string;
  database: string;
  authorization: string;
  largest: LocationClock;
  /** Where the sign-ins go. */
  desk: string;
  /** The keys of the sign-ins; of their values only the visit type and the entrance matter. */
  body: Record<string, string>;
};

const settings = JSON.parse(process.env["BENCH_BARE"] ?? "{}") as Settings;
const { authorization, largest, desk, body } = settings;
const pool = makePool({ host: settings.host, user: settings.user, database: settings.database, max: 8 });
pool.on("error", () => undefined);

const lookUp = await recordLookUp(authorization, largest._id);
const { visit_type = "", entrypoint_id = "", ...texts } = body;
const insert: Insert = await recordInsert(desk, Object.keys(texts), { visit_type, entrypoint_id });
const find = await recordFind(largest._id, largest._id);
const inside = await recordInside(largest, Date.now());

const keyDigest = (value: string): Buffer => createHash("sha256").update(value).digest();

/** The credential look-up and the comparison of the secret, as on every call. */
const admit = async (header: string | undefined, location: string | null): Promise<boolean> => {
  const value = header?.slice("Bearer ".length) ?? "";
  const [, keyId] = value.split("_");
  const values = [keyId, ...lookUp.values.slice(1, 3), location, ...lookUp.values.slice(4)];
  const { rows } = await pool.query({ ...lookUp.statement, values });
  const [row] = rows;
  return row?.digest !== null && timingSafeEqual(row.digest, keyDigest(value));
};

const insertVisit = async (sent: Record<string, unknown>): Promise<string> => {
  const now = Date.now();
  const made = { now: new Date(now).toISOString(), id: newId(desk, now) };
  const values = insert.slots.map((slot) =>
    "made" in slot ? made[slot.made] : "body" in slot ? (sent[slot.body] ?? null) : slot.fixed,
  );
  const { rows } = await pool.query({ ...insert.statement, values });
  return `${rows[0].doc.slice(0, -1)},"agreements":${rows[0].agreements}}`;
};

const findVisit = async (id: string): Promise<string> => {
  const { rows } = await pool.query({ ...find.statement, values: [largest._id, id] });
  return `${rows[0].doc.slice(0, -1)},"agreements":${rows[0].agreements}}`;
};

const listInside = async (): Promise<string> => {
  const { rows } = await pool.query({ ...inside.statement, values: [...inside.values] });
  return `[${rows[0].docs}]`;
};

const readBody = (request: IncomingMessage): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("error", reject);
    request.on("end", () => resolve(JSON.parse(Buffer.concat(parts).toString("utf8"))));
  });

const answerTo = async (request: IncomingMessage): Promise<string | undefined> => {
  const path = request.url ?? "";
  const isList = path.startsWith("/api/visitors/signed_current/");
  if (!(await admit(request.headers.authorization, isList ? path.slice(29) : null))) return undefined;
  if (request.method === "POST") return insertVisit(await readBody(request));
  return isList ? listInside() : findVisit(path.slice("/api/visitors/".length));
};

const send = (response: ServerResponse, status: number, text: string): void => {
  const type = { "Content-Type": "application/json; charset=utf-8", "Content-Length": Buffer.byteLength(text) };
  response.writeHead(status, type).end(text);
};

const server = createServer((request, response) => {
  answerTo(request).then(
    (text) => send(response, text === undefined ? 403 : 200, text ?? "{}"),
    (error: unknown) => send(response, 500, String(error)),
  );
});

process.on("disconnect", () => process.exit(0));
server.keepAliveTimeout = 65_000;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
