import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildSite } from "../../support/door.ts";
import { openKiosk, passThrough } from "../../support/browser/kiosk-page.ts";
import { startWeb, type Web } from "../../support/browser/web.ts";

/** The long form (docs/guarantees.md): `KIOSK_SIGN_INS=2000`. */
const SIGN_INS = Number(process.env["KIOSK_SIGN_INS"] ?? 50);
const WARM_UP = 5;
const LANGUAGES = readdirSync(join(import.meta.dirname, "../../../texts"));
/** Where the long form prints its progress. */
const MARKS = new Set([100, 500, 1000, 2000]);
/** Tables that the browser doubles when they are full; a sign-in that left its form behind would be over it after 30. */
const GROWTH_MAX_BYTES = 100_000;

/**
 * A page that is used compiles more and more of its code, up to a megabyte within the first thousand visitors. That is not a memory of
 * visitors and would hide one, so the code is not compiled here.
 */
const UNCOMPILED = "--js-flags=--no-opt --no-sparkplug --no-maglev";

let web: Web;

before(async () => {
  web = await startWeb({ flags: [UNCOMPILED] });
});
after(() => web.close());

const HIDDEN = ["company", "email", "phone", "recipient"].map((field_name) => ({
  field_name,
  visible: false,
  required: false,
}));

/** The texts of the other languages come some time after the start, and aren't a memory of visitors either. */
const allLanguages = (page: Page): Promise<unknown> =>
  page.waitForFunction((files) => {
    const own = new Set(Array.from(document.scripts, ({ src }) => src));
    const names = performance.getEntriesByType("resource").map(({ name }) => name);
    const texts = names.filter((name) => /\/(?:kiosk|visitor-flow)-[\w-]+\.js$/.test(name) && !own.has(name));
    return new Set(texts).size === files;
  }, LANGUAGES.length * 2);

const visit = (page: Page, n: number): Promise<void> => passThrough(page, "Jo", `Visitor ${n}`);

describe("the kiosk stands for months (issue: 2,000 sign-ins without growing memory)", () => {
  it(`${SIGN_INS} visitors in a row leave nothing in memory`, async (t) => {
    const site = await buildSite(web.world, { fields: HIDDEN });
    const { page, context, complaints } = await openKiosk(web, site.kiosk, { device: { reducedMotion: "reduce" } });
    const session = await context.newCDPSession(page);
    const heap = async (): Promise<{ used: number; nodes: number }> => {
      await session.send("HeapProfiler.collectGarbage");
      const [{ usedSize }, { nodes }] = await Promise.all([
        session.send("Runtime.getHeapUsage"),
        session.send("Memory.getDOMCounters"),
      ]);
      return { used: usedSize, nodes };
    };
    for (let n = 0; n < WARM_UP; n += 1) await visit(page, n);
    await allLanguages(page);
    const first = await heap();
    t.diagnostic(`${Math.round(first.used / 1024)} KB at first`);
    for (let n = 1; n <= SIGN_INS; n += 1) {
      await visit(page, n);
      if (MARKS.has(n)) t.diagnostic(`${n}: ${Math.round(((await heap()).used - first.used) / 1024)} KB more`);
    }
    const last = await heap();
    const growth = last.used - first.used;
    t.diagnostic(`${growth} bytes more, ${last.nodes - first.nodes} nodes more`);
    assert.ok(growth < GROWTH_MAX_BYTES, `${growth} bytes`);
    assert.ok(last.nodes - first.nodes < 100, `${last.nodes - first.nodes} nodes`);
    const { rows } = await web.world.db.pool.query("select count(*)::int as n from visits where company_id = $1", [
      site.location,
    ]);
    assert.equal(rows[0].n, WARM_UP + SIGN_INS);
    // No visitor scans this many badges in such a short time.
    assert.deepEqual(
      new Set(complaints),
      new Set(complaints.filter((text) => /too frequent calls to print/.test(text))),
    );
  });
});
