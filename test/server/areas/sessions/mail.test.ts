import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { type Body, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD } from "./visitor.ts";
import { sendMails } from "../../../support/outside/sending.ts";

const NEW = "a-new-and-longer-password";

let world: World;
let mailbox: Mailbox;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
});
afterEach(() => void (mailbox.received.length = 0));
after(async () => {
  await world.close();
  await mailbox.close();
});

/** The token in the link of the only mail that arrived, which must be for the user. */
const arrivedFor = async ({ email }: Body): Promise<string> => {
  await sendMails(world.context);
  const [one, ...more] = mailbox.received;
  assert.deepEqual([one?.to, more.length], [[email], 0]);
  const link = /https:\/\/visitors\.example\.org\/session\/password\?token=([\w.-]+)/.exec(one?.mail.text ?? "");
  assert.ok(link !== null && (one?.mail.html ?? "").includes(link[0]), one?.mail.text);
  return link[1] ?? "";
};

describe("mails with a link to set a password (rules 4, User)", () => {
  it("POST /users: the invitation arrives, its link sets the password, and the user signs in", async () => {
    const user = await buildAccount(world, { password: undefined });
    const token = await arrivedFor(user);
    const visitor = makeVisitor(world, newAddress(), "https://visitors.example.org");
    const { status } = await visitor.send("POST", "/session/password", { body: { token, password: NEW } });
    assert.equal(status, 200);
    await visitor.signIn(user.email, NEW);
  });

  it("POST /session/password/forgot: the mail arrives, its link sets another password, once", async () => {
    const user = await buildAccount(world);
    const visitor = makeVisitor(world, newAddress(), "https://visitors.example.org");
    await visitor.send("POST", "/session/password/forgot", { body: { email: user.email } });
    const body = { token: await arrivedFor(user), password: NEW };
    const statuses = [];
    for (let n = 0; n < 2; n += 1) statuses.push((await visitor.send("POST", "/session/password", { body })).status);
    assert.deepEqual(statuses, [200, 400]);
    await visitor.signIn(user.email, NEW);
  });

  it("none goes to an address that was changed, nor to who was turned off or got a password meanwhile", async () => {
    const changes = [{ email: "corrected@example.org" }, { active: false }, { password: PASSWORD }];
    for (const change of changes) {
      const user = await buildAccount(world, { password: undefined });
      await world.put(`/users/${user._id}`, change);
    }
    await sendMails(world.context);
    assert.deepEqual(mailbox.received, []);
  });
});
