import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, it } from "node:test";
import { promisify } from "node:util";

import { startsOf } from "../../../../server/platform/lib/time/recurrence.ts";
import { findOrInstall } from "../../../support/run/debian.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { sizeOf } from "../../../support/run/size.ts";

const run = promisify(execFile);

/** Reads [rule, start, zone] and prints the instants: dateutil's rule on the clock, Python's zones for the instants. */
const JUDGE = `
import json, sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo
from dateutil.rrule import rrulestr
def instants(rule, start, zone):
    first, found = datetime.fromisoformat(start), []
    for at in rrulestr(rule, dtstart=first):
        if len(found) >= 60 or at.year > first.year + 4: break
        found.append(int(at.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc).timestamp() * 1000))
    return found
print(json.dumps([instants(*case) for case in json.load(sys.stdin)]))
`;

const findDateutil = (): Promise<string> =>
  findOrInstall(
    async () => {
      const works = await run("python3", [
        "-c",
        "import dateutil.rrule, zoneinfo; zoneinfo.ZoneInfo('Asia/Tokyo')",
      ]).then(
        () => true,
        () => false,
      );
      return works ? "python3" : undefined;
    },
    "Rules are judged by python-dateutil, and no Python with it was found. Install it (Debian: apt-get install python3-dateutil tzdata).",
    "python3-dateutil",
    "tzdata",
  );

/** Zones whose clock changes, or has an odd offset, on which databases of different years agree. */
const ZONES = (
  "Europe/Brussels Europe/London Europe/Dublin Europe/Lisbon Europe/Berlin Europe/Athens Europe/Helsinki Europe/Istanbul Europe/Moscow " +
  "Atlantic/Azores Atlantic/Reykjavik America/New_York America/Chicago America/Denver America/Phoenix America/Los_Angeles America/Anchorage " +
  "America/St_Johns America/Halifax America/Toronto America/Sao_Paulo America/Bogota America/Lima America/Mexico_City Pacific/Honolulu " +
  "Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Kiritimati Australia/Sydney Australia/Adelaide Australia/Darwin Australia/Lord_Howe " +
  "Asia/Tokyo Asia/Kolkata Asia/Kathmandu Asia/Singapore Asia/Dubai Asia/Jerusalem Africa/Johannesburg"
).split(" ");
const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const some = <T>(random: Random, items: readonly T[], most: number): T[] => {
  const count = random.whole(1, most);
  return [...new Set(Array.from({ length: count }, () => random.one(items)))];
};

const byMonthOf = (random: Random): string[] =>
  random.chance(0.3) ? [`BYMONTH=${some(random, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3).join(",")}`] : [];

const daysOfMonth = (random: Random): string[] => {
  const kind = random.whole(0, 3);
  if (kind === 0) return [`BYMONTHDAY=${some(random, [1, 2, 15, 28, 29, 30, 31, -1, -2, -7], 2).join(",")}`];
  if (kind === 1)
    return [
      `BYDAY=${some(random, DAYS, 2)
        .map((day) => `${random.one([1, 2, 3, 4, -1, -2])}${day}`)
        .join(",")}`,
    ];
  if (kind === 2) return [`BYDAY=${some(random, DAYS, 5).join(",")}`, `BYSETPOS=${random.one([1, 2, -1])}`];
  return [];
};

const partsOf = (random: Random, freq: string): string[] => {
  if (freq === "MONTHLY" || freq === "YEARLY") return daysOfMonth(random);
  return random.chance(0.6) ? [`BYDAY=${some(random, DAYS, 4).join(",")}`] : [];
};

const endOf = (random: Random): string[] => {
  const kind = random.whole(0, 3);
  if (kind === 0) return [`COUNT=${random.whole(1, 40)}`];
  return kind === 1 ? [`UNTIL=${random.whole(2027, 2030)}0615T120000`] : [];
};

const ruleOf = (random: Random): string => {
  const freq = random.one(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"]);
  const every = random.chance(0.4) ? [`INTERVAL=${random.whole(2, 4)}`] : [];
  const week = freq === "WEEKLY" && random.chance(0.3) ? [`WKST=${random.one(DAYS)}`] : [];
  return [`FREQ=${freq}`, ...every, ...byMonthOf(random), ...partsOf(random, freq), ...week, ...endOf(random)].join(
    ";",
  );
};

const two = (n: number): string => String(n).padStart(2, "0");

const caseOf = (random: Random): [string, string, string] => {
  const date = `${random.whole(2026, 2028)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`;
  return [ruleOf(random), `${date}T${two(random.whole(0, 23))}:${random.one(["00", "30"])}`, random.one(ZONES)];
};

/** Ours as dateutil gives them: without a start that the rule doesn't give, 60 at most, of four years. */
const ours = ([rule, starts, timezone]: [string, string, string], expected: readonly number[]): number[] => {
  const found = startsOf({ rule, starts, timezone }, Date.parse(`${Number(starts.slice(0, 4)) + 5}-01-01T12:00:00Z`));
  return (found[0] === expected[0] ? found : found.slice(1)).slice(0, expected.length);
};

/** dateutil counts what the rule gives; for us a start that it doesn't give is the first that counts. */
const isCounted = ([rule]: [string, string, string]): boolean => rule.includes("COUNT=");

describe("rules as python-dateutil reads them (decision 0063: 10,000 in 40 zones)", () => {
  it("the same instants", async () => {
    const python = await findDateutil();
    const seed = seedOf();
    const random = makeRandom(seed);
    const cases = Array.from({ length: sizeOf(10_000) }, () => caseOf(random));
    const judging = run(python, ["-c", JUDGE], { maxBuffer: 2 ** 28 });
    judging.child.stdin?.end(JSON.stringify(cases));
    const judged = JSON.parse((await judging).stdout) as number[][];
    let empty = 0;
    for (const [n, one] of cases.entries()) {
      const expected = judged[n] ?? [];
      empty += expected.length === 0 ? 1 : 0;
      if (expected.length === 0) continue;
      const found = ours(one, expected);
      const count = isCounted(one) && found.length < expected.length ? found.length : expected.length;
      // Two times on the clock may be one instant, in a missing hour.
      assert.deepEqual(found, [...new Set(expected)].slice(0, count), `${one.join(" ")} (TEST_SEED=${seed})`);
    }
    assert.ok(empty < cases.length / 10);
  });
});
