// Starts the service as the README says, signs a visitor in and out over HTTP, and stops it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const READY_MS_MAX = 60_000;
const ADMIN = { email: "smoke@example.org", password: "smoke-test-password" };

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const untilReady = async (base, child) => {
  const deadline = Date.now() + READY_MS_MAX;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with code ${child.exitCode}`);
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error("the service was not ready in time");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const caller = (base, headers) => async (method, path, body) => {
  const answer = await fetch(`${base}/api${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = await answer.json();
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(json)}`);
  return json;
};

const visit = async (base) => {
  const basic = Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString("base64");
  const asAdmin = caller(base, { authorization: `Basic ${basic}` });
  const location = await asAdmin("POST", "/companies", { name: "Smoke", timezone: "Europe/Brussels" });
  const { key } = await asAdmin("POST", "/apikeys", { name: "smoke", companies: [location._id] });
  const call = caller(base, { authorization: `Bearer ${key}` });
  const started = await call("POST", "/visitors", { company_id: location._id, first_name: "Jo" });
  assert.equal((await call("GET", `/visitors/signed_current/${location._id}`)).length, 1);
  await call("POST", `/visitors/${started._id}/signout`);
  assert.equal((await call("GET", `/visitors/signed_current/${location._id}`)).length, 0);
};

const port = await freePort();
const dataDir = await mkdtemp(join(tmpdir(), "foyer-smoke-"));
const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: dataDir,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
};
const child = spawn(process.execPath, ["bin/foyer.mjs", "start"], { env, stdio: ["ignore", "inherit", "inherit"] });
const ended = new Promise((resolve) => child.once("exit", resolve));
try {
  await untilReady(`http://127.0.0.1:${port}`, child);
  await visit(`http://127.0.0.1:${port}`);
  child.kill("SIGTERM");
  assert.equal(await ended, 0, "the service ends with code 0");
  process.stdout.write("smoke: fine\n");
} finally {
  child.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
}
