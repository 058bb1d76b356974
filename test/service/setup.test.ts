import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { setupToken } from "../../server/areas/setup/link.ts";
import { type Body, basic, makeWorld, type World } from "../support/world.ts";

let world: World;
let token: string;

const EMAIL = "claire.dubois@meridian.example";
const PASSWORD = "sixteen-letters!";

before(async () => {
  world = await makeWorld();
  await world.db.pool.query("delete from users");
  token = setupToken(world.context.secretKey, world.context.now());
});
after(() => world.close());

const send = async (body: unknown, type = "application/json") => {
  const answer = await world.app.inject({
    method: "POST",
    url: "/setup/administrator",
    payload: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": type },
  });
  const { message, user }: Body = answer.json();
  return {
    status: answer.statusCode,
    message: String(message),
    user,
    cookies: answer.cookies,
    headers: answer.headers,
  };
};
const account = (rest: object = {}) => ({ token, email: EMAIL, password: PASSWORD, ...rest });

describe("POST /setup/administrator (rules 6)", () => {
  it("403: without a token, with a forged, a cut or an ended one, all alike; nothing is created", async () => {
    const ended = setupToken(world.context.secretKey, world.context.now() - 31 * 60_000);
    const forged = ["", "x", token.slice(0, -1), `9${token}`, ended, 7, null];
    const answers = await Promise.all(forged.map((bad) => send(account({ token: bad }))));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([403]));
    assert.equal(new Set(answers.map(({ message }) => message)).size, 1);
    assert.equal((await world.db.pool.query("select 1 from users")).rows.length, 0);
  });

  it("400: says which field is wrong and what is expected; nothing is created", async () => {
    const wrong: [object, RegExp][] = [
      [{ email: "claire" }, /^"email" must be/],
      [{ email: undefined }, /^"email" must be/],
      [{ password: "short" }, /^"password" must be 12 to 1000 characters/],
      [{ password: "p".repeat(1001) }, /^"password" must be/],
      [{ first_name: "a\u0000b" }, /^"first_name" contains a character/],
    ];
    for (const [part, problem] of wrong) {
      const { status, message } = await send(account(part));
      assert.equal(status, 400);
      assert.match(message, problem);
    }
    assert.equal((await send("{")).status, 400);
    assert.equal((await world.db.pool.query("select 1 from users")).rows.length, 0);
  });

  it("415: a form of another site's page can't be sent to it", async () => {
    assert.equal((await send(`token=${token}`, "application/x-www-form-urlencoded")).status, 415);
    assert.equal((await send("{}", "text/plain")).status, 415);
  });

  it("200: creates the first administrator once, signs in on this browser, and the link ends", async () => {
    const racing = await Promise.all([1, 2, 3].map(() => send(account({ first_name: "Claire", last_name: "Dubois" }))));
    assert.deepEqual(
      racing.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 403, 403],
    );
    const done = racing.find(({ status }) => status === 200);
    assert.deepEqual(
      [done?.user.email, done?.user.role, done?.user.first_name, done?.user.last_name],
      [EMAIL, "global_admin", "Claire", "Dubois"],
    );
    assert.equal(done?.headers["cache-control"], "no-store");
    const cookie = done?.cookies.map(({ name, value }) => `${name}=${value}`).join("; ") ?? "";
    const me = await world.app.inject({ url: "/session", headers: { cookie, "sec-fetch-site": "same-origin" } });
    assert.equal(me.json().email, EMAIL);
    const { body } = await world.get("/users/me", { as: basic(EMAIL, PASSWORD) });
    assert.equal(body.role, "global_admin");
    assert.equal((await send(account({ email: "eve@example.org" }))).status, 403);
  });
});
