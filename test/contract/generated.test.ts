import assert from "node:assert/strict";
import { Agent, request as httpRequest } from "node:http";
import { after, before, describe, it } from "node:test";

import * as fc from "fast-check";

import { inlineRefs } from "../support/inline-refs.ts";
import { stockCodes } from "../support/kiosk.ts";
import { roundsOf } from "../support/run/size.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../support/world.ts";
import { type GeneratedRequest, type Operation, requestsFor } from "./requests.ts";
import type { Schema } from "./values.ts";

/** FOYER_LONG=1 runs its long form, FOYER_GENERATED any other number. A run is repeated with FOYER_SEED. */
const RUNS = Number(process.env["FOYER_GENERATED"] ?? roundsOf(2_000, 10_000));
const SEED = Number(process.env["FOYER_SEED"] ?? String(Date.now() % 2 ** 31));
const SLOW_MS = 2_000;
const SCREENED = 20;
const NOBODY = "f".repeat(24);

type Got = { status: number; type: string | undefined; text: string };

let world: World;
let location: string;
let key: Record<string, string>;
let operations: Operation[];
let port: number;
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
/** Ids of objects that were created, by the path that creates them. */
const pool = new Map<string, string[]>();

const learn = (path: string, id: string): void => {
  const ids = pool.get(path) ?? [];
  ids.push(id);
  pool.set(path, ids.slice(-50));
};

/** The collections that a field of a body refers to. */
const REFERS: Record<string, RegExp> = {
  visit_type: /visittypes$/,
  visit_types: /visittypes$/,
  entrypoint_id: /entrypoints$/,
  known_visitor_id: /knownvisitors$/,
  agreements: /agreements$/,
  ids: /^\/visitors$/,
};

const collection = (operation: Operation, name: string): string[] => {
  const inPath = operation.path.indexOf(`/{${name}}`);
  const referred = REFERS[name];
  if (inPath > 0) return pool.get(operation.path.slice(0, inPath)) ?? [];
  return [...pool].filter(([path]) => referred?.test(path) ?? path.includes("knownvisitors")).flatMap(([, ids]) => ids);
};

const idOf = (path: string, n: number): string => {
  const ids = pool.get(path) ?? [];
  return ids[n % Math.max(1, ids.length)] ?? NOBODY;
};

const idFor = (operation: Operation, name: string, n: number): string => {
  // The one location that everything is about must stay.
  if (operation.method === "DELETE" && operation.path === "/companies/{company_id}") return idOf("/companies", n);
  if (name === "company_id" || name === "companies") return location;
  const ids = collection(operation, name);
  return n % 20 === 0 ? NOBODY : (ids[n % Math.max(1, ids.length)] ?? NOBODY);
};

/** An endless stream can't be waited for; it has tests of its own. */
const isFinite = (document: Record<string, unknown>): boolean =>
  !JSON.stringify(Reflect.get(Object(document["responses"]), "200")).includes("text/event-stream");

const operationsOf = (document: Record<string, unknown>): Operation[] =>
  Object.entries(document["paths"] as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, described]) => isFinite(described))
        .map(([method, described]) => {
          const body = described["requestBody"] as
            | { required: boolean; content: Record<string, { schema: Schema }> }
            | undefined;
          return {
            method: method.toUpperCase(),
            path,
            parameters: (described["parameters"] as Operation["parameters"]).filter((one) => one.in !== "header"),
            body: body?.content["application/json"]?.schema,
            bodyRequired: body?.required === true,
          };
        }),
  );

