import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";

type Terminal = { isTTY: boolean; write: (text: string) => unknown };
/** Plain JavaScript, without types. */
const { showProgress }: { showProgress: (project: string, stream: Terminal) => () => void } = await import(
  new URL("../../bin/install-progress.mjs", import.meta.url).href
);

it("a terminal is shown how many of this machine's packages are there, and nothing of it stays; a file is shown nothing", async (t) => {
  const project = await mkdtemp(join(tmpdir(), "foyer-progress-"));
  t.after(() => rm(project, { recursive: true }));
  t.mock.timers.enable({ apis: ["setInterval"] });
  const packages = {
    "": {},
    "node_modules/a": {},
    "node_modules/b": { os: [process.platform], cpu: [process.arch] },
    "node_modules/other": { os: ["plan9"] },
  };
  await writeFile(join(project, "package-lock.json"), JSON.stringify({ packages }));
  for (const name of ["a", "b"]) await mkdir(join(project, "node_modules", name), { recursive: true });
  await writeFile(join(project, "node_modules/a/package.json"), "{}");
  let shown = "";
  const stream = { isTTY: true, write: (text: string) => (shown += text) };
  const end = showProgress(project, stream);
  t.mock.timers.tick(500);
  assert.match(shown, /^\r {2}\[={15} {15}\] 1 of 2, \d+ s$/);
  end();
  assert.match(shown, /\r +\r$/);
  shown = "";
  showProgress(project, { ...stream, isTTY: false })();
  assert.equal(shown, "");
});
