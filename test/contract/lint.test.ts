import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { makeWorld, type World } from "../support/world.ts";

const PROJECT = join(import.meta.dirname, "../..");
const REDOCLY = join(PROJECT, "node_modules/@redocly/cli/bin/cli.js");
/** It must neither report that it runs nor ask for a newer version of itself. */
const SILENT = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

type Report = {
  totals: { errors: number; warnings: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
};

let world: World;
let folder: string;

before(async () => {
  world = await makeWorld();
  folder = await mkdtemp(join(tmpdir(), "foyer-lint-"));
});
after(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

/** What the linter says of a document. It ends with 1 when there are errors, so its report is read either way. */
const lint = async (document: unknown): Promise<Report> => {
  const path = join(folder, "openapi.json");
  await writeFile(path, JSON.stringify(document));
  const args = [
    REDOCLY,
    "lint",
    path,
    "--config",
    join(PROJECT, "redocly.yaml"),
    "--format=json",
    "--max-problems=1000",
  ];
  const text = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { env: { ...process.env, ...SILENT } }, (error, stdout) =>
      stdout === "" && error !== null ? reject(error) : resolve(stdout),
    );
  });
  return JSON.parse(text);
};

describe("the OpenAPI document under a linter (interface 9)", () => {
  it("200: has no error and no warning by the recommended rules of Redocly", async () => {
    const { totals, problems } = await lint((await world.app.inject("/api/openapi.json")).json());
    const lines = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
    assert.deepEqual(lines, []);
    assert.deepEqual([totals.errors, totals.warnings], [0, 0]);
  });

  it("the linter finds a mistake that is planted: an operation without an answer, a reference that leads nowhere", async () => {
    const document = (await world.app.inject("/api/openapi.json")).json();
    document.paths["/companiesList"].get.responses = { "200": { $ref: "#/components/responses/Nothing" } };
    const { problems } = await lint(document);
    assert.ok(
      problems.some(({ ruleId }) => ruleId === "no-unresolved-refs"),
      JSON.stringify(problems),
    );
  });
});
