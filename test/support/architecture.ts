import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";

/** Folders of server/ that serve every resource. */
const SHARED = new Set(["lib", "db", "auth", "http", "events", "outbound", "observe"]);
/** Pages and commands of the service itself: rules that no resource imports. `seed` fills whole tables through the stores. */
const TOP = new Set(["setup", "decision-page", "seed", "reference", "backup", "web"]);

/** Where a file stands in the straight line of docs/architecture.md. */
type Place = { layer: string; resource: string | undefined };

const resourceLayer = (name: string): string => {
  if (name === "contract.ts" || name === "routes.ts") return name.slice(0, -".ts".length);
  return name === "columns.ts" || name.endsWith("store.ts") ? "store" : "rules";
};

const placeOf = (path: string): Place => {
  const [top, folder = "", ...rest] = path.split("/");
  if (top !== "server") return { layer: top ?? "", resource: undefined };
  if (rest.length === 0) return { layer: "root", resource: undefined };
  if (SHARED.has(folder)) return { layer: folder, resource: undefined };
  if (TOP.has(folder)) return { layer: folder, resource: folder };
  return { layer: resourceLayer(basename(path)), resource: folder };
};

/** What each layer may import: `own …` of its resource only. The files of server/ itself are named one by one. */
const ALLOWED: Record<string, readonly string[]> = {
  lib: ["lib"],
  db: ["db", "lib", "server/config.ts"],
  auth: ["auth", "db", "lib", "server/context.ts"],
  http: ["http", "auth", "db", "lib", "server/context.ts"],
  events: ["events", "http", "db", "lib"],
  outbound: ["outbound", "lib"],
  observe: ["observe", "db", "lib", "server/config.ts", "server/context.ts"],
  // Two fixed facts a contract shows its reader: the names of the roles, and how long a password is.
  contract: ["contract", "http", "lib", "server/auth/roles.ts", "server/auth/passwords.ts"],
  routes: ["own contract", "own rules", "http", "lib"],
  rules: [
    "contract",
    "rules",
    "own store",
    "events",
    "outbound",
    "observe",
    "http",
    "auth",
    "db",
    "lib",
    "server/context.ts",
  ],
  store: ["own store", "events", "http", "auth", "db", "lib"],
  backup: ["backup", "rules", "http", "auth", "db", "lib", "server/context.ts"],
  setup: ["setup", "backup", "rules", "http", "auth", "db", "lib", "server/context.ts"],
  "decision-page": ["decision-page", "rules", "http", "auth", "lib", "server/context.ts"],
  reference: ["reference", "http", "lib", "server/context.ts", "server/description.ts"],
  web: ["web", "lib", "server/context.ts"],
  seed: ["seed", "store", "rules", "contract", "auth", "db", "lib", "events"],
  cli: [
    "cli",
    "backup",
    "seed",
    "rules",
    "contract",
    "http",
    "db",
    "lib",
    "auth",
    "events",
    "outbound",
    "observe",
    "root",
  ],
};

const ROOT: Record<string, readonly string[]> = {
  "server/config.ts": ["lib", "server/db/settings.ts", "server/observe/settings.ts", "server/backup/settings.ts"],
  "server/context.ts": ["auth", "db", "events", "observe", "server/agreements/renderer.ts", "server/config.ts"],
  "server/logger.ts": [],
  "server/secret-key.ts": ["lib", "server/config.ts"],
  "server/app.ts": [
    "routes",
    "http",
    "observe",
    "setup",
    "reference",
    "decision-page",
    "web",
    "lib",
    "server/context.ts",
    "server/description.ts",
  ],
  "server/description.ts": ["http", "rules"],
};

/** What the parts of db/ that the embedded server is made of may import: it stands alone. */
const EMBEDDED = "server/db/embedded/";

/** Imports that break the line on purpose, each with its reason. */
export const EXCEPTIONS: Record<string, string> = {
  "server/setup/setup.ts -> server/users/store.ts": "asks whether there is a user yet; a rule would only pass that on",
  "server/service.ts -> server/users/store.ts": "the same question at start",
  "server/visit-types/store.ts -> server/visit-types/fields.ts": "the type of a jsonb column, which the rules define",
  "server/visit-types/store.ts -> server/visit-types/notification-texts.ts": "the same, of the texts of notifications",
};

type Import = { from: string; to: string };

