import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";

import { readConfig } from "../../../../server/platform/config/config.ts";
import { makeLogger } from "../../../../server/platform/logger.ts";
import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { openTracing } from "../../../../server/platform/observe/open-tracing.ts";
import type { Tracing } from "../../../../server/platform/observe/tracing.ts";
import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import { nameOf, requestOf, rowNames } from "../../../security/requests.ts";
import { type Json } from "../../../security/rows/row.ts";
import { makeTenant, type Tenant } from "../../../security/tenant.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { type Answer, basic, buildKey, buildUser, makeWorld, type World } from "../../../support/world.ts";
import { openReceiver, type Receiver, status } from "../../resources/webhooks/receiver.ts";
import { type Collector, openCollector } from "./collector.ts";
import { sendMails, sendSms } from "../../../support/outside/sending.ts";

const canary = (): string => `canary${randomBytes(6).toString("hex")}`;

/** Secrets of the configuration and of people; like a tenant's canary they occur nowhere else. */
export const SECRETS = {
  mail: canary(),
  sms: canary(),
  metrics: `${canary()}-token`,
  admin: "correct-horse-battery",
  user: "a-long-enough-password",
};
export const PHONE = `+3247${String(randomBytes(4).readUInt32BE()).padStart(10, "0")}`;

/** A service that says all it can say, with all that it says. */
export type Site = {
  world: World;
  tenant: Tenant;
  other: Tenant;
  key: { authorization: string };
  mailbox: Mailbox;
  receiver: Receiver;
  collector: Collector;
  tracing: Tracing;
  /** Lines of the log at its chattiest. */
  lines: string[];
  /** Bodies of refusals and failures. */
  errorBodies: string[];
  calls: number;
  failures: number;
  close(): Promise<void>;
};

/** Starts a service with everything that can be watched turned on, and two locations full of records. */
export const openSite = async (): Promise<Site> => {
  const collector = await openCollector();
  const receiver = await openReceiver();
  const mailbox = await openMailbox({
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "foyer" }),
  });
  const lines: string[] = [];
  const logger = makeLogger("trace", { write: (line) => void lines.push(line) });
  const tracing = await openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), logger);
  assert.ok(tracing);
  const world = await makeWorld({
    observed: { logger, tracing },
    env: {
      SMTP_URL: mailbox.url.replace("//", `//${SECRETS.mail}:${SECRETS.mail}@`),
      SMS_GATEWAY_URL: receiver.url,
      SMS_GATEWAY_AUTH: `Bearer ${SECRETS.sms}`,
      METRICS_TOKEN: SECRETS.metrics,
    },
  });
  const tenant = await makeTenant(world);
  const other = await makeTenant(world);
  const key = await buildKey(world, [tenant.location]);
  const close = async (): Promise<void> => {
    await world.close();
    await receiver.close();
    await mailbox.close();
    await collector.close();
  };
  const parts = { world, tenant, other, key, mailbox, receiver, collector, tracing };
  return { ...parts, lines, errorBodies: [], calls: 0, failures: 0, close };
};

const counted = (site: Site, answer: Pick<Answer, "status" | "text">): void => {
  site.calls += 1;
  if (answer.status >= 500) site.failures += 1;
  // A `400` tells its caller what they sent themselves.
  if (answer.status >= 500 || [403, 404, 429].includes(answer.status)) site.errorBodies.push(answer.text);
};

