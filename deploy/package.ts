// npm run package [-- PLATFORM …]: makes what a release publishes, in dist/packages or PACKAGES_DIR: for each platform an archive that runs
// without Node, npm or a build, the bill of materials, and the SHA-256 of all of them.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";

import { buildPages } from "../web/build.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** What is in an archive besides packages and built pages. */
const FILES = [
  ..."README.md CHANGELOG.md SECURITY.md LICENSE NOTICE .env.example package.json".split(" "),
  ..."bin cli server shared texts demo migrations deploy docs".split(" "),
];

type Manifest = { version: string; optionalDependencies: Record<string, string> };

const readManifest = async (): Promise<Manifest> => JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));

/** The platforms whose Node is among the packages; Windows has no embedded PostgreSQL. */
const platformsOf = ({ optionalDependencies }: Manifest): string[] =>
  Object.keys(optionalDependencies)
    .flatMap((name) => /^node-((?:linux|darwin)-\w+)$/.exec(name)?.[1] ?? [])
    .toSorted();

/** Starts Foyer on the Node that is in the archive. */
const launcherFor = (platform: string): string => `#!/bin/sh
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$folder/node_modules/node-${platform}/bin/node" "$folder/bin/foyer.mjs" "$@"
`;

/** The packages of production alone, those of the platform. No lock file stays: a start never installs anything. */
const installPackages = async (folder: string, platform: string): Promise<void> => {
  const [os = "", cpu = ""] = platform.split("-");
  await cp(join(PROJECT, "package-lock.json"), join(folder, "package-lock.json"));
  const flags = [
    "--omit=dev",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    `--os=${os}`,
    `--cpu=${cpu}`,
    "--libc=glibc",
  ];
  await run("npm", ["ci", ...flags], { cwd: folder, maxBuffer: OUTPUT_BYTES_MAX });
  await rm(join(folder, "package-lock.json"));
};

const sumOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return `${hash.digest("hex")}  ${basename(path)}\n`;
};

/** Makes the archive of a platform. @returns its path */
const pack = async (platform: string, version: string, target: string): Promise<string> => {
  const scratch = await mkdtemp(join(tmpdir(), "foyer-package-"));
  try {
    const name = `foyer-${version}-${platform}`;
    const folder = join(scratch, name);
    for (const path of FILES) await cp(join(PROJECT, path), join(folder, path), { recursive: true });
    await cp(join(PROJECT, "dist/web"), join(folder, "dist/web"), { recursive: true });
    await installPackages(folder, platform);
    await writeFile(join(folder, "bin/foyer"), launcherFor(platform));
    await chmod(join(folder, "bin/foyer"), 0o755);
    const archive = join(target, `${name}.tar.gz`);
    await run("tar", ["-czf", archive, "-C", scratch, "--owner=0", "--group=0", name]);
    return archive;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

const manifest = await readManifest();
const known = platformsOf(manifest);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = wanted.filter((platform) => !known.includes(platform));
if (unknown.length > 0)
  throw new Error(`There is no package for ${unknown.join(", ")}; there are ${known.join(", ")}.`);

const target = resolve(process.env["PACKAGES_DIR"] ?? join(PROJECT, "dist/packages"));
await mkdir(target, { recursive: true });
await buildPages(join(PROJECT, "dist/web"));
const made: string[] = [];
for (const platform of wanted) {
  const archive = await pack(platform, manifest.version, target);
  made.push(archive);
  console.log(`${archive}: ${Math.round((await stat(archive)).size / 1_000_000)} MB`);
}
const bom = join(target, `foyer-${manifest.version}-sbom.json`);
await run(process.execPath, [join(PROJECT, "deploy/sbom.mjs"), bom]);
const sums = await Promise.all([...made, bom].map(sumOf));
await writeFile(join(target, "SHA256SUMS"), sums.join(""));