const IMPORT = /(?:^|[\s;])(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

const importsOf = (path: string, text: string): Import[] =>
  [...withoutComments(text).matchAll(IMPORT)]
    .map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? "")
    .filter((target) => target.startsWith("."))
    .map((target) => ({ from: path, to: normalize(join(dirname(path), target)) }));

const isAllowed = (from: Place, to: Place, path: string, allowed: readonly string[]): boolean =>
  allowed.includes(path) ||
  allowed.includes(to.layer) ||
  (to.resource !== undefined && to.resource === from.resource && allowed.includes(`own ${to.layer}`));

const importProblem = ({ from, to }: Import): string | undefined => {
  const line = `${from} -> ${to}`;
  if (line in EXCEPTIONS) return undefined;
  if (from.startsWith(EMBEDDED) && !to.startsWith(EMBEDDED)) return `${line}: the embedded server stands alone`;
  const [place, target] = [placeOf(from), placeOf(to)];
  const allowed = place.layer === "root" ? ROOT[from] : ALLOWED[place.layer];
  if (target.layer === "routes" && from !== "server/app.ts") return `${line}: only server/app.ts imports routes`;
  if (allowed === undefined || isAllowed(place, target, to, allowed)) return undefined;
  return `${line}: ${place.layer} may import ${allowed.join(", ") || "nothing of ours"}`;
};

const LINES_MAX = 300;
const VAGUE = /^(utils?|helpers?|types?|misc|common|index)\.(ts|mjs)$/;
/** The command's own environment is handed to the server's process, whose PATH it needs. */
const ENVIRONMENT = new Set(["server/config.ts", "server/db/embedded/server.ts", "server/db/embedded/cluster.ts"]);

/** The only place that opens a connection: one without a listener for errors ends its process when a server stops. */
const CONNECTIONS = "server/db/embedded/client.ts";

const opensConnection = (path: string, code: string): boolean =>
  path !== CONNECTIONS && /from\s*"pg"/.test(code) && /\bnew\s+(?:\w+\.)?(?:Client|Pool)\b/.test(code);

const statements = (text: string): string[] =>
  withoutComments(text)
    .split(/;\s*(?:\n|$)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isBarrel = (text: string): boolean => {
  const all = statements(text);
  return all.length > 0 && all.every((part) => /^export\b[^=]*\bfrom\s*"/.test(part));
};

const fileProblems = (path: string, text: string): string[] => {
  const code = withoutComments(text);
  const checks: [boolean, string][] = [
    [VAGUE.test(basename(path)), "is named after nothing it does"],
    [text.split("\n").length - 1 > LINES_MAX, `is longer than ${LINES_MAX} lines`],
    [/^export\s+default\b|\bas default\b/m.test(code), "has a default export"],
    [isBarrel(text) || /^export\s+\*/m.test(code), "is a barrel"],
    [opensConnection(path, code), `opens a connection of its own: see ${CONNECTIONS}`],
    [path.startsWith("server/") && !ENVIRONMENT.has(path) && /\bprocess\s*\.\s*env\b/.test(code), "reads process.env"],
  ];
  return checks.filter(([broken]) => broken).map(([, problem]) => `${path} ${problem}`);
};

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();

/** Every breach of the house's order in a project, one line each; none when it holds. */
export const violations = (root: string, folders: readonly string[] = ["server", "cli", "bin"]): string[] =>
  folders.flatMap((folder) =>
    filesBelow(root, folder).flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const broken = importsOf(path, text).map(importProblem);
      return [...broken.filter((problem) => problem !== undefined), ...fileProblems(path, text)];
    }),
  );

/** Files outside of the house itself, its tests and measurements, that open a connection without a listener for its errors. */
export const connectionsOpened = (root: string, folders: readonly string[] = ["test", "bench", "client"]): string[] =>
  folders.flatMap((folder) =>
    filesBelow(root, folder).filter((path) =>
      opensConnection(path, withoutComments(readFileSync(join(root, path), "utf8"))),
    ),
  );

/** The imports of a project that an exception lets pass: one that is no longer needed must go. */
export const exceptionsUsed = (root: string): string[] =>
  filesBelow(root, "server")
    .flatMap((path) => importsOf(path, readFileSync(join(root, path), "utf8")))
    .map(({ from, to }) => `${from} -> ${to}`)
    .filter((line) => line in EXCEPTIONS);
