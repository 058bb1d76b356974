import assert from "node:assert/strict";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { readSeal, withoutSeal } from "../../server/resources/agreements/seal.ts";
import { sealAll, sealingKeys } from "../../server/resources/audit/seals.ts";
import { verifyLocation } from "../../server/resources/audit/verify.ts";
import type { Context } from "../../server/platform/context.ts";
import { findPreviousKey, loadSecretKey } from "../../server/platform/secret-key.ts";
import { hostMark, hostToken, readHostToken } from "../../server/resources/messages/host-link.ts";
import { invitationToken, readInvitationToken } from "../../server/resources/messages/invitations/invitation-link.ts";
import { newId } from "../../server/platform/lib/record/ids.ts";
import { iso } from "../../server/platform/lib/time/time.ts";
import { openSecret, sealSecret } from "../../server/resources/second-factors/secrets.ts";
import { isSealedWith } from "../../server/platform/lib/secret/sealing.ts";
import { passwordLink } from "../../server/platform/auth/passwords/password-link.ts";
import { findAccountByToken } from "../../server/resources/users/accounts.ts";
import { ldapConfigOf } from "../../server/resources/directories/ldap/settings.ts";
import { listDirectories } from "../../server/resources/directories/store.ts";
import { openCredentials } from "../../server/resources/webhooks/credentials.ts";
import { basic, buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { makeVisitor, newAddress } from "../server/areas/sessions/visitor.ts";
import { foyer, makeFolder, urlOf } from "./foyer.ts";

const NEW = "the-key-that-comes-after-the-old-one";
const USER = "0".repeat(23).concat("1");
const SECRET = Buffer.from("12345678901234567890");

let world: World;
let location: string;
let env: Record<string, string>;
/** The service with the new key beside the old one, and with the new one alone. */
let both: Context;
let alone: Context;
let document: () => Promise<Buffer>;
let notePath: string;

before(async () => {
  world = await makeWorld();
  both = { ...world.context, secretKey: NEW, previousKey: world.context.secretKey };
  alone = { ...world.context, secretKey: NEW };
  env = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: world.context.secretKey };
  location = await buildLocation(world);
  const hook = { url: "http://127.0.0.1:9/", auth_username: "foyer", auth_password: "of-the-receiver" };
  await world.post(`/companies/${location}/webhooks`, hook);
  await world.post(`/companies/${location}/webhooks/secret`, {});
  const settings = { preset: "openldap", url: "ldap://127.0.0.1:1", people_base: "dc=example", bind_dn: "cn=a" };
  const ldap = { kind: "ldap", name: "LDAP", settings: { ...settings, password: "of-the-directory" } };
  await world.post("/directories", ldap);
  const list = (await world.post(`/companies/${location}/watchlists`, { name: "Barred", kind: "denied" })).body;
  notePath = `/companies/${location}/watchlists/${list._id}/entries`;
  const review_on = iso(world.context.now() + 30 * 86_400_000).slice(0, 10);
  await world.post(notePath, { names: ["Jo Janssens"], reason_code: "site_ban", review_on, note: "Of the watch list" });
  const agreement = (
    await world.post(`/companies/${location}/agreements`, { name: "Rules", agreement_text: { en: "Be kind" } })
  ).body;
  const visit = await buildVisit(world, location, { agreements: [agreement._id] });
  const path = `/api/visitors/${visit._id}/agreements/${agreement._id}/pdf`;
  document = async () => (await world.app.inject({ url: path, headers: world.admin })).rawPayload;
  await document();
  await world.db.pool.query(
    "insert into second_factors (_id, user_id, kind, secret, last_step, create_date, mod_date) values ($1, $2, 'totp', $3, 0, now(), now())",
    [newId(), USER, sealSecret(world.context.secretKey, USER, SECRET)],
  );
  await sealAll(world.context);
});
after(() => world.close());

const webhook = async (context: Context) => {
  const { rows } = await world.db.pool.query("select * from webhooks where company_id = $1", [location]);
  return openCredentials(context, rows[0] as Parameters<typeof openCredentials>[1], Date.now());
};

const directoryLogin = async ({ secretKey, previousKey }: Context) => {
  const [row] = await listDirectories(world.db);
  return row && ldapConfigOf({ secretKey, previousKey }, row).access.login;
};

