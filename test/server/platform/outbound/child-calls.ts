// Runs where every address of the world leads to this machine (namespace.ts), and says on its last line what it found.
import { promises as dns } from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";

import type { Resolve } from "../../../../server/platform/outbound/addresses.ts";
import { callOut, checkUrl } from "../../../../server/platform/outbound/call-out.ts";
import { isAllowedAddress } from "../../../../server/platform/outbound/ssrf-guard.ts";
import { BEHAVIOURS, type Behaviour, isSilent, PUBLIC } from "./behaviours.ts";
import { deniedUrls, PUBLIC_ADDRESSES, spellingsOf } from "./corpus.ts";
import { type Question, startNameServer } from "./name-server.ts";

const PORT = 8080;
const NAME_SERVER = "127.0.0.53";
const REDIRECTS = [300, 301, 302, 303, 305, 307, 308];

let reached: string[] = [];
const canary = (): Server =>
  createServer((request, response) => {
    const status = Number(request.url?.slice(1)) || 200;
    response.writeHead(status, { location: "http://10.0.0.1:8080/", refresh: "0; url=http://10.0.0.1:8080/" });
    response.end('<meta http-equiv="refresh" content="0; url=http://10.0.0.1:8080/">');
  }).on("connection", (socket) => reached.push((socket.localAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "")));

const passed = { count: 0 };
const failed: string[] = [];
const check = (what: string, isRight: boolean, found: unknown): void => {
  if (isRight) passed.count += 1;
  else failed.push(`${what}: ${JSON.stringify(found)}`);
};

/** Connections that any process in this namespace has begun: what the kernel counts, not what we think. */
const begun = (): number => {
  const [names = "", values = ""] = readFileSync("/proc/net/snmp", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("Tcp:"));
  return Number(values.split(" ")[names.split(" ").indexOf("ActiveOpens")]);
};

const call = (url: string, resolve?: Resolve, { allowed = [] as string[], deadlineMs = 3_000 } = {}) =>
  callOut({
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
    allowed,
    deadlineMs,
    maxBytes: 65_536,
    ...(resolve === undefined ? {} : { resolve }),
  });

/** What was reached since the last look. */
const taken = (): string[] => {
  const found = reached;
  reached = [];
  return found;
};

const deniedLiterals = async (): Promise<number> => {
  const urls = deniedUrls(PORT);
  const before = begun();
  for (const url of urls) {
    const outcome = await call(url);
    check(
      `call ${url.slice(0, 90)}`,
      "kind" in outcome && ["wrong_url", "credentials_in_url", "not_public"].includes(outcome.kind),
      outcome,
    );
    const { problem } = await checkUrl(url, []);
    check(`save ${url.slice(0, 90)}`, problem !== undefined, problem);
  }
  check("connections begun", begun() === before, begun() - before);
  check("connections accepted", reached.length === 0, taken());
  return urls.length;
};

const publicLiterals = async (): Promise<void> => {
  for (const address of PUBLIC_ADDRESSES) {
    const isV6 = address.includes(":");
    const hosts = isV6 ? [`[${address}]`] : spellingsOf(address).slice(0, 17);
    for (const host of hosts) {
      const outcome = await call(`http://${host}:${PORT}/`);
      const found = taken();
      const isRight = "status" in outcome && outcome.status === 200 && found.join() === address;
      check(`reach ${host}`, isRight, [outcome, found]);
    }
  }
};

const redirects = async (): Promise<void> => {
  for (const status of REDIRECTS) {
    const outcome = await call(`http://${PUBLIC}:${PORT}/${status}`);
    const found = taken();
    check(`redirect ${status}`, "status" in outcome && outcome.status === status && found.join() === PUBLIC, [
      outcome,
      found,
    ]);
  }
};

