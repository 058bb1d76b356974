// npm run sbom -- FILE: writes the software bill of materials of production (CycloneDX), from the lock file alone,
// offline.
import { execFile } from "node:child_process";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)));
const ARGUMENTS = [
  "sbom",
  "--package-lock-only",
  "--sbom-format",
  "cyclonedx",
  "--sbom-type",
  "application",
  "--offline",
];
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const end = (code, words) => {
  console.error(words);
  process.exit(code);
};

const readProject = (name) => JSON.parse(readFileSync(join(PROJECT, name), "utf8"));

/** The packages of production, as `name@version`. */
const ofProduction = () =>
  new Set(
    Object.entries(readProject("package-lock.json").packages)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, "")}@${version}`),
  );

/** npm lists a package once, by the first name in the lock file: that may be the one of a package that it replaces (`overrides`). */
const named = ({ properties, ...component }) => ({
  ...component,
  name: component["bom-ref"].replace(/@[^@]*$/, ""),
  properties: properties.filter(({ name }) => name !== "cdx:npm:package:development"),
});

/**
 * Without development-only packages. npm's own `--omit dev` leaves out too much: with npm 11.19 also packages shared by
 * development and production, such as the mail client and part of the database's.
 */
const reduced = (bom) => {
  const wanted = ofProduction();
  const root = bom.metadata.component;
  const components = bom.components.map(named).filter(({ name, version }) => wanted.has(`${name}@${version}`));
  const refs = new Set([root, ...components].map((component) => component["bom-ref"]));
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // npm names the root after its folder.
  const component = { ...root, name: readProject("package.json").name };
  return { ...bom, metadata: { ...bom.metadata, component }, components, dependencies };
};

const [file, ...spare] = process.argv.slice(2);
if (file === undefined || spare.length > 0) end(2, "Usage: npm run sbom -- FILE");

// `npm run` starts this in the project's folder; INIT_CWD is where the file name was typed.
const target = resolve(process.env["INIT_CWD"] ?? process.cwd(), file ?? "");
const npm = process.env["npm_execpath"];
const [program, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]];

execFile(program, [...first, ...ARGUMENTS], { cwd: PROJECT, maxBuffer: OUTPUT_BYTES_MAX }, (error, stdout, stderr) => {
  if (error !== null) end(1, `npm sbom failed:\n${stderr || error.message}`);
  const bom = reduced(JSON.parse(stdout));
  const draft = join(dirname(target), `.${process.pid}.sbom`);
  writeFileSync(draft, `${JSON.stringify(bom, null, 2)}\n`);
  renameSync(draft, target);
  console.error(`${bom.components.length} packages are listed in ${target}`);
});
