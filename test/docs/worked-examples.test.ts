import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

import { emailOf, PASSWORD } from "../../dev/demo.ts";
import { startBrowser } from "../support/browser/browser.ts";
import {
  callOver,
  cleanUp,
  freePort,
  makeFolder,
  type Running,
  startReady,
  undoLater,
  until,
} from "../support/run/process.ts";
import { copyProject, runIn } from "../support/run/project-copy.ts";
import { openPage } from "../support/browser/web.ts";
import { applyStep, readSteps, type Step } from "../support/worked-examples.ts";
import { basic, type Body } from "../support/world.ts";

const ADMIN = { email: emailOf("global_admin"), password: PASSWORD };

let copy: string;
let steps: Step[];
let dataDir: string;
let dev: Running;
let browser: Browser;
let location: string;
/** What the server of the new channel was sent. */
const posted: { channel: string; text: string }[] = [];
let chatUrl: string;
/** The examples' types, checked while their service starts. */
let types: Promise<unknown>;

const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await callOver(dev.url, method, `/api${path}`, { as: basic(ADMIN.email, ADMIN.password), body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const startVisit = (body: object): Promise<Body> => call("POST", "/visitors", { company_id: location, ...body });

const startChat = async (): Promise<string> => {
  const chat = createServer(async (request, response) => {
    posted.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(chat, "listening");
  undoLater(() => chat.close());
  return `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`;
};

const startDev = async (): Promise<Running> => {
  dataDir = await makeFolder();
  chatUrl = await startChat();
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    MATTERMOST_URL: chatUrl,
  };
  return startReady(settings, [join(copy, "bin/run.mjs"), "dev/main.ts"]);
};

const tsc = (...project: string[]): Promise<unknown> => runIn(copy, "node_modules/.bin/tsc", ["--noEmit", ...project]);

before(async () => {
  copy = await copyProject();
  steps = await readSteps(copy);
  for (const step of steps) await applyStep(copy, step);
  types = Promise.all([tsc(), tsc("-p", "web")]);
  types.catch(() => undefined);
  [dev, browser] = await Promise.all([startDev(), startBrowser()]);
  undoLater(() => browser.close());
  ({ _id: location } = await call("POST", "/companies", { name: "Harbour", timezone: "Europe/Brussels" }));
});
after(cleanUp);

/** The first page loads a thousand modules one by one, from a server that is still making them. */
const PATIENCE_MS = 60_000;

const openTab = async (device = {}) => {
  const opened = await openPage({ browser }, device);
  opened.page.setDefaultTimeout(PATIENCE_MS);
  return opened;
};

/** Opens a page of the console as the administrator. @returns it, and what the browser complained about, such as the policy */
const open = async (path: string): Promise<{ page: Page; complaints: string[] }> => {
  const opened = await openTab();
  const answer = await opened.context.request.post(`${dev.url}/session`, { data: ADMIN, headers: { origin: dev.url } });
  assert.equal(answer.status(), 200);
  await opened.page.goto(`${dev.url}/at/${location}/${path}`);
  return opened;
};

/** Changes a file of the copy, as an editor does. */
const edit = async (path: string, old: string, fresh: string): Promise<void> => {
  const text = await readFile(join(copy, path), "utf8");
  assert.equal(text.split(old).length, 2, `${path} has ${old} once`);
  await writeFile(join(copy, path), text.replace(old, fresh));
};

/** Reads a location's events from its beginning until one is there. */
const untilEvent = async (name: string): Promise<string> => {
  const leave = new AbortController();
  const headers = { ...basic(ADMIN.email, ADMIN.password), "last-event-id": "0" };
  const answer = await fetch(`${dev.url}/api/companies/${location}/events`, { headers, signal: leave.signal });
  assert.ok(answer.body !== null);
  let text = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(`event: ${name}\n`)) break;
  }
  leave.abort();
  return text;
};

describe("the worked examples (docs/worked-examples.md)", () => {
  it("fit the code, and compile", async () => {
    await types;
  });

  it("are refused where the code no longer has their lines, has them twice, or has their file already", async () => {
    const step = { path: "tsconfig.json", language: "diff" };
    await assert.rejects(applyStep(copy, { ...step, text: ' no such line\n+"x"\n' }), /these lines 0 times/);
    await assert.rejects(applyStep(copy, { ...step, text: ' …\n+"x"\n' }), /these lines \d+ times/);
    await assert.rejects(applyStep(copy, { ...step, language: "json", text: "{}\n" }), /EEXIST/);
  });

  it("200: the field of a visit is checked, stored, found, exported and shown", async () => {
    const { _id, parking_space } = await startVisit({ last_name: "Parker", parking_space: "P12" });
    assert.equal(parking_space, "P12");
    const wrong = await callOver(dev.url, "POST", "/api/visitors", {
      as: basic(ADMIN.email, ADMIN.password),
      body: { company_id: location, parking_space: 12 },
    });
    assert.deepEqual([wrong.status, wrong.body.field], [400, "parking_space"]);
    const log = `/visitors/bycompany/${location}?count=10&page=1&filter[parking_space]`;
    assert.deepEqual([(await call("GET", `${log}=p12`)).total, (await call("GET", `${log}=p13`)).total], [1, 0]);
    const csv = await callOver(dev.url, "GET", `/api/companies/${location}/visitors/export?language_id=nl`, {
      as: basic(ADMIN.email, ADMIN.password),
    });
    assert.match(csv.body, /^\uFEFF?Voornaam;.*;Plaats;Parking space;.*\r\n/);
    assert.match(csv.body, /;P12;/);
    const { page, complaints } = await open(`visits/${_id}`);
    const fact = page.getByText("Parking space", { exact: true });
    await fact.waitFor();
    assert.match((await fact.locator("xpath=..").textContent()) ?? "", /P12/);
    await page.getByRole("button", { name: "Edit details" }).click();
    await page.getByLabel("Parking space").fill("P13");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("P13", { exact: true }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("the field of a visit is a column of the log, and a filter", async () => {
    await startVisit({ last_name: "Garage", parking_space: "G7" });
    await startVisit({ last_name: "Walker" });
    const { page, complaints } = await open("log?cols=visitor,parking_space");
    await page.getByRole("columnheader", { name: "Parking space" }).waitFor();
    await page.getByRole("row").filter({ hasText: "Garage" }).getByText("G7", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Parking space" }).click();
    await page.getByRole("textbox", { name: "Parking space" }).fill("g7");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Change Parking space filter: g7" }).waitFor();
    await page.getByRole("row").filter({ hasText: "Walker" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "Garage" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("the field of a visit takes at most three files of code, and a line in each language", () => {
    const paths = steps.flatMap(({ section, path = "" }) => (section === "A field of a visit" ? [path] : []));
    const [texts, code] = [true, false].map((isText) => paths.filter((path) => path.endsWith(".json") === isText));
    assert.deepEqual([texts?.length, code?.length], [2, 1]);
  });

  it("200: the endpoint answers, and the test that is written for it passes", async () => {
    const { _id } = await startVisit({ last_name: "Long", signed_in: "2026-03-02T08:00:00Z" });
    assert.equal((await call("GET", `/companies/${location}/visitors/longest`))[0]._id, _id);
    const file = "test/server/resources/visits/longest.test.ts";
    assert.match(await runIn(copy, process.execPath, ["--test", file]), /pass 1\n/);
  });

  it("the page of the console is in the sidebar and shows what the endpoint answers", async () => {
    await startVisit({ first_name: "Ada", last_name: "Early", signed_in: "2026-03-01T08:00:00Z" });
    const { page, complaints } = await open("reception");
    await page.getByRole("link", { name: "Longest visits" }).click();
    await page.getByRole("heading", { name: "Longest visits" }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Ada Early" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("the language is offered, and chosen by the browser's", async () => {
    const { page } = await openTab({ locale: "es-ES" });
    await page.goto(`${dev.url}/login`);
    await page.getByRole("heading", { name: "Iniciar sesión" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Español" }).getAttribute("aria-pressed"), "true");
  });

  it("200: the event is on the live stream and in the API's description", async () => {
    const { _id } = await startVisit({ last_name: "Safe" });
    await call("POST", `/companies/${location}/visitors/safe`, { ids: [_id] });
    assert.match(
      await untilEvent("visitor_marked_safe"),
      new RegExp(`visitor_marked_safe\ndata: .*"visitorId":"${_id}"`),
    );
    assert.match(JSON.stringify(await call("GET", "/openapi.json")), /"VisitorMarkedSafeEvent"/);
  });

  it("a host is notified by the channel, unless the visit type turns it off", async () => {
    const host = { company_id: location, cn: "Ann Peeters", mattermost: "@ann" };
    await call("POST", "/visitees", host);
    const flags = { host_notifications: { mattermost_in: false } };
    const type = await call("POST", `/companies/${location}/visittypes`, { name: "Quiet", ...flags });
    assert.deepEqual(type.host_notifications, {
      email_in: true,
      sms_in: true,
      mattermost_in: false,
      email_out: true,
      mattermost_out: true,
    });
    await startVisit({ last_name: "Hushed", recipient: "Ann Peeters", visit_type: type._id });
    const { _id } = await startVisit({ last_name: "Rung", recipient: "Ann Peeters" });
    const sent = await until("the message", async () => posted.find(({ channel }) => channel === "@ann"));
    assert.match(sent.text, /^Rung signed in at Harbour at \d\d:\d\d and is here to see you\. Reply: /);
    const outbox = await until("the outbox", async () => {
      const messages: Body[] = await call("GET", `/companies/${location}/outbox`);
      return messages.some(({ state }) => state === "sent") ? messages : undefined;
    });
    assert.deepEqual(
      outbox.map(({ kind, to, text, state }) => [kind, to, text, state]),
      [["mattermost", "@ann", sent.text.replace(/http\S+$/, "[link for the host]"), "sent"]],
    );
    await call("POST", `/visitors/${_id}/signout`);
    await until("the other message", async () => posted.find(({ text }) => text === "Rung signed out at Harbour."));
  });

  it("the channel's messages are in the outbox page, and its switches in the visit type", async () => {
    const { page, complaints } = await open("outbox");
    await page.getByRole("row").filter({ hasText: "@ann" }).filter({ hasText: "Arrival notification" }).click();
    await page.getByText("Mattermost, Arrival notification").waitFor();
    const [{ _id }] = await call("GET", `/companies/${location}/visittypes`);
    await page.goto(`${dev.url}/at/${location}/settings/visit-types/${_id}?tab=notifications`);
    const notify = page.getByRole("switch", { name: "Mattermost message to the host when the visitor signs in" });
    assert.equal(await notify.isChecked(), false);
    assert.deepEqual(complaints, []);
  });

  it("the channel is in /metrics and in foyer doctor", async () => {
    const metrics = await (await fetch(`${dev.url}/metrics`)).text();
    assert.match(metrics, /^foyer_messages_total\{kind="mattermost",outcome="sent"\} 2$/m);
    assert.match(metrics, /^foyer_messages_waiting\{kind="mattermost",state="queued"\} 0$/m);
    assert.match(metrics, /^foyer_tick_runs_total\{tick="send to Mattermost",outcome="done"\} \d+$/m);
    // Another program may have the port that Foyer takes by itself.
    const settings = [`DATA_DIR=${dataDir}`, `PORT=${await freePort()}`, `MATTERMOST_URL=${chatUrl}`];
    const doctor = [process.execPath, "bin/foyer.mjs", "doctor"];
    assert.match(
      await runIn(copy, "env", [...settings, ...doctor]),
      /MATTERMOST_URL\s+127\.0\.0\.1:\d+ can be reached/,
    );
  });
});

/** Every process below another one. */
const descendantsOf = async (pid: number): Promise<number[]> => {
  const rows = (await runIn(copy, "ps", ["-A", "-o", "pid=,ppid="])).trim().split("\n");
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("npm run dev (CONTRIBUTING.md)", () => {
  it("shows a changed text in the browser without a manual reload", async () => {
    const { page } = await open("longest-visits");
    await page.getByRole("heading", { name: "Longest visits" }).waitFor();
    await edit("texts/en/longest-visits.json", '"Longest visits"', '"Longest stays"');
    await page.getByRole("heading", { name: "Longest stays" }).waitFor();
  });

  it("answers with a changed file of the server, and without its error once that is mended", async () => {
    const summary = "The visitors who have been inside longest";
    const contract = "server/resources/visits/contract.ts";
    const describedAs = async (words: string): Promise<true | undefined> => {
      const { body } = await callOver(dev.url, "GET", "/api/openapi.json");
      return JSON.stringify(body).includes(words) ? true : undefined;
    };
    await edit(contract, summary, "Who has been inside longest");
    await until("the new answer", () => describedAs("Who has been inside longest"));
    await edit(contract, "export const listLongest =", "export const listLongest = =");
    await until("the failure", async () =>
      (await callOver(dev.url, "GET", "/readyz")).status === 503 ? true : undefined,
    );
    await edit(contract, "export const listLongest = =", "export const listLongest =");
    await until("the answer", async () =>
      (await callOver(dev.url, "GET", "/readyz")).status === 200 ? true : undefined,
    );
  });

  it("ends on Ctrl-C, with its server and its database", async () => {
    const processes = await descendantsOf(dev.child.pid ?? 0);
    assert.ok(processes.length > 5, String(processes.length));
    await dev.kill("SIGINT");
    assert.deepEqual(await dev.exited, { code: 0, signal: null });
    assert.deepEqual(processes.filter(isAlive), []);
  });
});
