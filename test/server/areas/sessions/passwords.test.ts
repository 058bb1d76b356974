import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import { type LinkMail, passwordLink } from "../../../../server/platform/auth/passwords/password-link.ts";
import { basic, type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Seen, type Visitor } from "./visitor.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const HOUR_MS = 60 * 60_000;
const NEW = "a-new-and-longer-password";

let world: World;
let visitor: Visitor;

const setClock = (now: number): void => void Object.assign(world.clock, { frozen: true, now });

before(async () => {
  world = await makeWorld();
});
beforeEach(() => {
  setClock(START);
  visitor = makeVisitor(world, newAddress());
});
after(() => world.close());

/** The token in the link that a mail to the user holds now. */
const tokenFor = async (userId: string, mail?: LinkMail): Promise<string> => {
  const link = await passwordLink(world.context, world.db, userId, mail);
  assert.ok(link !== undefined);
  assert.ok(link.startsWith("http://127.0.0.1:8080/session/password?token="), link);
  return new URL(link).searchParams.get("token") ?? "";
};

const choose = (token: string, password = NEW): Promise<Seen> =>
  visitor.send("POST", "/session/password", { body: { token, password } });

const forgot = (email: string, one = visitor): Promise<Seen> =>
  one.send("POST", "/session/password/forgot", { body: { email } });

const mailsTo = async (email: string): Promise<Body[]> =>
  (await world.db.pool.query("select * from messages where recipient = $1 order by create_date, _id", [email])).rows;

const canSignIn = async (email: string, password: string): Promise<boolean> =>
  (await makeVisitor(world, newAddress()).send("POST", "/session", { body: { email, password } })).status === 200;

