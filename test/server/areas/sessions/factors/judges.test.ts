import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { readNewPasskey, type StoredPasskey, verifyPasskey } from "../../../../../server/platform/auth/passkeys.ts";
import { base32, codeOfStep } from "../../../../../server/platform/auth/totp.ts";
import { type Deviation, FLAGS, makeAuthenticator } from "../../../../support/authenticator.ts";
import { findOrInstall } from "../../../../support/run/debian.ts";
import type { Body } from "../../../../support/world.ts";
import { SITE } from "./accounts.ts";

const run = promisify(execFile);

const find = (program: string, argument: string, packageName: string): Promise<string> =>
  findOrInstall(
    () =>
      run(program, [argument]).then(
        () => program,
        (error: unknown) => (Object(error).code === "ENOENT" ? undefined : program),
      ),
    `Second factors are judged by ${program}, which was not found. Install it (Debian: apt-get install ${packageName}).`,
    packageName,
  );

describe("codes of authenticator apps, as oathtool makes them", () => {
  it("1,000 codes of 50 secrets are the same", async () => {
    const oathtool = await find("oathtool", "--version", "oathtool");
    for (let n = 0; n < 50; n += 1) {
      const secret = randomBytes(20);
      const step = randomInt(1, 2 ** 31);
      const at = ["--now", `@${step * 30}`, "--window", "19", "--base32", base32(secret)];
      const { stdout } = await run(oathtool, ["--totp", ...at]);
      const ours = Array.from({ length: 20 }, (_, ahead) => codeOfStep(secret, step + ahead));
      assert.deepEqual(stdout.trim().split("\n"), ours);
    }
  });
});

const PARTY = { id: new URL(SITE).hostname, origin: SITE };
const CHALLENGE = randomBytes(32).toString("base64url");

let folder: string;
let program: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-fido-"));
  program = await find("fido2-assert", "-h", "fido2-tools");
});
after(() => rm(folder, { recursive: true }));

const bytes = (text: string): Buffer => Buffer.from(text, "base64url");

/** A byte string in CBOR, of which libfido2 wants the authenticator's data. */
const cborOf = (data: Buffer): Buffer =>
  Buffer.concat([data.length < 24 ? Buffer.from([0x40 | data.length]) : Buffer.from([0x58, data.length]), data]);

/** Whether libfido2 accepts an answer: signed by the key, for the host, by a user who was there and was recognised. */
const isRightByJudge = async (answer: Body, pem: string): Promise<boolean> => {
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  const lines = [
    createHash("sha256").update(bytes(clientDataJSON)).digest("base64"),
    PARTY.id,
    cborOf(bytes(authenticatorData)).toString("base64"),
    bytes(signature).toString("base64"),
  ];
  const [input, key] = [join(folder, "assertion"), join(folder, "key.pem")];
  await writeFile(input, `${lines.join("\n")}\n`);
  await writeFile(key, pem);
  return run(program, ["-V", "-p", "-v", "-i", input, key, "es256"]).then(
    () => true,
    () => false,
  );
};

type Part = "clientDataJSON" | "authenticatorData" | "signature";
const PARTS: readonly Part[] = ["clientDataJSON", "authenticatorData", "signature"];

/** Changes a byte, takes some away or adds some. */
const damaged = (data: Buffer): Buffer => {
  const at = randomInt(data.length);
  const kind = randomInt(4);
  if (kind === 0) return data.subarray(0, at);
  if (kind === 1) return Buffer.concat([data, randomBytes(1 + randomInt(8))]);
  const changed = Buffer.from(data);
  changed[at] = (changed[at] ?? 0) ^ (1 << randomInt(8));
  return changed;
};

/** What no damage does, rightly signed. */
const DEVIATIONS: readonly Deviation[] = [
  { flags: 0 },
  { flags: FLAGS.present },
  { flags: FLAGS.verified },
  { rpId: "example.org" },
  { rpId: `x.${PARTY.id}` },
];

describe("answers of passkeys, as libfido2 judges them", () => {
  it("300 altered ones are refused by both, and unaltered ones are accepted by both", async () => {
    const authenticator = makeAuthenticator(SITE);
    const other = makeAuthenticator(SITE);
    const created = authenticator.create({ challenge: CHALLENGE, user: { id: "dXNlcg" } });
    const passkey = await readNewPasskey(PARTY, CHALLENGE, created);
    assert.ok(passkey !== undefined);
    const pemOf = ({ publicKey }: typeof authenticator): string =>
      publicKey.export({ type: "spki", format: "pem" }).toString();
    const isRight = async (answer: Body, stored: StoredPasskey): Promise<boolean> =>
      (await verifyPasskey(PARTY, CHALLENGE, answer, stored)) !== undefined;
    const judge = async (answer: Body, expected: boolean, pem = pemOf(authenticator)): Promise<void> => {
      assert.equal(await isRightByJudge(answer, pem), expected, JSON.stringify(answer));
      assert.equal(await isRight(answer, passkey), expected, JSON.stringify(answer));
    };
    let altered = 0;
    for (let n = 0; n < 290; n += 1) {
      const answer = authenticator.get({ challenge: CHALLENGE });
      if (n % 29 === 0) await judge(answer, true);
      const part = PARTS[n % PARTS.length] ?? "signature";
      answer.response[part] = damaged(bytes(answer.response[part])).toString("base64url");
      await judge(answer, false);
      altered += 1;
    }
    for (const deviation of DEVIATIONS) {
      await judge(authenticator.get({ challenge: CHALLENGE }, deviation), false);
      altered += 1;
    }
    for (let n = 0; n < 5; n += 1) {
      const foreign = { ...other.get({ challenge: CHALLENGE }), id: authenticator.id, rawId: authenticator.id };
      await judge(foreign, false);
      altered += 1;
    }
    assert.equal(altered, 300);
  });

  it("beyond libfido2, which sees only its hash: another challenge, origin or type is refused", async () => {
    const authenticator = makeAuthenticator(SITE);
    const created = authenticator.create({ challenge: CHALLENGE, user: { id: "dXNlcg" } });
    const passkey = await readNewPasskey(PARTY, CHALLENGE, created);
    assert.ok(passkey !== undefined);
    for (const deviation of [{ challenge: "AAAA" }, { origin: "https://example.org" }, { origin: `${SITE}.evil.org` }])
      assert.equal(
        await verifyPasskey(PARTY, CHALLENGE, authenticator.get({ challenge: CHALLENGE }, deviation), passkey),
        undefined,
      );
  });
});
