import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { readWorkbook } from "../server/resources/exports/workbook.ts";
import { cleanUp, makeFolder, undoLater, until } from "../support/run/process.ts";
import { readQuickStart, typeCalls } from "../support/quick-start.ts";

const PROJECT = join(import.meta.dirname, "../..");

after(cleanUp);

/** Types the first block as a reader would, in the project's folder; only where it listens and keeps its data is ours. */
const start = async (block: string): Promise<string> => {
  const env = { ...process.env, PORT: "0", DATA_DIR: await makeFolder() };
  const shell = spawn("bash", ["-euc", block], {
    cwd: PROJECT,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(shell, "close");
  undoLater(async () => {
    // The group is the shell's own: npm and the service in it.
    if (shell.pid !== undefined && shell.exitCode === null) process.kill(-shell.pid, "SIGTERM");
    await ended;
  });
  return until("the greeting with its address", async () => {
    assert.equal(shell.exitCode, null, said);
    return /^ {2}(?:Open|Health) +(http:\/\/[^/\s]+)/m.exec(said)?.[1];
  });
};

describe("docs/quick-start.md", () => {
  it("200: every command of the page works as printed, from npm start to the spreadsheet", async () => {
    const page = await readQuickStart();
    assert.equal(page.calls.length, 9);
    const url = await start(page.start);
    const folder = await makeFolder();
    const { outputs, stderr } = await typeCalls(page.calls, { folder, url });
    assert.equal(stderr, "");
    const location = /The location is ([0-9a-f]{24})\n/.exec(outputs[0] ?? "")?.[1];
    const [list, fields, inside, log] = outputs.slice(1, 5).map((text) => JSON.parse(text));
    assert.deepEqual([list.length, list[0]._id], [1, location]);
    assert.deepEqual([fields[0].field_name, fields[0].label], ["vehicleregistration", "Vehicle registration"]);
    assert.deepEqual([inside.length, inside[0].company_id, inside[0].vehicleregistration], [1, location, "1-ABC-234"]);
    assert.deepEqual([log.total, log.visitors[0]._id], [1, inside[0]._id]);
    const [read, closed] = (outputs[5] ?? "")
      .replace("}{", "}\n{")
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual([read._id, read.signed_out, closed._id], [inside[0]._id, undefined, read._id]);
    assert.ok(Date.parse(closed.signed_out) >= Date.parse(closed.signed_in));
    assert.match(outputs[7] ?? "", /^Jo Janssens \d{4}-/);
    assert.match(
      outputs[8] ?? "",
      /^Jo Janssens is in, since \S+\n2 visits of a Jans…, the latest is Jo's\nOut again at \S+\n$/,
    );
    const book = readWorkbook(await readFile(join(folder, "visitors.xlsx")));
    assert.deepEqual(
      [book.rows[0]?.[0]?.value, book.rows[1]?.[1]?.value, book.rows.length],
      ["Voornaam", "Janssens", 2],
    );
  });
});
