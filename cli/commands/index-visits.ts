import { setTimeout as wait } from "node:timers/promises";

import type { Db } from "../../server/platform/db/database.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import { readIndexProgress } from "../../server/resources/visits/index-progress.ts";
import { indexAgain, indexVisits } from "../../server/resources/visits/indexing.ts";
import { type Command, EXIT } from "../lib/command.ts";
import { withDatabase } from "../lib/database.ts";
import { printToStderr } from "../lib/output.ts";

const SHOWN_MS = 5_000;
const WAIT_MS = 500;

const show = async (db: Db): Promise<void> => {
  const { locations, visits, seconds } = await readIndexProgress(db);
  const left = `${countOf(visits, "visit")} of ${countOf(locations, "location")}`;
  printToStderr(
    locations === 0
      ? "All visits are indexed."
      : `Left to index: ${left}, about ${countOf(Math.ceil(seconds / 60), "minute")}.`,
  );
};

/** Indexes what is left, and waits for what another process is indexing. */
const indexAll = async (db: Db, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted && (await readIndexProgress(db)).locations > 0) {
    await indexVisits({ db }, stopping);
    await wait(WAIT_MS);
  }
};

export const command: Command = {
  operands: [],
  about: [
    "Makes the index of the visitor log's filters, location by location, where an upgrade left it to be made. Foyer does the same in the background while it runs, so this is for when it doesn't, and for when you want to see it done.",
    "Visitors can sign in while it runs. If it is stopped, the next run continues.",
  ],
  options: {
    check: { about: "only say how much is left" },
    all: { about: "make all of it anew" },
  },
  examples: ["node bin/foyer.mjs index", "node bin/foyer.mjs index --check"],
  run: (given) =>
    withDatabase({ creates: false }, async ({ db }) => {
      if (given.has("all")) await indexAgain(db);
      await show(db);
      if (given.has("check")) return EXIT.done;
      const timer = setInterval(() => void show(db).catch(() => undefined), SHOWN_MS);
      const stopping = new AbortController();
      process.once("SIGINT", () => stopping.abort());
      await indexAll(db, stopping.signal).finally(() => clearInterval(timer));
      await show(db);
      return EXIT.done;
    }),
};
