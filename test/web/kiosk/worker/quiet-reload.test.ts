import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isReloadDue, type KioskMoment } from "../../../../web/kiosk/worker/quiet-reload.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A kiosk without a visitor, at noon. */
const QUIET: KioskMoment = { isNew: false, isOnStart: true, idleMs: 11 * MINUTE_MS, ageMs: DAY_MS, hour: 12 };

describe("when a kiosk loads itself anew (docs/kiosk-hardware.md)", () => {
  it("for a new version, when it was not touched for ten minutes on its first screen", () => {
    assert.equal(isReloadDue({ ...QUIET, isNew: true }), true);
    assert.equal(isReloadDue(QUIET), false);
    assert.equal(isReloadDue({ ...QUIET, isNew: true, idleMs: 9 * MINUTE_MS }), false);
    assert.equal(isReloadDue({ ...QUIET, isNew: true, isOnStart: false }), false);
  });

  it("once a night, and not while a visitor is there", () => {
    for (const hour of [2, 3, 4]) assert.equal(isReloadDue({ ...QUIET, hour }), true);
    for (const hour of [1, 5, 23]) assert.equal(isReloadDue({ ...QUIET, hour }), false);
    assert.equal(isReloadDue({ ...QUIET, hour: 3, ageMs: 11 * 60 * MINUTE_MS }), false);
    assert.equal(isReloadDue({ ...QUIET, hour: 3, idleMs: 0 }), false);
  });
});
