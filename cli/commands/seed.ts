import type { Config } from "../../server/platform/config/config.ts";
import { loadSecretKey } from "../../server/platform/secret-key.ts";
import { countLocations, type Progress, seed, type SeedResult } from "../../demo/seed.ts";
import { type Command, EXIT, Failure, wrongUsage } from "../lib/command.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import { withDatabase } from "../lib/database.ts";
import { print, printTable, printToStderr } from "../lib/output.ts";

const VISITS = 5_000;
const VISITS_MAX = 20_000_000;
const SEED_MAX = 2 ** 32 - 1;
const BAR_WIDTH = 30;
const LINE_WIDTH = 70;

const whole = (name: string, text: string | undefined, fallback: number, [min, max]: [number, number]): number => {
  const number = text === undefined ? fallback : Number(text.replaceAll(/[_,]/g, ""));
  if (!Number.isInteger(number) || number < min || number > max)
    throw wrongUsage(`--${name} must be a whole number from ${min} to ${max}.`);
  return number;
};

const bar = (share: number): string => "█".repeat(Math.round(BAR_WIDTH * share)).padEnd(BAR_WIDTH, "░");

/** A progress bar on a terminal; elsewhere a line now and then. */
const makeProgress = (): { report: Progress; end(): void } => {
  const { stderr } = process;
  let last = "";
  const report: Progress = (done, total, what) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const line = stderr.isTTY
      ? `\r${`${bar(share)} ${String(Math.round(share * 100)).padStart(3)} %  ${what}`.padEnd(LINE_WIDTH)}`
      : `${what}: ${Math.floor(share * 10) * 10} %\n`;
    if (line !== last) stderr.write(line);
    last = line;
  };
  return { report, end: () => void (stderr.isTTY && stderr.write(`\r${" ".repeat(LINE_WIDTH)}\r`)) };
};

const refuseFilled = (count: number): void => {
  if (count === 0) return;
  throw new Failure(
    `This database already has ${countOf(count, "location")}, so no demo data was added. ` +
      "To add the demo locations anyway, use --force. To try it separately, set DATA_DIR to an empty folder or DATABASE_URL to an empty database.",
  );
};

const tellResult = ({ locations, hosts, visits, seconds }: SeedResult, { publicUrl }: Config): void => {
  const location = locations[0]?._id ?? "";
  const api = `${publicUrl}/api`;
  printTable(
    ["ID", "NAME", "TIME ZONE"],
    locations.map(({ _id, name, timezone }) => [_id, name, timezone]),
  );
  print(
    [
      "",
      `${countOf(visits, "visit")}, ${countOf(hosts, "host")} and ${countOf(locations.length, "location")} created in ${seconds.toFixed(1)} s.`,
      "",
      "Try this while Foyer is running (npm start) and your administrator's email address as EMAIL:",
      "",
      `  Open ${publicUrl}`,
      `  curl -u EMAIL "${api}/visitors/signed_current/${location}"`,
      `  curl -u EMAIL -g "${api}/visitors/bycompany/${location}?count=10&page=1&filter[last_name]=peeters"`,
    ].join("\n"),
  );
};

/** `foyer seed`: fills the database with demo data. */
export const command: Command = {
  operands: [],
  about: [
    "Fills an empty database with realistic demo data: three locations in three time zones, 200 hosts, visit types in four languages, and visits from recent months, some still in progress.",
    "Foyer can be running. Email addresses end in .example and phone numbers don't work. Either everything is added or nothing.",
  ],
  options: {
    visits: {
      value: "N",
      about: `how many visits, ${VISITS} by default; from 100000, spread over twenty locations and three years`,
    },
    seed: { value: "N", about: "a different number gives different data (default: 1)" },
    force: { about: "add the demo locations even if there are already locations" },
  },
  examples: ["node bin/foyer.mjs seed", "node bin/foyer.mjs seed --visits 1000000"],
  run: (given) => {
    const visits = whole("visits", given.text("visits"), VISITS, [1, VISITS_MAX]);
    const seedNumber = whole("seed", given.text("seed"), 1, [0, SEED_MAX]);
    return withDatabase({ creates: true }, async ({ db, config }) => {
      if (!given.has("force")) refuseFilled(await countLocations(db));
      const progress = makeProgress();
      printToStderr(`Creating ${countOf(visits, "visit")} …`);
      const result = await seed({
        db,
        visits,
        seedNumber,
        now: Date.now(),
        secretKey: await loadSecretKey(config),
        onProgress: progress.report,
      });
      progress.end();
      tellResult(result, config);
      return EXIT.done;
    });
  },
};
