import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { passwordLink } from "../../../../server/platform/auth/passwords/password-link.ts";
import { type Body, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Seen, type Visitor } from "./visitor.ts";

const GOOD = "seven green umbrellas";

let world: World;
let visitor: Visitor;

before(async () => {
  world = await makeWorld();
  visitor = makeVisitor(world, newAddress());
});
after(() => world.close());

const tokenFor = async (user: Body): Promise<string> => {
  const link = await passwordLink(world.context, world.db, user._id);
  return new URL(link ?? "").searchParams.get("token") ?? "";
};

describe("POST /session/password (OWASP ASVS 5.0, 6.2.4)", () => {
  const choose = (token: string, password: string): Promise<Seen> =>
    visitor.send("POST", "/session/password", { body: { token, password } });

  it("400: a password that is tried first is refused with a reason, and the link works on", async () => {
    const user = await buildAccount(world, { password: undefined });
    const token = await tokenFor(user);
    const { status, body } = await choose(token, "123456789012");
    assert.equal(status, 400);
    assert.match(body.message, /^"password" is too easy to guess/);
    assert.equal((await choose(token, GOOD)).status, 200);
  });

  it("400: so is one's own name", async () => {
    const user = await buildAccount(world, { password: undefined, first_name: "Wilhelmina", last_name: "Okonkwo" });
    assert.equal((await choose(await tokenFor(user), "okonkwo-wilhelmina")).status, 400);
  });

  it("400: whether the link works is not told by a bad password", async () => {
    assert.match((await choose("no-token", "123456789012")).body.message, /^"token"/);
  });

  it("400: the page says it in the user's language, and shows the form again", async () => {
    const user = await buildAccount(world, { password: undefined, language_id: "nl" });
    const form = { token: await tokenFor(user), password: "123456789012", repeat: "123456789012" };
    const { status, text } = await visitor.send("POST", "/session/password", { form });
    assert.equal(status, 400);
    assert.match(text, /te gemakkelijk te raden/);
    assert.match(text, /<form method="post"/);
    assert.ok(!text.includes("123456789012"));
  });
});

describe("PUT /session/password (OWASP ASVS 5.0, 6.2.4)", () => {
  it("400: a password that is tried first is refused, and the old one and the session stay", async () => {
    const { email } = await buildAccount(world);
    const one = makeVisitor(world, newAddress());
    await one.signIn(email, PASSWORD);
    const body = { current_password: PASSWORD, password: "passwordpassword" };
    assert.equal((await one.send("PUT", "/session/password", { body })).status, 400);
    assert.equal((await one.send("GET", "/session")).status, 200);
    assert.equal((await makeVisitor(world, newAddress()).signIn(email, PASSWORD)).status, 200);
  });

  it("400: who does not know the current password learns nothing about the new one", async () => {
    const { email } = await buildAccount(world);
    const one = makeVisitor(world, newAddress());
    await one.signIn(email, PASSWORD);
    const body = { current_password: "not-the-present-one", password: "passwordpassword" };
    assert.match((await one.send("PUT", "/session/password", { body })).body.message, /^"current_password"/);
  });
});

describe("the log of sign-ins (OWASP ASVS 5.0, 16.3.1)", () => {
  it("says who signed in, how and from where; and of a refusal from where, without what was typed", async () => {
    const user = await buildAccount(world);
    const from = newAddress();
    const one = makeVisitor(world, from);
    await one.signIn(user.email, PASSWORD);
    const line = world.log.find(({ msg, address }) => msg === "logged in" && address === from);
    assert.deepEqual(line?.["principal"], { kind: "user", id: user._id });
    assert.equal(line?.["by"], "password");
    await one.send("POST", "/session", { body: { email: user.email, password: "finch-finch-finch" } });
    const refused = world.log.find(({ msg, address }) => msg === "request refused" && address === from);
    assert.equal(refused?.["route"], "/session");
    assert.ok(!JSON.stringify(world.log).includes(user.email));
    assert.ok(!JSON.stringify(world.log).includes("finch"));
  });
});
