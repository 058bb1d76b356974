import assert from "node:assert/strict";
import { argon2Sync, randomBytes } from "node:crypto";
import { before, describe, it } from "node:test";

import { makePasswords, type Passwords } from "../../../../server/platform/auth/passwords/passwords.ts";
import { HttpError } from "../../../../server/platform/lib/errors.ts";

const PASSWORD = "correct-horse-battery";

let passwords: Passwords;
let hash: string;

before(async () => {
  passwords = makePasswords();
  hash = await passwords.hash(PASSWORD);
});

describe("hash", () => {
  it("gives a PHC string of argon2id with a salt of its own, never the password", async () => {
    const other = await passwords.hash(PASSWORD);
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(other, hash);
    assert.ok(!hash.includes(PASSWORD));
  });
});

describe("verify", () => {
  it("accepts the password, also when it is remembered, and nothing else", async () => {
    for (let n = 0; n < 3; n += 1) assert.ok(await passwords.verify(hash, PASSWORD));
    for (const wrong of ["", PASSWORD.slice(0, -1), `${PASSWORD} `, PASSWORD.toUpperCase(), `${PASSWORD}\u0000`])
      assert.ok(!(await passwords.verify(hash, wrong)), wrong);
  });

  it("knows letters beyond ASCII, composed or not, and other blanks (RFC 8265)", async () => {
    const typed = "p\u00e4ssw\u00f6rd l\u00e4nger";
    const forms = [
      typed,
      typed.normalize("NFD"),
      typed.replace(" ", "\u00a0"),
      typed.normalize("NFD").replace(" ", "\u3000"),
    ];
    for (const set of forms) {
      const stored = await passwords.hash(set);
      for (const sent of forms) assert.ok(await passwords.verify(stored, sent), `${set} ${sent}`);
      assert.ok(!(await passwords.verify(stored, "passwort langer")));
    }
  });

  it("accepts a password that an older version hashed as it was sent", async () => {
    const sent = "p\u00e4ssw\u00f6rd-l\u00e4nger".normalize("NFD");
    const nonce = randomBytes(16);
    const tag = argon2Sync("argon2id", { message: sent, nonce, memory: 64, passes: 1, parallelism: 1, tagLength: 32 });
    const stored = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString("base64")}$${tag.toString("base64")}`;
    assert.ok(await passwords.verify(stored, sent));
    assert.ok(!(await passwords.verify(stored, `${sent}x`)));
  });

  it("remembers by the stored hash: a password that was good for one is not good for another", async () => {
    const other = await passwords.hash("another-long-password");
    assert.ok(await passwords.verify(hash, PASSWORD));
    assert.ok(!(await passwords.verify(other, PASSWORD)));
    assert.ok(!(await passwords.verify(hash, "another-long-password")));
  });

  it("accepts nothing for a user without a password or no user at all", async () => {
    for (const password of ["", PASSWORD, "undefined"])
      for (let n = 0; n < 2; n += 1) assert.ok(!(await passwords.verify(undefined, password)));
  });

  it("verifies hashes made with another cost", async () => {
    const cheap = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$";
    assert.ok(!(await passwords.verify(`${cheap}AAAAAAAAAAAAAAAAAAAAAA`, PASSWORD)));
  });

  it("503: beyond a bounded queue further logins are told to try again, and the others still get through", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => passwords.verify(hash, `${PASSWORD}${n}`)),
    );
    const rejected = results.filter((result) => result.status === "rejected");
    assert.ok(rejected.length > 0 && rejected.length < 40, String(rejected.length));
    for (const { reason } of rejected) assert.ok(reason instanceof HttpError && reason.status === 503);
    assert.ok(await passwords.verify(hash, PASSWORD));
  });
});
