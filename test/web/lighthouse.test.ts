import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Demo, startDemo } from "../support/demo.ts";
import { JUDGED, judgeAll, type Verdict } from "../support/browser/lighthouse.ts";

/**
 * What a page may ask for until it is at rest, with what it loads for the next click: on a slow line these are its speed, and they are
 * the same on every machine.
 */
const BUDGETS: Readonly<Record<string, Pick<Verdict, "requests" | "kilobytes">>> = {
  login: { requests: 24, kilobytes: 370 },
  reception: { requests: 60, kilobytes: 460 },
  log: { requests: 54, kilobytes: 440 },
  kiosk: { requests: 32, kilobytes: 230 },
};

let demo: Demo;
const judged = new Map<string, Verdict>();

before(async () => {
  demo = await startDemo({ visits: 900 });
  await judgeAll(demo, 1, (name, [verdict]) => verdict && judged.set(name, verdict));
});
after(() => demo.web.close());

describe("Lighthouse, on a phone with slow 4G", () => {
  for (const name of Object.keys(JUDGED)) {
    it(`${name}: accessibility and best practices 100`, () => {
      const verdict = judged.get(name);
      assert.deepEqual(verdict?.findings, []);
      assert.equal(verdict.scores.accessibility, 100);
      assert.equal(verdict.scores["best-practices"], 100);
    });

    it(`${name}: within its budget of requests and bytes`, (t) => {
      const { scores, requests, kilobytes } = judged.get(name) ?? assert.fail("not judged");
      const budget = BUDGETS[name] ?? assert.fail("without a budget");
      t.diagnostic(`performance ${scores.performance}, ${requests} requests, ${kilobytes} KB`);
      assert.ok(requests <= budget.requests && kilobytes <= budget.kilobytes, `${requests} requests, ${kilobytes} KB`);
    });
  }
});