describe("SECRET_KEY_PREVIOUS (docs/deployment.md)", () => {
  it("what was signed, sealed or keyed with the key before is read while it is set, and not after", async () => {
    const { secretKey: old, now } = world.context;
    const later = now() + 60_000;
    const invited = { location, registeredVisitorId: location, round: 0 };
    const invitation = invitationToken(old, invited, { from: null, to: null, made: now() });
    const decision = hostToken(old, { location, visitId: location, mark: hostMark(location, null), expires: later });
    const [{ _id }] = (await world.get("/users")).body;
    const token = (await passwordLink(world.context, world.db, _id))?.split("token=")[1] ?? "";
    assert.deepEqual(readInvitationToken(both, invitation, now()), invited);
    assert.equal(readHostToken(both, decision, now())?.ended, false);
    assert.equal((await findAccountByToken(both, world.db, token))?._id, _id);
    assert.equal((await webhook(both))?.password, "of-the-receiver");
    assert.equal(readSeal(both, await document())?.version, 1);
    assert.deepEqual((await verifyLocation(world.db, sealingKeys(both), location)).findings, []);
    assert.equal(readInvitationToken(alone, invitation, now()), undefined);
    assert.equal(readHostToken(alone, decision, now()), undefined);
    assert.equal(await findAccountByToken(alone, world.db, token), undefined);
    assert.equal(await webhook(alone), undefined);
    assert.equal(readSeal(alone, await document()), undefined);
    assert.match(
      (await verifyLocation(world.db, sealingKeys(alone), location)).findings[0]?.what ?? "",
      /a different SECRET_KEY/,
    );
  });

  it("a service with both seals with the new one alone, and pairs a kiosk whose code the old one made", async () => {
    const kiosk = makeVisitor(world, newAddress());
    const { code } = (await kiosk.send("POST", "/kiosk/api/pairing", { body: {} })).body;
    const other = await buildLocation(world);
    Object.assign(world.context, both);
    const { status } = await world.post(`/companies/${location}/devices`, { code, name: "Front desk" });
    await world.post(`/companies/${other}/webhooks`, { url: "http://127.0.0.1:9/" });
    Object.assign(world.context, { secretKey: both.previousKey, previousKey: undefined });
    const { rows } = await world.db.pool.query("delete from webhooks where company_id = $1 returning secret", [other]);
    assert.deepEqual([status, isSealedWith(NEW, rows[0]?.secret)], [200, true]);
  });

  it("the previous key of one in DATA_DIR is secret.key.previous; a copy of the current one does not count", async () => {
    const dataDir = await makeFolder();
    const settings = { dataDir, secretKey: undefined, previousKey: undefined };
    const old = await loadSecretKey(settings);
    assert.equal(await findPreviousKey(settings, old), undefined);
    await rename(join(dataDir, "secret.key"), join(dataDir, "secret.key.previous"));
    const next = await loadSecretKey(settings);
    assert.deepEqual([next === old, await findPreviousKey(settings, next)], [false, old]);
    assert.equal(await findPreviousKey({ ...settings, previousKey: next }, next), undefined);
    assert.equal(await findPreviousKey({ ...settings, secretKey: NEW }, NEW), undefined);
    // A file that was cut would give the key away.
    await writeFile(join(dataDir, "secret.key.previous"), "");
    await assert.rejects(findPreviousKey(settings, next), /secret\.key\.previous doesn't contain a valid key/);
  });
});

describe("foyer reseal (docs/deployment.md)", () => {
  it("1: without a previous key it says which setting is missing", async () => {
    const { code, stderr } = await foyer(["reseal"], {
      env: { DATABASE_URL: env["DATABASE_URL"] ?? "", SECRET_KEY: NEW },
    });
    assert.equal(code, 1);
    assert.match(stderr, /SECRET_KEY_PREVIOUS/);
  });

  it("0: webhooks and documents open with the new key alone then; what the old one proves it names; again, nothing is left", async () => {
    const [was, pdf] = [await webhook(world.context), await document()];
    assert.equal(was?.secrets.length, 2);
    const first = await foyer(["reseal"], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stdout,
      /1 webhook, 0 login providers, 1 signed document, 1 authenticator app, 1 password of a directory, 1 note of a watch list\./,
    );
    assert.match(first.stderr, /The last link expires on 20\d\d-\d\d-\d\d.*Posters.*audit verify/s);
    assert.deepEqual(await webhook(alone), was);
    const { rows } = await world.db.pool.query("select secret from second_factors where user_id = $1", [USER]);
    assert.ok(openSecret(alone, USER, rows[0].secret)?.equals(SECRET));
    assert.equal((await directoryLogin(alone))?.password, "of-the-directory");
    Object.assign(world.context, alone);
    assert.equal((await world.get(notePath)).body[0].note, "Of the watch list");
    Object.assign(world.context, { secretKey: both.previousKey, previousKey: undefined });
    // A process that is not restarted yet, and knows the new key as its other one.
    assert.deepEqual(await webhook({ ...world.context, previousKey: NEW }), was);
    assert.deepEqual(readSeal(alone, await document()), readSeal(both, pdf));
    assert.ok(withoutSeal(await document()).equals(withoutSeal(pdf)));
    assert.match(
      (await foyer(["reseal"], { env })).stdout,
      /0 webhooks, 0 login providers, 0 signed documents, 0 authenticator apps, 0 passwords of directories, 0 notes/,
    );
    const audit = await foyer(["audit", "verify", "--location", location], { env });
    assert.equal(audit.code, 0, audit.stdout);
  });

  it("1: what neither key opens stays as it is, and is counted", async () => {
    const strange = "x".repeat(40);
    const { code, stderr } = await foyer(["reseal"], {
      env: { ...env, SECRET_KEY: strange, SECRET_KEY_PREVIOUS: `${strange}y` },
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /Neither key can open 1 webhook, 0 login providers, 1 document, 1 authenticator app, 1 password of a directory and 1 note of a watch list\./,
    );
    assert.equal((await webhook(alone))?.password, "of-the-receiver");
  });

  it("foyer doctor warns of passkeys for another host than that of PUBLIC_URL", async () => {
    await world.db.pool.query(
      "insert into second_factors (_id, user_id, kind, rp_id, create_date, mod_date) values ($1, $2, 'passkey', 'old.example.org', now(), now())",
      [newId(), USER],
    );
    const doctor = async (PUBLIC_URL: string) => (await foyer(["doctor"], { env: { ...env, PUBLIC_URL } })).stdout;
    assert.match(await doctor("https://new.example.org"), /1 passkey for old\.example\.org.*new\.example\.org/s);
    assert.doesNotMatch(await doctor("https://old.example.org"), /passkey/);
  });

  it("foyer doctor warns of a key before that is set for more than 45 days", async () => {
    const doctor = async () => (await foyer(["doctor"], { env })).stdout;
    await sealAll(alone);
    await world.get("/users", { as: basic("nobody@example.org", "no") });
    assert.doesNotMatch(await doctor(), /SECRET_KEY_PREVIOUS/);
    await world.db.pool.query("update seals set at = at - interval '46 days'");
    assert.match(await doctor(), /SECRET_KEY_PREVIOUS.*still set/s);
  });
});
