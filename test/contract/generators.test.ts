import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { generators, runGenerator } from "../support/generators.ts";
import { callOver, cleanUp, makeFolder, undoLater } from "../support/run/process.ts";
import { readQuickStart, typeCalls } from "../support/quick-start.ts";
import { makeWorld, type World } from "../support/world.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");
const DOCUMENT = join(PROJECT, "docs/openapi.json");
/** As strict as a user's project may be. Where a generator imports from is left to a bundler, as all three say. */
const COMPILER =
  "--noEmit --ignoreConfig --strict --target es2022 --module esnext --moduleResolution bundler --lib es2023,dom,dom.iterable --allowImportingTsExtensions --types".split(
    " ",
  );

let tools: string;
/** Loads a package of those tools; all of them are CommonJS. */
// oxlint-disable-next-line no-explicit-any -- packages that are not among ours have no types here
let load: (name: string) => any;

before(async () => {
  tools = await generators();
  load = createRequire(join(tools, "package.json"));
});
after(cleanUp);

/** What a program says that uses what was generated, each by the names of our description. */
const USES: Record<string, string> = {
  "use-openapi-typescript.ts": `
    import type { components, operations, webhooks } from "./schema.d.ts";
    export const change: components["schemas"]["VisitUpdate"] = { phone: null, visiting: [1] };
    export const wanted: components["schemas"]["VisitCreate"] = { company_id: "1", signed_in: "2026-11-21" };
    export type Found = operations["getVisit"]["responses"][200]["content"]["application/json"];
    export const nameOf = (visit: Found): string | undefined => visit.first_name;
    export type Event = webhooks["device_added"]["post"]["requestBody"]["content"]["application/json"];
    export const device = (event: Event): string => event.deviceUuid;`,
  "use-hey-api.ts": `
    import { createVisit, listHosts, updateVisit, type Host, type Visit, type VisitorSignedInEvent } from "./hey-api/index.ts";
    export const start = async (): Promise<Visit | undefined> =>
      (await createVisit({ body: { company_id: "1", first_name: "Jo" }, auth: () => "svc_x" })).data;
    export const clear = () => updateVisit({ path: { visitorId: "1" }, body: { phone: null } });
    export const hosts = async (): Promise<Host[] | undefined> => (await listHosts({ path: { company_id: "1" } })).data;
    export const of = (event: VisitorSignedInEvent): string => event.visitorId;`,
  "use-orval.ts": `
    import { createVisit, updateVisit, type Visit } from "./orval/foyer.ts";
    export const start = async (): Promise<Visit | undefined> => {
      const answer = await createVisit({ company_id: "1", first_name: "Jo" });
      return answer.status === 200 ? answer.data : undefined;
    };
    export const clear = () => updateVisit("1", { phone: null });`,
};

const ORVAL = `export default { foyer: { input: { target: ${JSON.stringify(DOCUMENT)} }, output: { target: "orval/foyer.ts", client: "fetch" } } };`;

describe("docs/openapi.json in the hands of others", () => {
  it("openapi-typescript, hey-api and orval make clients of it that pass a strict compiler, with our names for records and calls", async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "orval.config.mjs"), ORVAL);
    await Promise.all([
      runGenerator(tools, "openapi-typescript/bin/cli.js", [DOCUMENT, "-o", "schema.d.ts"], folder),
      runGenerator(tools, "@hey-api/openapi-ts/bin/run.js", ["-i", DOCUMENT, "-o", "hey-api", "--no-log-file"], folder),
      runGenerator(tools, "orval/dist/bin/orval.mjs", ["--config", "orval.config.mjs"], folder),
    ]);
    for (const [name, text] of Object.entries(USES)) await writeFile(join(folder, name), text);
    const files = [...Object.keys(USES), "schema.d.ts"];
    const tsc = join(PROJECT, "node_modules/.bin/tsc");
    const complaints = await run(tsc, [...COMPILER, "", ...files], { cwd: folder }).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    assert.equal(complaints, "");
  });

  it("Spectral finds nothing by its recommended rules for OpenAPI", async () => {
    const { Spectral, Document } = load("@stoplight/spectral-core");
    const { oas } = load("@stoplight/spectral-rulesets");
    const spectral = new Spectral();
    // There is no address to name: each Foyer belongs to who runs it.
    spectral.setRuleset({ extends: [[oas, "recommended"]], rules: { "info-contact": "off" } });
    const findings = await spectral.run(
      new Document(await readFile(DOCUMENT, "utf8"), load("@stoplight/spectral-parsers").Json),
    );
    const lines = findings.map(
      ({ code, message, path }: { code: string; message: string; path: string[] }) =>
        `${code}: ${message} (${path.join("/")})`,
    );
    assert.deepEqual(lines, []);
  });
});