/** One object of each collection whose body needs little, so that the first references find a record. */
const seedPool = async (): Promise<void> => {
  for (const [path, body] of [
    ["/visitors", { company_id: location }],
    ["/visitees", { company_id: location, cn: "Ann Peeters" }],
    ["/knownvisitors", { company_id: location }],
    ["/companies/{company_id}/visittypes", { name: "Visitor" }],
    ["/companies/{company_id}/entrypoints", { name: "Front door" }],
    ["/companies/{company_id}/agreements", { name: "House rules" }],
    ["/apikeys", { name: "key", companies: [location] }],
    ["/companies", { name: "Branch" }],
  ] as const) {
    const answer = await world.post(path.replace("{company_id}", location), body);
    if (answer.status === 200) learn(path, answer.body._id);
  }
  const screened = await world.post(`/companies/${location}/visittypes`, { name: "Screened", screening: true });
  for (let n = 0; n < SCREENED; n += 1) {
    const { body } = await world.post("/visitors", { company_id: location, visit_type: screened.body._id });
    learn("/visitors", body._id);
  }
};

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  key = await buildKey(world, [location]);
  await seedPool();
  await stockCodes(world);
  operations = operationsOf(inlineRefs((await world.app.inject("/api/openapi.json")).json()));
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  port = Number(new URL(world.app.listeningOrigin).port);
});
after(async () => {
  agent.destroy();
  await world.close();
});

const headersOf = ({ type, credential }: GeneratedRequest): Record<string, string> => ({
  ...(type === undefined ? {} : { "content-type": type }),
  ...(credential === "none" ? {} : credential === "key" ? key : world.admin),
});

const inject = async (request: GeneratedRequest): Promise<Got> => {
  const { method, path, payload } = request;
  const response = await world.app.inject({
    method: method as "GET",
    url: `/api${path}`,
    headers: headersOf(request),
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, type: String(response.headers["content-type"]), text: response.body };
};

const overSocket = (request: GeneratedRequest): Promise<Got> =>
  new Promise((resolve, reject) => {
    const { method, path, payload } = request;
    const options = { host: "127.0.0.1", port, agent, method, path: `/api${path}`, headers: headersOf(request) };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"],
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(payload);
  });

const problemOf = ({ invalid, method, path }: GeneratedRequest, got: Got): string | undefined => {
  if (got.status >= 500) return `answered ${got.status}`;
  if (invalid !== undefined && ![400, 403, 404, 413, 415].includes(got.status))
    return `was answered ${got.status} although ${invalid}`;
  try {
    world.judge({ method, path, ...got });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const remember = ({ operation, method }: GeneratedRequest, { status, text }: Got): void => {
  if (status !== 200 || method !== "POST" || operation.method !== "POST" || !text.startsWith("{")) return;
  const id: unknown = JSON.parse(text)["_id"];
  if (typeof id === "string") learn(operation.path, id);
};

describe("every endpoint of GET /openapi.json (interface 7, rules 1 and 2)", () => {
  it(`never 5xx: ${RUNS} generated requests get a documented status, a body that fits it, and nothing invalid is accepted`, async (test) => {
    const failures: string[] = [];
    const seen = { valid: 0, done: 0, invalid: 0, sockets: 0, slow: 0, slowestMs: 0 };
    const reached = new Set<string>();
    let n = 0;
    const requests = fc.oneof(
      ...operations.map((operation) => requestsFor(operation, () => (name, index) => idFor(operation, name, index))),
    );
    const send = async (request: GeneratedRequest): Promise<void> => {
      n += 1;
      const start = performance.now();
      const socket = n % 10 === 0;
      const got = await (socket ? overSocket(request) : inject(request));
      const tookMs = performance.now() - start;
      remember(request, got);
      if (socket) seen.sockets += 1;
      if (tookMs > SLOW_MS) seen.slow += 1;
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(tookMs));
      if (request.invalid === undefined) seen.valid += 1;
      else seen.invalid += 1;
      if (request.invalid === undefined && got.status === 200) {
        seen.done += 1;
        reached.add(`${request.operation.method} ${request.operation.path}`);
      }
      const problem = problemOf(request, got);
      if (problem !== undefined && failures.length < 20)
        failures.push(`${request.method} ${request.path} ${problem}; body ${String(request.payload).slice(0, 300)}`);
    };
    await fc.assert(fc.asyncProperty(requests, send), { numRuns: RUNS, seed: SEED });
    const missed = operations.map(({ method, path }) => `${method} ${path}`).filter((one) => !reached.has(one));
    test.diagnostic(`seed ${SEED}: ${JSON.stringify(seen)}; never with success: ${missed.join(", ") || "none"}`);
    assert.deepEqual(failures, [], `repeat with FOYER_SEED=${SEED}`);
    assert.ok(seen.done > seen.valid / 4, "a good part of the valid requests is carried out");
  });
});
