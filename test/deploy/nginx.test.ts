import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { until } from "../support/run/process.ts";
import { PROJECT } from "./dockerfile.ts";
import { type Front, guarantees, NAME, openFront, replaced, type Site } from "./front.ts";

const run = promisify(execFile);
const NGINX = "/usr/sbin/nginx";

/** deploy/nginx.conf with this run's ports and files in it. */
const siteOf = async ({ folder, certificate, key, http, https, app }: Site): Promise<string> =>
  replaced(await readFile(join(PROJECT, "deploy/nginx.conf"), "utf8"), [
    [/listen \[::\]:.*;/g, ""],
    ["listen 80;", `listen 127.0.0.1:${http};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${https} ssl http2;`],
    ["server 127.0.0.1:8080;", `server 127.0.0.1:${app};`],
    [`/etc/letsencrypt/live/${NAME}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${NAME}/privkey.pem`, key],
    ["/var/log/nginx/foyer.log", join(folder, "access.log")],
  ]);

/** What Debian's own nginx.conf does around a site, in one folder. */
const around = (site: string, folder: string): string => {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join("\n");
  const account = process.getuid?.() === 0 ? "user root;" : "";
  const places = `pid ${join(folder, "pid")};\nerror_log ${join(folder, "error.log")};`;
  return `${account}\ndaemon off;\nworker_processes 1;\n${places}\nevents {}\nhttp {\n${temporary}\ninclude ${site};\n}\n`;
};

const argumentsFor = (folder: string): string[] => [
  "-p",
  folder,
  "-c",
  join(folder, "nginx.conf"),
  "-e",
  join(folder, "error.log"),
];

const start = async (site: Site): Promise<ChildProcess> => {
  const find = async (): Promise<string | undefined> => ((await isRunnable(NGINX)) ? NGINX : undefined);
  await findOrInstall(
    find,
    "deploy/nginx.conf is tried with nginx. Install it (Debian: apt-get install nginx).",
    "nginx",
  );
  const path = join(site.folder, "site.conf");
  await writeFile(path, await siteOf(site));
  await writeFile(join(site.folder, "nginx.conf"), around(path, site.folder));
  return spawn(NGINX, argumentsFor(site.folder), { stdio: "ignore" });
};

let front: Front;
before(async () => {
  front = await openFront(start);
});
after(() => front.close());

describe("deploy/nginx.conf", () => {
  guarantees(() => front);

  it("is taken by nginx -t without a warning", async () => {
    const { stderr } = await run(NGINX, ["-t", ...argumentsFor(front.folder)]);
    assert.match(stderr, /test is successful/);
    assert.doesNotMatch(stderr, /\[(warn|error|emerg)\]/);
  });

  it("hides its version", async () => {
    assert.equal((await front.call()).headers["server"], "nginx");
  });

  it("writes no query into its log: links of visitors and what was searched for", async () => {
    await front.call({ path: "/decide?token=SECRET-TOKEN" });
    await front.call({ path: "/d/SECRETTOKEN12345" });
    await front.call({ path: "/api/visitors/bycompany/x?filter[last_name]=Kanarie" });
    const text = await until("the log", async () => {
      const written = await readFile(join(front.folder, "access.log"), "utf8");
      return written.includes("/api/visitors/bycompany/x") ? written : undefined;
    });
    assert.match(text, /"GET \/decide HTTP\/2\.0" \d{3} /);
    assert.doesNotMatch(text, /SECRET-?TOKEN|Kanarie/);
  });
});