/** Every path of the document below `/api`, as it is called. */
const belowApi = (document: { paths: object }): object => ({
  ...document,
  servers: [],
  paths: Object.fromEntries(Object.entries(document.paths).map(([path, methods]) => [`/api${path}`, methods])),
});

type Watched = { url: string; calls: string[]; disagreements: string[] };

/** Prism between a client and a service: it compares every call and every answer with the document, and notes what disagrees. */
const startProxy = async (upstream: string): Promise<Watched> => {
  const { getHttpOperationsFromSpec } = load("@stoplight/prism-http");
  const { createServer } = load("@stoplight/prism-http-server");
  const operations = await getHttpOperationsFromSpec(belowApi(JSON.parse(await readFile(DOCUMENT, "utf8"))));
  const [calls, disagreements]: [string[], string[]] = [[], []];
  const note = (about: unknown, said: unknown): void =>
    void disagreements.push(`${JSON.stringify(about)} ${String(said)}`);
  const info = (about: { input?: { method: string; url: { path: string } } }): void => {
    if (about.input !== undefined) calls.push(`${about.input.method} ${about.input.url.path}`);
  };
  const logger = {
    child: () => logger,
    trace() {},
    debug() {},
    success() {},
    info,
    warn: note,
    error: note,
    fatal: note,
  };
  const checks = { isProxy: true, checkSecurity: true, validateRequest: true, validateResponse: true, errors: false };
  const config = { ...checks, upstream: new URL(upstream), upstreamProxy: undefined, mock: { dynamic: false } };
  const server = createServer(operations, { cors: false, config, components: { logger } });
  const url = await server.listen(0, "127.0.0.1");
  undoLater(() => server.close());
  return { url, calls, disagreements };
};

/** What the page's first block makes of a fresh service. */
const ANN = { email: "ann@example.org", password: "a long enough password", role: "global_admin", companies: [] };

const startService = async (): Promise<World> => {
  const world = await makeWorld({ env: { WEB_DIR: process.env["WEB_DIR"] ?? join(PROJECT, "dist/web") } });
  undoLater(() => world.close());
  const { status, text } = await world.post("/users", ANN);
  assert.equal(status, 200, text);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  return world;
};

describe("Prism between a client and the service", () => {
  let world: World;
  let proxy: Watched;
  before(async () => {
    world = await startService();
    proxy = await startProxy(world.app.listeningOrigin);
  });

  it("200: no call of docs/quick-start.md and no answer to it disagrees with the description", async () => {
    const { calls } = await readQuickStart();
    const folder = await makeFolder();
    const { stderr } = await typeCalls(calls, { folder, url: proxy.url, packageUrl: world.app.listeningOrigin });
    assert.deepEqual([stderr, proxy.disagreements], ["", []]);
    assert.ok(proxy.calls.length >= 12, proxy.calls.join("\n"));
  });

  it("200: what the page does not try passes too: null in a PUT, a plain date, a filter by dates; and a planted mistake is found", async () => {
    const { url, disagreements } = proxy;
    const call = (method: string, path: string, body?: object) =>
      callOver(`${url}/api`, method, path, { as: world.admin, ...(body === undefined ? {} : { body }) });
    const { body: place } = await call("POST", "/companies", { name: "Head office", timezone: "America/New_York" });
    const visiting_on = { startDate: "2026-11-21", endDate: "2026-11-22T10:00:00+01:00" };
    const { body: expected } = await call("POST", "/knownvisitors", {
      company_id: place._id,
      phone: "+32",
      visiting_on,
    });
    const changed = await call("PUT", `/knownvisitors/${expected._id}`, { phone: null, visiting_on: null });
    assert.deepEqual([changed.status, changed.body.phone], [200, undefined]);
    const range = "filter[create_date][startDate]=2026-01-01&sorting[create_date]=asc";
    const list = await call("GET", `/knownvisitors/bycompany/${place._id}?count=5&page=1&${range}`);
    assert.deepEqual([list.status, list.body.total], [200, 1]);
    assert.deepEqual(disagreements, []);
    await call("PUT", `/knownvisitors/${expected._id}`, { phone: 5 });
    assert.match(disagreements.join(), /phone/);
  });
});
