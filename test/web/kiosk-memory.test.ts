import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildSite } from "../support/door.ts";
import { openKiosk, press } from "../support/kiosk-page.ts";
import { startWeb, type Web } from "../support/web.ts";

/** The long form: `KIOSK_SIGN_INS=2000`. */
const SIGN_INS = Number(process.env["KIOSK_SIGN_INS"] ?? 50);
/** What the browser itself keeps of caches and compiled code, whatever the number of visitors. */
const GROWTH_MAX_BYTES = 1_500_000;

let web: Web;

before(async () => {
  web = await startWeb();
});
after(() => web.close());

const HIDDEN = ["company", "email", "phone", "recipient"].map((field_name) => ({
  field_name,
  visible: false,
  required: false,
}));

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
    const visit = async (n: number): Promise<void> => {
      await press(page, "Sign in");
      await page.getByLabel("First name").fill("Jo");
      await page.getByLabel("Last name").fill(`Visitor ${n}`);
      await press(page, "Sign in");
      await press(page, "Done");
      await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    };
    for (let n = 0; n < 5; n += 1) await visit(n);
    const first = await heap();
    for (let n = 0; n < SIGN_INS; n += 1) await visit(n);
    const last = await heap();
    const growth = last.used - first.used;
    t.diagnostic(
      `${Math.round(first.used / 1024)} KB, then ${Math.round(growth / 1024)} KB more; ${last.nodes - first.nodes} nodes more`,
    );
    assert.ok(growth < GROWTH_MAX_BYTES, `${growth} bytes`);
    assert.ok(last.nodes - first.nodes < 500, `${last.nodes - first.nodes} nodes`);
    assert.deepEqual(complaints, []);
  });
});