/** What is opened is reached, and nothing beside it. */
const openings = async (): Promise<void> => {
  const table: [string, string, boolean][] = [
    ["10.0.0.0/8", "10.1.2.3", true],
    ["10.0.0.0/8", "[::ffff:10.1.2.3]", true],
    ["10.0.0.0/8", "[64:ff9b::a01:203]", false],
    ["10.0.0.0/8", "[2002:a01:203::1]", false],
    ["10.0.0.0/8", "[::a01:203]", false],
    ["10.0.0.0/8", "192.168.1.1", false],
    ["10.0.0.0/9", "10.128.0.1", false],
    ["127.0.0.0/8", "127.0.0.1", true],
    ["127.0.0.0/8", "[::1]", false],
    ["::1/128", "[::1]", true],
    ["::1", "[::1]", true],
    ["::1", "127.0.0.1", false],
    ["::/0", "127.0.0.1", false],
    ["::/0", "[::ffff:127.0.0.1]", false],
    ["0.0.0.0/0", "[fd00::1]", false],
    ["fd00::/8", "[fd00::1]", true],
    ["fd00::/8", "[fc00::1]", false],
    ["64:ff9b::/96", "[64:ff9b::a01:203]", true],
    ["169.254.169.254", "169.254.169.254", true],
    ["169.254.169.254", "169.254.169.253", false],
  ];
  for (const [range, host, isOpen] of table) {
    const outcome = await call(`http://${host}:${PORT}/`, undefined, { allowed: [range] });
    const found = taken();
    check(`${range} opens ${host}`, isOpen ? found.length === 1 : "kind" in outcome && found.length === 0, [
      outcome,
      found,
    ]);
  }
};

type Running = { behaviour: Behaviour; counts: Map<number, number> };
const running = new Map<string, Running>();
const answerNames = (question: Question) => {
  const own = [...running.keys()].find((name) => question.name.toLowerCase().endsWith(name));
  const found = own === undefined ? undefined : running.get(own);
  if (found === undefined) return [];
  const nth = found.counts.get(question.type) ?? 0;
  found.counts.set(question.type, nth + 1);
  return found.behaviour.behave(question, nth);
};

const server = new dns.Resolver({ timeout: 500, tries: 1 });
/** The library's own resolver; a family without an address is not a failure as long as the other has one. */
const byLibrary: Resolve = async (name) => {
  const both = await Promise.allSettled([server.resolve4(name), server.resolve6(name)]);
  const found = both.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  if (found.length === 0) throw both.find((one) => one.status === "rejected")?.reason ?? new Error("no address");
  return found;
};

const outcomeOf = (outcome: Awaited<ReturnType<typeof call>>, found: string[]): string => {
  if ("status" in outcome) return found.join() === PUBLIC ? "reached" : `reached ${found.join()}`;
  if (found.length > 0) return `connected to ${found.join()}`;
  if (outcome.kind === "not_public") return "refused";
  return ["unresolved", "timeout"].includes(outcome.kind) ? "unresolved" : outcome.kind;
};
const isExpected = (expected: string, outcome: string): boolean => {
  if (expected === "safe") return ["refused", "unresolved", "reached"].includes(outcome);
  return outcome === (expected === "reached6" ? "reached 2606:4700:4700::1111" : expected);
};

const runBehaviour = async (title: string, behaviour: Behaviour, kind: string, resolve?: Resolve): Promise<void> => {
  const name = `${kind}-${running.size}.names.test`;
  running.set(name, { behaviour, counts: new Map() });
  const url = `http://${name}:${PORT}/`;
  for (const [turn, expected] of behaviour.expected.entries()) {
    if (kind === "saved" && turn === 0) {
      const checked = await checkUrl(url, []);
      check(`${kind}: ${title}`, (checked.problem === undefined) === (expected !== "refused"), checked);
      continue;
    }
    const outcome = await call(url, resolve, { deadlineMs: isSilent(title) ? 700 : 3_000 });
    const found = taken();
    const allPublic = found.every((address) => isAllowedAddress(address, []));
    const isRight = allPublic && found.length <= 1 && isExpected(expected, outcomeOf(outcome, found));
    check(`${kind}: ${title}, call ${turn + 1}: ${expected}`, isRight, [outcome, found]);
  }
};

const names = async (): Promise<number> => {
  server.setServers([NAME_SERVER]);
  await startNameServer(NAME_SERVER, 53, answerNames);
  for (const [title, behaviour] of BEHAVIOURS) await runBehaviour(title, behaviour, "library", byLibrary);
  for (const [title, behaviour] of BEHAVIOURS)
    if (behaviour.expected.length > 1) await runBehaviour(title, behaviour, "saved");
  for (const [title, behaviour] of BEHAVIOURS) await runBehaviour(title, behaviour, "system");
  return BEHAVIOURS.size;
};

for (const host of ["0.0.0.0", "::"])
  for (const port of [80, 443, PORT]) {
    const one = canary().listen({ host, port, ipv6Only: true });
    await once(one, "listening");
  }
const urls = await deniedLiterals();
await publicLiterals();
await redirects();
await openings();
const behaviours = await names();
console.log(JSON.stringify({ urls, behaviours, passed: passed.count, failed }));
process.exit(0);
