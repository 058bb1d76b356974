import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { BrowserContext } from "playwright-core";

import { startProfile } from "./browser.ts";
import type { Demo } from "../demo.ts";
import { installedPackages } from "../run/installed-packages.ts";
import { pairKiosk } from "../kiosk.ts";
import { putCredential } from "./kiosk-page.ts";
import { buildUser, logIn, SAVE_DATA } from "./web.ts";

/** What Lighthouse judges of a page: each score from 0 to 100. */
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

/** What Lighthouse says of a page on a phone with slow 4G and a processor four times as slow, which it simulates. */
export type Verdict = {
  scores: Record<(typeof CATEGORIES)[number], number>;
  /** What accessibility and best practices lack, with what it is about. */
  findings: string[];
  /** What the page asked for until it was at rest, and its size as it was sent. */
  requests: number;
  kilobytes: number;
  /** Lighthouse's own measure of this machine's processor just then: the higher, the faster. */
  machineIndex: number;
};

type Audit = { score: number | null; details?: unknown };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
/** What of Lighthouse is used here. */
type Lighthouse = (
  url: string,
  flags: Record<string, unknown>,
) => Promise<
  | {
      lhr: {
        audits: Record<string, Audit>;
        categories: Record<string, Category>;
        environment: { benchmarkIndex: number };
        runtimeError?: { message: string };
      };
    }
  | undefined
>;

const loadLighthouse = async (): Promise<Lighthouse> => {
  const folder = await installedPackages("lighthouse", "lighthouse");
  const entry = pathToFileURL(join(folder, "node_modules/lighthouse/core/index.js"));
  return ((await import(entry.href)) as { default: Lighthouse }).default;
};

type Item = { transferSize?: number; node?: { snippet?: string } };

const judgePage = async (port: number, url: string): Promise<Verdict> => {
  const lighthouse = await loadLighthouse();
  const result = await lighthouse(url, {
    port,
    onlyCategories: [...CATEGORIES],
    logLevel: "error",
    disableFullPageScreenshot: true,
  });
  if (result === undefined) throw new Error(`Lighthouse has not judged ${url}`);
  const { audits, categories, environment, runtimeError } = result.lhr;
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
  const itemsOf = (audit: string): Item[] => Object(audits[audit]?.details).items ?? [];
  const scoreOf = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
  const findings = CATEGORIES.slice(1)
    .flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${JSON.stringify(itemsOf(id).map((item) => item.node?.snippet ?? item))}`);
  const loaded = itemsOf("network-requests");
  const bytes = loaded.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, scoreOf(name)])) as Verdict["scores"],
    findings,
    requests: loaded.length,
    kilobytes: Math.round(bytes / 1024),
    machineIndex: environment.benchmarkIndex,
  };
};

/** What a page needs before it can be opened. */
type Preparation = (demo: Demo, context: BrowserContext) => Promise<unknown>;

const asManager: Preparation = async ({ web, location }, context) =>
  logIn(web, context, await buildUser(web, "local_admin", [location]));

const asKiosk: Preparation = async ({ web, location }, context) => {
  const { as } = await pairKiosk(web.world, location);
  const page = await context.newPage();
  await page.goto(`${web.url}/kiosk/icon-192.png`);
  await page.evaluate(putCredential, as.authorization.replace("Bearer ", ""));
  await page.close();
};

/** What a phone opens first, each with its address and what is done before it is opened, in this order. */
export const JUDGED: Readonly<Record<string, { at: (location: string) => string; prepare?: Preparation }>> = {
  login: { at: () => "/login" },
  reception: { at: (location) => `/at/${location}/reception`, prepare: asManager },
  log: { at: (location) => `/at/${location}/log`, prepare: asManager },
  kiosk: { at: () => "/kiosk/", prepare: asKiosk },
};

/** In a browser of its own: what the pages before it leave in one makes its scripts up to eight times as slow. */
const judge = async (demo: Demo, { at, prepare }: (typeof JUDGED)[string]): Promise<Verdict> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-lighthouse-"));
  const { context, port } = await startProfile(folder);
  try {
    await context.addInitScript(SAVE_DATA);
    await prepare?.(demo, context);
    return await judgePage(port, demo.web.url + at(demo.location));
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Judges each page of JUDGED this many times, from scratch. @param told is called with each page's verdicts */
export const judgeAll = async (
  demo: Demo,
  rounds: number,
  told: (name: string, verdicts: readonly Verdict[]) => void,
): Promise<void> => {
  for (const [name, page] of Object.entries(JUDGED)) {
    const verdicts: Verdict[] = [];
    while (verdicts.length < rounds) verdicts.push(await judge(demo, page));
    told(name, verdicts);
  }
};