const raw = async (
  site: Site,
  method: "GET" | "POST",
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<void> => {
  const request = { method, url, headers, ...(body === undefined ? {} : { payload: body }) };
  const answer = await site.world.app.inject(request);
  counted(site, { status: answer.statusCode, text: answer.body });
};

/** Every place a caller can write to, with what must not be seen. */
const hostileHeaders = ({ tenant }: Site): Record<string, string> => ({
  "user-agent": tenant.canary,
  referer: `http://x/${tenant.canary}`,
  "x-forwarded-for": tenant.canary,
  "x-request-id": tenant.canary,
  traceparent: tenant.canary,
  "idempotency-key": `${tenant.canary}-${randomBytes(4).toString("hex")}`,
});

const spoilt = ({ tenant }: Site, body: unknown): Json => {
  const entries = typeof body === "object" && body !== null ? Object.keys(body) : [];
  return Object.fromEntries([...entries, "company_id", "email", "signed_in"].map((name) => [name, [tenant.canary]]));
};

/** Every endpoint: as it should be called, and wrong in each way. */
const callEverything = async (site: Site): Promise<void> => {
  const { world, tenant, other, key } = site;
  const locals = await buildUser(world, "receptionist", [tenant.location]);
  // One that has no row yet fails the matrix of test/security.
  const rows = new Set(rowNames());
  for (const endpoint of world.endpoints.filter((each) => rows.has(nameOf(each)))) {
    const removes = endpoint.method === "DELETE";
    const made = requestOf(endpoint, tenant, removes ? { object: tenant.canary } : {});
    if (removes && endpoint.path === "/companies/{company_id}") continue;
    for (const as of [world.admin, key, locals, basic(`${tenant.canary}@example.org`, tenant.canary)])
      counted(
        site,
        await world.call(made.method, made.path, {
          ...made.options,
          as,
          headers: hostileHeaders(site),
          from: "192.0.2.77",
        }),
      );
    const query = `filter[first_name]=${tenant.canary}&sorting[${tenant.canary}]=sideways&count=${tenant.canary}&page=1`;
    counted(site, await world.call(made.method, `${made.path.split("?", 1)[0]}?${query}`, made.options));
    if (endpoint.method !== "GET")
      counted(site, await world.call(made.method, made.path, { body: spoilt(site, made.options.body), as: key }));
    const elsewhere = requestOf(endpoint, other, { object: tenant.canary });
    counted(site, await world.call(elsewhere.method, elsewhere.path, { ...elsewhere.options, as: key }));
    await world.db.pool.query("truncate refusals");
  }
};

/** What has no contract: broken bodies, unknown paths, pages, sessions, kiosks, links. */
const callTheRest = async (site: Site): Promise<void> => {
  const { world, tenant } = site;
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const who = { ...world.admin, ...hostileHeaders(site) };
  for (const body of [`{"first_name":"${tenant.canary}"`, `["${tenant.canary}"]`, `{"__proto__":"${tenant.canary}"}`])
    await raw(site, "POST", "/api/visitors", { ...who, ...json }, body);
  await raw(site, "POST", "/api/visitors", { ...who, "content-type": `text/${tenant.canary}` }, tenant.canary);
  await raw(
    site,
    "POST",
    "/api/visitors",
    { ...who, ...form },
    `email=${tenant.canary}&company_id[${tenant.canary}]=1`,
  );
  for (const path of ["/api", "", "/session", "/kiosk/api", "/decide", "/visit", "/docs", "/visit/api"]) {
    await raw(site, "GET", `${path}/${tenant.canary}?token=${tenant.canary}`, who);
    await raw(site, "GET", `${path}/%${tenant.canary}%`, who);
  }
  for (const page of ["/setup", "/decide", "/session/password", "/session/oidc/callback"])
    await raw(
      site,
      "GET",
      `${page}?token=${tenant.canary}&code=${tenant.canary}&error=x&error_description=${tenant.canary}`,
      who,
    );
  const login = JSON.stringify({ email: `${tenant.canary}@example.org`, password: tenant.canary });
  for (const path of ["/session", "/session/password/forgot", "/session/password", "/setup/administrator"]) {
    await raw(site, "POST", path, { ...json, "sec-fetch-site": "same-origin" }, login);
    await raw(
      site,
      "POST",
      path,
      { ...form, "sec-fetch-site": "same-origin" },
      `email=${tenant.canary}&token=${tenant.canary}`,
    );
  }
  for (const authorization of [
    `Bearer ${tenant.canary}`,
    `Bearer svc_${tenant.canary}_x`,
    `Basic ${tenant.canary}`,
    tenant.canary,
  ]) {
    await raw(site, "GET", "/api/companiesList", { authorization });
    await raw(site, "GET", "/kiosk/api/me", { authorization });
    await raw(site, "GET", "/metrics", { authorization });
  }
  await raw(site, "GET", "/api/companiesList", { "x-api-key": tenant.canary, cookie: `foyer=${tenant.canary}` });
};

/** Errors of the database that hold values: in the message, in the detail, in both. */
const breakTheDatabase = async (site: Site): Promise<void> => {
  const { world, tenant } = site;
  const { pool } = world.db;
  await pool.query(`
    create function boom() returns trigger language plpgsql as $$
    begin raise exception E'no % here\\n    at %', new.first_name, new.email using detail = new.last_name, hint = new.email; end $$;
    create trigger boom before insert on visits for each row when (new.city = 'boom') execute function boom();
    alter table visits add constraint narrow check (city <> 'narrow');
    create unique index one_desk on hosts (company_id, cn) where cn like '% twice';`);
  for (const city of ["boom", "narrow"])
    counted(
      site,
      await world.post("/visitors", {
        company_id: tenant.location,
        first_name: tenant.canary,
        last_name: tenant.canary,
        email: `${tenant.canary}@example.org`,
        phone: PHONE,
        city,
      }),
    );
  for (let n = 0; n < 2; n += 1)
    counted(
      site,
      await world.post("/visitees", { company_id: tenant.location, cn: `${tenant.canary} twice`, mobile: PHONE }),
    );
  await pool.query("drop trigger boom on visits; alter table visits drop constraint narrow; drop index one_desk");
  const { db } = world.context;
  const broken = (): Promise<never> => Promise.reject(new Error(`${tenant.canary}\n    at ${tenant.canary} (x:1:1)`));
  world.context.db = { ...db, named: broken, rows: broken, transaction: broken };
  counted(site, await world.post("/visitors", { company_id: tenant.location, first_name: tenant.canary }));
  await queueNotifications(world.context).catch(() => undefined);
  world.context.db = db;
};

/** Receivers, mail servers and gateways that repeat what they were sent, and refuse it. */
const failOutside = async ({ world, tenant, receiver, mailbox }: Site): Promise<void> => {
  const { location } = tenant;
  receiver.behave.run = (response, got) => status(500, `${got.body} ${JSON.stringify(got.headers)}`)(response, got);
  await world.post(`/companies/${location}/webhooks`, {
    url: `${receiver.url}/${tenant.canary}?key=${tenant.canary}`,
    auth_username: tenant.canary,
    auth_password: tenant.canary,
  });
  const host = { cn: `${tenant.canary} host`, mail: `${tenant.canary}h@example.org`, mobile: PHONE };
  await world.post("/visitees", { company_id: location, ...host });
  for (let n = 0; n < 6; n += 1)
    await world.post("/visitors", { company_id: location, recipient: host.cn, phone: PHONE, email: host.mail });
  while (await deliverNext(world.context, location));
  await world.post(`/companies/${location}/emergency`, { message: tenant.canary, drill: false });
  await queueNotifications(world.context);
  mailbox.refuse.recipient = (address) => ({ code: 550, words: `no ${address} here` });
  await sendMails(world.context);
  await sendSms(world.context);
  mailbox.refuse.recipient = undefined;
  await world.db.pool.query(
    "update messages set state = 'queued', attempts = 0, next_at = now() - interval '1 second', error = null",
  );
  await sendMails(world.context);
};

/** Does everything that can be done, and what can't, with canaries in every text. */
export const runBroadly = async (site: Site): Promise<void> => {
  await callEverything(site);
  await callTheRest(site);
  await breakTheDatabase(site);
  await failOutside(site);
  await site.tracing.stop();
};
