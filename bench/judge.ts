// npm run judge: has Lighthouse judge what a phone opens first, on slow 4G and a processor four times as slow, both simulated. Each page
// is opened --rounds times (3 when left out), and the medians count; they are those of this machine, on which nothing else should run.
import { CATEGORIES, judgeAll } from "../test/support/browser/lighthouse.ts";
import { startDemo } from "../test/support/demo.ts";
import { buildPages } from "../web/build.ts";
import { conclude, readArguments } from "./command.ts";
import { median, type Row } from "./figures.ts";

const TARGETS = { performance: 90, accessibility: 100, "best-practices": 100 } as const;

const given = readArguments({ visits: "900", rounds: "3" }, { rounds: "1" });

await buildPages(process.env["WEB_DIR"] ?? "dist/web");
const demo = await startDemo({ visits: Number(given.visits) });
const rows: Row[] = [];
try {
  await judgeAll(demo, Number(given.rounds), (name, verdicts) => {
    for (const category of CATEGORIES) {
      const score = median(verdicts.map(({ scores }) => scores[category]));
      const target = TARGETS[category];
      rows.push({ what: `${name}: ${category}`, figures: `${score}`, target: `${target}`, holds: score >= target });
    }
    const index = median(verdicts.map(({ machineIndex }) => machineIndex));
    rows.push({ what: `${name}: Lighthouse's index of the machine`, figures: index.toFixed(0) });
  });
} finally {
  await demo.web.close();
}
conclude("Lighthouse, on a phone", rows, given);