describe("POST /session/password (rules 4, User)", () => {
  it("200: an invited user sets a password and can sign in, on the console and with Basic (interface 5)", async () => {
    const user = await buildAccount(world, { password: undefined });
    const seen = await choose(await tokenFor(user._id, { template: "user_invitation", recipient: user.email }));
    assert.deepEqual([seen.status, seen.body], [200, { message: "Password set. Log in with it." }]);
    assert.equal(visitor.jar.get("foyer"), undefined);
    assert.equal(await canSignIn(user.email, NEW), true);
    assert.equal((await world.get("/users/me", { as: basic(user.email, NEW) })).status, 200);
  });

  it("400: an invitation works for 7 days and a reset for one hour, to the millisecond", async () => {
    const invited = await buildAccount(world, { password: undefined });
    const forgetful = await buildAccount(world);
    for (const [user, lifeMs] of [
      [invited, 7 * 24 * HOUR_MS],
      [forgetful, HOUR_MS],
    ] as const) {
      setClock(START);
      const token = await tokenFor(user._id);
      setClock(START + lifeMs);
      const { status, body } = await choose(token);
      assert.equal(status, 400);
      assert.match(body.message, /^"token" must be from a link that still works.*POST \/session\/password\/forgot/);
      setClock(START + lifeMs - 1);
      assert.equal((await choose(token)).status, 200);
    }
  });

  it("200: a new password ends all sessions of the user, and no other user's", async () => {
    const user = await buildAccount(world);
    const other = await buildAccount(world);
    const sessions = [makeVisitor(world, newAddress()), makeVisitor(world, newAddress())];
    for (const one of sessions) await one.signIn(user.email, PASSWORD);
    const stranger = makeVisitor(world, newAddress());
    await stranger.signIn(other.email, PASSWORD);
    assert.equal((await choose(await tokenFor(user._id))).status, 200);
    for (const one of sessions) assert.equal((await one.send("GET", "/session")).status, 403);
    assert.equal((await stranger.send("GET", "/session")).status, 200);
    assert.deepEqual([await canSignIn(user.email, PASSWORD), await canSignIn(user.email, NEW)], [false, true]);
  });

  it("400: a link works once: of 20 uses at the same moment exactly one", async () => {
    const user = await buildAccount(world);
    const token = await tokenFor(user._id);
    const tries = Array.from({ length: 20 }, (_, n) => choose(token, `${NEW}-${n}`));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 1);
    assert.equal(statuses.filter((status) => status === 400).length, 19);
    assert.equal(await canSignIn(user.email, `${NEW}-${statuses.indexOf(200)}`), true);
    assert.equal((await choose(token)).status, 400);
  });

  it("400: a link ends with a new password, a new address, and the account itself", async () => {
    const changes: ((id: string) => Promise<unknown>)[] = [
      (id) => world.put(`/users/${id}`, { password: "set-by-somebody-else" }),
      (id) => world.put(`/users/${id}`, { email: `${id}@example.org` }),
      (id) => world.put(`/users/${id}`, { active: false }),
      (id) => world.remove(`/users/${id}`),
    ];
    for (const change of changes)
      for (const password of [PASSWORD, undefined]) {
        const user = await buildAccount(world, { password });
        const token = await tokenFor(user._id);
        await change(user._id);
        assert.equal((await choose(token)).status, 400, change.toString());
      }
  });

  it("200: a link goes on working while other things of the user change", async () => {
    const user = await buildAccount(world);
    const token = await tokenFor(user._id);
    await world.put(`/users/${user._id}`, { first_name: "Eve", role: "employee", language_id: "fr" });
    assert.equal((await choose(token)).status, 200);
  });

  it("400: nothing but a token of ours for this purpose is taken", async () => {
    const user = await buildAccount(world);
    const token = await tokenFor(user._id);
    const other = await tokenFor((await buildAccount(world))._id);
    const [subject = "", expires = "", mac = ""] = token.split(".");
    const { secretKey } = world.context;
    const forged = [
      "",
      "x",
      `${token}x`,
      token.slice(0, -1),
      `${subject}.${Number(expires) + 1}.${mac}`,
      `${other.split(".")[0]}.${expires}.${mac}`,
      signToken(secretKey, "invitation", subject, START + HOUR_MS),
      signToken("another-key-another-key-another-key", "set-password", subject, START + HOUR_MS),
      signToken(secretKey, "set-password", user._id, START + HOUR_MS),
      signToken(secretKey, "set-password", `${user._id}-${"0".repeat(32)}`, START + HOUR_MS),
    ];
    for (const bad of forged) assert.equal((await choose(bad)).status, 400, bad);
    assert.equal(await canSignIn(user.email, PASSWORD), true);
  });

  it("400: a password of fewer than 12 characters is refused, and the link is not used up by it (rules 4)", async () => {
    const user = await buildAccount(world);
    const token = await tokenFor(user._id);
    for (const password of ["", "x".repeat(11), "x".repeat(1001)]) {
      const { status, body } = await choose(token, password);
      assert.equal(status, 400);
      assert.match(
        body.message,
        /^"password" must be a password of 12 to 1000 characters. See POST \/session\/password/,
      );
    }
    assert.equal((await choose(token, "seven green ")).status, 200);
  });

  it("the log says that the user set a password, and holds neither it nor the token", async () => {
    const user = await buildAccount(world);
    const token = await tokenFor(user._id);
    await choose(token);
    const { rows } = await world.db.pool.query("select * from log where subject_id = $1 order by seq", [user._id]);
    const last = rows.at(-1);
    assert.deepEqual([last.act, last.actor_kind, last.actor_id], ["user.set_password", "user", user._id]);
    const kept = await world.db.pool.query("select body from log_bodies");
    const queued = await world.db.pool.query("select * from messages");
    const everything = JSON.stringify([world.log, rows, kept.rows, queued.rows]);
    for (const secret of [NEW, token, PASSWORD]) assert.ok(!everything.includes(secret));
  });
});

