import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { basename } from "node:path";

import { IMPORT_TARGETS, type ImportTarget } from "../../shared/import/presets.ts";
import { inTransaction } from "../../server/platform/http/in-transaction.ts";
import type { RequestContext } from "../../server/platform/http/request-context.ts";
import { HttpError } from "../../server/platform/lib/errors.ts";
import { dryRun } from "../../server/resources/imports/dry-run.ts";
import { createImport, readImport, runImport } from "../../server/resources/imports/imports.ts";
import { receive } from "../../server/resources/imports/receive.ts";
import { runImports } from "../../server/resources/imports/run.ts";
import { type Command, type CommandInput, EXIT, Failure, nothingFound, wrongUsage } from "../lib/command.ts";
import { findLocations } from "../lib/find-location.ts";
import { print, printJson, printToStderr } from "../lib/output.ts";
import { withContext } from "../lib/request-context.ts";
import { withKeys } from "../lib/secret-keys.ts";

const LOOK_MS = 200;

type Counts = Record<string, number>;

const isTarget = (text: string): text is ImportTarget => IMPORT_TARGETS.some((target) => target === text);

const targetOf = (given: CommandInput): ImportTarget => {
  const text = given.text("target") ?? "";
  if (!isTarget(text)) throw wrongUsage(`--target must be one of ${IMPORT_TARGETS.join(", ")}.`);
  return text;
};

const showCounts = (word: string, counts: Counts): void => {
  const { created = 0, changed = 0, same = 0, rejected = 0, retention = 0 } = counts;
  print(
    `${word} created: ${created}, changed: ${changed}, already there: ${same}, rejected: ${rejected}, older than the location keeps: ${retention}.`,
  );
};

const receiveFile = async (ctx: RequestContext, location: string, given: CommandInput) => {
  const [file = ""] = given.operands;
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw nothingFound(`There's no file "${file}".`);
  const preset = given.text("preset");
  const description = {
    target: targetOf(given),
    filename: basename(file),
    ...(preset === undefined ? {} : { preset }),
  };
  const pieces = (async function* () {
    // Safe: without an encoding, a file is read as bytes.
    for await (const piece of createReadStream(file)) yield piece as Uint8Array;
  })();
  const row = await receive(ctx, location, description, pieces);
  return inTransaction(ctx, (inner) => createImport(inner, row));
};

const tryOut = async (ctx: RequestContext, location: string, id: string, asJson: boolean): Promise<number> => {
  const outcome = await dryRun(ctx, location, id);
  if (asJson) printJson(outcome);
  else {
    const { samples: _samples, problems, ...counts } = outcome;
    showCounts("Would be", counts);
    for (const { row, column, reason } of problems.slice(0, 20))
      print(`  row ${row}${column === undefined ? "" : `, ${column}`}: ${reason}`);
  }
  return outcome.rejected > 0 ? EXIT.failed : EXIT.done;
};

const runToEnd = async (ctx: RequestContext, location: string, id: string, asJson: boolean): Promise<number> => {
  await runImport(ctx, location, id);
  // A service that runs beside it takes its turns, too.
  for (;;) {
    await runImports(ctx.context, new AbortController().signal);
    const now = await readImport(ctx, location, id);
    if (now.state === "running") {
      await wait(LOOK_MS);
      continue;
    }
    if (asJson) printJson(now);
    else showCounts("Were", now.result ?? {});
    if (now.failure !== undefined) printToStderr(now.failure);
    return now.state === "done" && (now.result?.["rejected"] ?? 0) === 0 ? EXIT.done : EXIT.failed;
  }
};

const carryOut = async (ctx: RequestContext, given: CommandInput): Promise<number> => {
  const [location = "", ...others] = await findLocations(ctx, [given.text("location") ?? ""]);
  if (others.length > 0) throw wrongUsage("--location must be one location.");
  const { _id, preset, understood } = await receiveFile(ctx, location, given);
  if (!given.has("json"))
    print(
      `Read as ${understood.encoding ?? "text"}${preset === null ? "" : `, recognised as ${preset}`}: import ${_id}.`,
    );
  return given.has("dry-run")
    ? tryOut(ctx, location, _id, given.has("json"))
    : runToEnd(ctx, location, _id, given.has("json"));
};

export const command: Command = {
  operands: ["FILE"],
  about: [
    "Brings a file into a location: CSV, TSV or the first sheet of a workbook (.xlsx), with hosts, registered visitors or the visitor log of another product. See docs/imports.md.",
    "A file that is brought in twice doubles nothing. An import can be undone for 30 days, with POST /companies/{company_id}/imports/{id}/undo.",
    "Exit code 1: rows were rejected. GET /companies/{company_id}/imports/{id}/errors returns them with the reason.",
  ],
  options: {
    location: { about: "the location, by ID or name", value: "LOCATION", required: true },
    target: { about: `the kind of record: ${IMPORT_TARGETS.join(", ")}`, value: "TARGET", required: true },
    preset: { about: "the product that the file comes from; otherwise it is recognised", value: "PRESET" },
    "dry-run": { about: "only show what would be done" },
    json: { about: "as JSON, as the API returns it" },
  },
  examples: [
    'node bin/foyer.mjs import visitors.csv --location "Head office" --target visits --dry-run',
    'node bin/foyer.mjs import hosts.xlsx --location "Head office" --target hosts',
  ],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      try {
        return await carryOut(await withKeys(ctx), given);
      } catch (error) {
        throw error instanceof HttpError ? new Failure(error.reason) : error;
      }
    }),
};
