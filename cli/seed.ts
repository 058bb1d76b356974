import type { Config } from "../server/config.ts";
import { loadSecretKey } from "../server/secret-key.ts";
import { countLocations, type Progress, seed, type Seeded } from "../server/seed/seed.ts";
import { type Command, EXIT, Failure, wrongUsage } from "./command.ts";
import { withDatabase } from "./database.ts";
import { print, printTable, tell } from "./output.ts";

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

/** A bar that moves on a terminal; elsewhere a line now and then. */
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
    `This database already has ${count} ${count === 1 ? "location" : "locations"}, so no demo data was added. ` +
      "Add --force to put the demo's locations beside them, or set DATA_DIR to an empty folder (DATABASE_URL to an empty database) for a trial.",
  );
};

const tellResult = ({ locations, hosts, visits, seconds }: Seeded, { publicUrl }: Config): void => {
  const location = locations[0]?._id ?? "";
  const api = `${publicUrl}/api`;
  printTable(
    ["ID", "NAME", "TIME ZONE"],
    locations.map(({ _id, name, timezone }) => [_id, name, timezone]),
  );
  print(
    [
      "",
      `${visits.toLocaleString("en")} visits, ${hosts.toLocaleString("en")} hosts and ${locations.length} locations were made in ${seconds.toFixed(1)} s.`,
      "",
      "Try, with the service running (npm start) and your administrator's e-mail for EMAIL:",
      "",
      `  Open ${publicUrl}`,
      `  curl -u EMAIL "${api}/visitors/signed_current/${location}"`,
      `  curl -u EMAIL -g "${api}/visitors/bycompany/${location}?count=10&page=1&filter[last_name]=peeters"`,
    ].join("\n"),
  );
};

/** `foyer seed`: fills the database with demo data. */
export const seedCommand: Command = {
  operands: [],
  about: [
    "Fills an empty database with believable demo data: three locations in three time zones, 200 hosts, visit types in four languages and visits of the last months, some of them still inside.",
    "The service may be running. Mail addresses end in .example and phone numbers reach nobody. All of it is added, or nothing.",
  ],
  options: {
    visits: {
      value: "N",
      about: `how many visits, ${VISITS} when left out; from 100000 on at twenty locations over three years`,
    },
    seed: { value: "N", about: "another number gives other data; 1 when left out" },
    force: { about: "also where there are locations already: the demo's are added beside them" },
  },
  examples: ["node bin/foyer.mjs seed", "node bin/foyer.mjs seed --visits 1000000"],
  run: (given) => {
    const visits = whole("visits", given.text("visits"), VISITS, [1, VISITS_MAX]);
    const seedNumber = whole("seed", given.text("seed"), 1, [0, SEED_MAX]);
    return withDatabase({ creates: true }, async ({ db, config }) => {
      if (!given.has("force")) refuseFilled(await countLocations(db));
      const progress = makeProgress();
      tell(`Making ${visits.toLocaleString("en")} visits …`);
      const made = await seed({
        db,
        visits,
        seedNumber,
        now: Date.now(),
        secretKey: await loadSecretKey(config),
        onProgress: progress.report,
      });
      progress.end();
      tellResult(made, config);
      return EXIT.done;
    });
  },
};