describe("passwordLink (rules 4, User)", () => {
  it("is nothing for who was removed, turned off, has another address, or has a password by now", async () => {
    const user = await buildAccount(world);
    const invited = await buildAccount(world, { password: undefined });
    const link = ({ _id, email }: Body, template: LinkMail["template"], recipient = email) =>
      passwordLink(world.context, world.db, _id, { template, recipient });
    assert.equal(await link(user, "user_invitation"), undefined);
    assert.ok(await link(user, "password_reset"));
    assert.ok(await link(invited, "user_invitation"));
    assert.equal(await link(user, "password_reset", "before@example.org"), undefined);
    assert.equal(await link(invited, "user_invitation", "before@example.org"), undefined);
    await world.put(`/users/${invited._id}`, { active: false });
    await world.remove(`/users/${user._id}`);
    assert.deepEqual(
      [await link(invited, "user_invitation"), await link(user, "password_reset")],
      [undefined, undefined],
    );
  });

  it("POST /users without a password queues the invitation, in no location's outbox and without a secret (interface 5)", async () => {
    const location = await buildLocation(world);
    const user = await buildAccount(world, { password: undefined, companies: [location], language_id: "nl" });
    const [mail, ...more] = await mailsTo(user.email);
    assert.deepEqual([mail.template, mail.language, more.length], ["user_invitation", "nl", 0]);
    assert.equal(mail.company_id, "0".repeat(24));
    assert.deepEqual(mail.parameters, { userId: user._id });
  });
});

describe("POST /session/password/forgot (rules 4, User)", () => {
  it("200: queues a mail for a user, once more the invitation for who has no password, none for other addresses", async () => {
    const user = await buildAccount(world, { language_id: "fr" });
    const invited = await buildAccount(world, { password: undefined });
    const inactive = await buildAccount(world, { active: false });
    const answers = [];
    for (const email of [user.email.toUpperCase(), invited.email, inactive.email, "nobody@example.org"])
      answers.push(await forgot(email));
    assert.deepEqual(
      (await mailsTo(user.email)).map(({ template, language }) => [template, language]),
      [["password_reset", "fr"]],
    );
    assert.deepEqual(
      (await mailsTo(invited.email)).map(({ template }) => template),
      ["user_invitation", "user_invitation"],
    );
    assert.deepEqual([await mailsTo(inactive.email), await mailsTo("nobody@example.org")], [[], []]);
    const seen = answers.map(({ status, text, headers: { date: _d, "x-request-id": _i, ...rest } }) =>
      JSON.stringify([status, text, rest]),
    );
    assert.equal(new Set(seen).size, 1);
  });

  it("200: at most 3 mails an hour for an account, from any caller, exact under 12 at once; the answer stays the same", async () => {
    const user = await buildAccount(world);
    const all = await Promise.all(
      Array.from({ length: 12 }, () => forgot(user.email, makeVisitor(world, newAddress()))),
    );
    assert.equal(new Set(all.map(({ status, text }) => `${status} ${text}`)).size, 1);
    assert.equal((await mailsTo(user.email)).length, 3);
    setClock(START + HOUR_MS - 1);
    await forgot(user.email);
    assert.equal((await mailsTo(user.email)).length, 3);
    setClock(START + HOUR_MS);
    await forgot(user.email);
    assert.equal((await mailsTo(user.email)).length, 4);
  });

  it("429: after 20 within the hour from one address, whether the accounts exist or not", async () => {
    const email = () => `nobody-${Math.random()}@example.org`;
    const first = await Promise.all(Array.from({ length: 20 }, () => forgot(email())));
    assert.ok(first.every(({ status }) => status === 200));
    const { status, headers, body } = await forgot((await buildAccount(world)).email);
    assert.deepEqual([status, headers["retry-after"]], [429, "3600"]);
    assert.match(body.message, /^Too many password requests from this address/);
    setClock(START + HOUR_MS);
    assert.equal((await forgot(email())).status, 200);
  });

  it("400: names the field; what is counted holds no address", async () => {
    for (const body of [{}, { email: "nonsense" }, { email: "" }, []]) {
      const seen = await visitor.send("POST", "/session/password/forgot", { body });
      assert.equal(seen.status, 400);
    }
    const { email } = await buildAccount(world);
    await forgot(email);
    const { rows } = await world.db.pool.query("select subject from password_requests");
    assert.ok(rows.length > 0 && rows.every(({ subject }) => /^(account:[0-9a-f]{64}|address:[\d./]+)$/.test(subject)));
  });

  it("the log says that a link was asked for, not by whom: any caller can type an address", async () => {
    const user = await buildAccount(world);
    await forgot(user.email);
    const { rows } = await world.db.pool.query("select * from log where subject_id = $1 order by seq", [user._id]);
    assert.deepEqual([rows.at(-1).act, rows.at(-1).actor_kind], ["user.ask_password", "anonymous"]);
  });
});
