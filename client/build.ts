// npm run client: makes the client from client.ts and docs/openapi.json, compiled, because Node strips no types in
// node_modules.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { declarationsOf, type Document } from "./declarations.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");

const INDEX_JS = 'export { connect, FoyerError } from "./client.js";\n';
const INDEX_TYPES = `import type { Client, Options } from "./client.js";
import type { Endpoints } from "./endpoints.js";
export { FoyerError, type Extras, type Input, type Options } from "./client.js";
export type * from "./endpoints.js";
/** A connection to a Foyer. */
export type Foyer = Client<Endpoints>;
/** Makes a client. Nothing is sent before the first call. */
export declare const connect: (options: Options) => Foyer;
/** The answer of an endpoint, such as \`Answer<"GET /visitors/{visitorId}">\`. */
export type Answer<Name extends keyof Endpoints> = Endpoints[Name]["answer"];
`;

const COMPILER = [
  ..."--target es2022 --module nodenext --moduleResolution nodenext --declaration --strict".split(" "),
  ..."--rewriteRelativeImportExtensions --skipLibCheck --lib es2023,dom --types".split(" "),
  "",
];

/**
 * Builds the client into a folder: `index.js` with its types.
 * @param document the path of the OpenAPI document
 */
export const buildClient = async (folder: string, document = join(PROJECT, "docs/openapi.json")): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const described = JSON.parse(await readFile(document, "utf8")) as Document;
  const tsc = join(PROJECT, "node_modules/.bin/tsc");
  await run(tsc, [join(PROJECT, "client/client.ts"), "--ignoreConfig", "--outDir", folder, ...COMPILER]);
  await writeFile(join(folder, "endpoints.d.ts"), declarationsOf(described));
  await writeFile(join(folder, "index.js"), INDEX_JS);
  await writeFile(join(folder, "index.d.ts"), INDEX_TYPES);
};

if (import.meta.main) {
  const folder = join(PROJECT, "client/dist");
  await buildClient(folder);
  process.stdout.write(`The client is in ${folder}\n`);
}
