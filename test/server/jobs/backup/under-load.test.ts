import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { LONG } from "../../../support/run/size.ts";
import { cleanUpPlaces } from "./places.ts";
import { provePoints } from "./under-load.ts";

after(cleanUpPlaces);

/** FOYER_LONG=1 runs its long form. */
const TIMES = LONG ? 20 : 2;

describe("backups under write load", () => {
  it(`${TIMES} of ${TIMES} restore to one moment each: visits as their log says, row by row`, async () => {
    assert.ok((await provePoints(TIMES)) > 0);
  });
});
