import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";

/**
 * The floors of the house, lowest first, by the folder of a file (docs/architecture.md): a file imports from its own floor and from
 * those below. `server` and `web/console` are the files directly in those folders.
 */
const FLOORS: readonly (readonly string[])[] = [
  [
    "shared",
    "server/platform",
    "server/resources",
    "server/jobs",
    "server/areas",
    "server",
    "demo",
    "cli/lib",
    "cli/commands",
    "cli",
    "dev",
  ],
  [
    "shared",
    "web/shared",
    "web/console/lib",
    "web/console/data",
    "web/console/components",
    "web/console/actions",
    "web/console/features",
    "web/console/pages",
    "web/console/app",
    "web/console",
  ],
  ["shared", "web/shared", "web/visitor-flow", "web/kiosk"],
  ["shared", "web/shared", "web/visitor-flow", "web/visitor"],
];

/** Every folder that is a floor. */
const ALL_FLOORS = new Set(FLOORS.flat());

/** The floor of a file: its folder, or the nearest folder above it that is one. */
const floorOf = (path: string): string | undefined => {
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) if (ALL_FLOORS.has(folder)) return folder;
  return undefined;
};

/** The room of a file: the folder on its floor that it is in, such as `server/resources/hosts`; for a file of the floor itself, the floor. */
const roomOf = (path: string): string => {
  const floor = floorOf(path) ?? "";
  const [room, ...rest] = path.slice(floor.length + 1).split("/");
  return rest.length === 0 ? floor : `${floor}/${room}`;
};

/** Imports that break an order on purpose, each with its reason. */
export const EXCEPTIONS: Record<string, string> = {
  "server/platform/context.ts -> server/resources/agreements/renderer.ts":
    "a type: the context carries the one renderer of documents, which only agreements know",
  "server/areas/setup/setup.ts -> server/resources/users/store.ts":
    "asks whether there is a user yet; a rule would only pass that on",
  "server/service.ts -> server/resources/users/store.ts": "the same question at start",
  "server/resources/visit-types/store.ts -> server/resources/visit-types/fields.ts":
    "the type of a jsonb column, which the rules define",
  "server/resources/visit-types/store.ts -> server/resources/visit-types/notification-texts.ts":
    "the same, of the texts of notifications",
};

/** One import of ours; `isType` when nothing of it is left at run time. */
export type Import = { from: string; to: string; isType: boolean };

const IMPORT =
  /(?:^|[\s;])(?:import|export)\b(\s+type\b)?([^"';]*?)from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

const namesTypesOnly = (names: string): boolean => {
  const [, list] = /^\s*\{([^]*)\}\s*$/.exec(names) ?? [];
  return list !== undefined && list.split(",").every((name) => /^\s*(type\s|$)/.test(name));
};

const importsOf = (path: string, text: string): Import[] =>
  [...withoutComments(text).matchAll(IMPORT)].flatMap(([, type, names = "", from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? "";
    if (!/^\.{1,2}\/.*\.tsx?$/.test(target)) return [];
    return [
      { from: path, to: normalize(join(dirname(path), target)), isType: type !== undefined || namesTypesOnly(names) },
    ];
  });

const lineOf = ({ from, to }: Import): string => `${from} -> ${to}`;

const pointsUp = ({ from, to, isType }: Import): string | undefined => {
  const [floor, target] = [floorOf(from), floorOf(to)];
  if (floor === undefined || target === undefined) return undefined;
  // The typed client and the pages take the shapes of what the service answers from its contracts, as types.
  if (floor.startsWith("web/") && isType && /(^|\/)contract\.ts$/.test(to)) return undefined;
  const houses = FLOORS.filter((floors) => floors.includes(floor));
  if (houses.some((floors) => floors.includes(target) && floors.indexOf(target) <= floors.indexOf(floor)))
    return undefined;
  return `${from} -> ${to}: ${floor} stands below ${target}`;
};

/** What a file of a resource is, by its name. */
const roleOf = (path: string): "contract" | "routes" | "store" | "rules" | undefined => {
  if (!/^server\/(resources|areas|jobs)\//.test(path)) return undefined;
  const name = basename(path);
  if (/(^|-)contract\.ts$/.test(name)) return "contract";
  if (name === "routes.ts") return "routes";
  return name === "columns.ts" || /(^|-)store\.ts$/.test(name) ? "store" : "rules";
};

/** Whether both are of one resource, area or job, whose folder may have sub-folders. */
const isOwn = (from: string, to: string): boolean => roomOf(from) === roomOf(to);

/** Whether a file of a resource may import another one, by what they are. Platform and shared are open to all but contracts. */
const MAY: Record<string, (from: string, to: string) => boolean> = {
  contract: (_, to) => roleOf(to) === "contract" || /^server\/platform\/(http|lib|channels|auth\/passwords)/.test(to),
  routes: (from, to) =>
    (isOwn(from, to) && /contract|rules/.test(roleOf(to) ?? "")) || /^server\/platform\/(http|lib)\//.test(to),
  rules: (from, to) =>
    roleOf(to) === undefined || /contract|rules/.test(roleOf(to) ?? "") || (isOwn(from, to) && roleOf(to) === "store"),
  store: (from, to) => roleOf(to) === undefined || (isOwn(from, to) && roleOf(to) === "store"),
};

const breaksLine = ({ from, to }: Import): string | undefined => {
  if (to.startsWith("shared/")) return undefined;
  if (roleOf(to) === "routes" && from !== "server/app.ts") return `${from} -> ${to}: only server/app.ts imports routes`;
  const role = roleOf(from);
  if (role === undefined || MAY[role]?.(from, to) === true) return undefined;
  return `${from} -> ${to}: ${role} may not import ${roleOf(to) ?? "this"}`;
};

/** Rooms that stand alone: they import nothing but themselves and `shared`. */
const ALONE = ["shared", "server/platform/lib", "server/platform/db/embedded"];

const leavesRoom = ({ from, to }: Import): string | undefined => {
  const room = ALONE.find((alone) => from.startsWith(`${alone}/`));
  if (room === undefined || to.startsWith(`${room}/`) || (room !== "shared" && to.startsWith("shared/")))
    return undefined;
  if (room.endsWith("embedded") && to.startsWith("server/platform/lib/"))
    return `${from} -> ${to}: the embedded server stands alone`;
  return `${from} -> ${to}: ${room} stands alone`;
};

const crossesPages = ({ from, to }: Import): string | undefined => {
  const isPage = (path: string): boolean => path.startsWith("web/console/pages/");
  if (!isPage(from) || !isPage(to) || roomOf(from) === roomOf(to)) return undefined;
  return `${from} -> ${to}: what two pages show stands in features/ or components/`;
};

/** The server serves what `foyer start` has built, and works without the sources of the pages. */
const bringsPages = ({ from, to }: Import): string | undefined =>
  /^(server|shared)\//.test(from) && to.startsWith("web/") ? `${from} -> ${to}: the server knows no pages` : undefined;

const importProblem = (imported: Import): string | undefined =>
  lineOf(imported) in EXCEPTIONS
    ? undefined
    : [leavesRoom, pointsUp, breaksLine, crossesPages, bringsPages]
        .map((judge) => judge(imported))
        .find((problem) => problem !== undefined);

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const graphOf = (imports: readonly Import[], nameOf: (path: string) => string): Graph => {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [nameOf(from), nameOf(to)];
    if (a === b) continue;
    graph.set(a, (graph.get(a) ?? new Set()).add(b));
  }
  return graph;
};

/** What is reached from each place: those that reach themselves are in a cycle. */
const reachedFrom = (graph: Graph, start: string): Set<string> => {
  const reached = new Set<string>();
  const left = [...(graph.get(start) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    left.push(...(graph.get(next) ?? []));
  }
  return reached;
};

const cyclesOf = (graph: Graph): string[] =>
  [...graph.keys()].filter((place) => reachedFrom(graph, place).has(place)).toSorted();

const LINES_MAX = 300;
const FILES_MAX = 25;
const VAGUE = /^(utils?|helpers?|types?|misc|common|index)\.(tsx?|mjs)$/;
/** The command's own environment is handed to the server's process, whose PATH it needs. */
const ENVIRONMENT = new Set([
  "server/platform/config/config.ts",
  "server/platform/db/embedded/server.ts",
  "server/platform/db/embedded/cluster.ts",
]);

/** The only place that opens a connection: one without a listener for errors ends its process when a server stops. */
const CONNECTIONS = "server/platform/db/embedded/client.ts";

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

/** A type that only says what was done, not what it is: `Told`, `Kept`. The client's own are published. */
const PARTICIPLE =
  /^\s*(?:export )?(?:type|interface) (?:[A-Z][a-z]+ed|Told|Kept|Made|Sent|Known|Shown|Held|Given|Found|Chosen|Seen|Meant|Begun|Said|Gone)\b/m;

/** A store's reads are `find` (one) and `list` (many), by the glossary. */
const STORE_VERB = /^export const (?:select|get|fetch|load)[A-Z]/m;

const fileProblems = (path: string, text: string): string[] => {
  const code = withoutComments(text);
  const isWeb = path.startsWith("web/");
  const checks: [boolean, string][] = [
    [VAGUE.test(basename(path)), "is named after nothing it does"],
    [text.split("\n").length - 1 > LINES_MAX, `is longer than ${LINES_MAX} lines`],
    [!isWeb && /^export\s+default\b|\bas default\b/m.test(code), "has a default export"],
    [PARTICIPLE.test(code) && !path.startsWith("client/"), "has a type that is no noun"],
    [path.endsWith("store.ts") && STORE_VERB.test(code), "reads by another verb than find and list"],
    [/^export const Page\b/m.test(code), "has a page without a name of its own"],
    [isBarrel(text) || /^export\s+\*/m.test(code), "is a barrel"],
    [opensConnection(path, code), `opens a connection of its own: see ${CONNECTIONS}`],
    [
      /^(server|demo|shared)\//.test(path) && !ENVIRONMENT.has(path) && /\bprocess\s*\.\s*env\b/.test(code),
      "reads process.env",
    ],
  ];
  return checks.filter(([broken]) => broken).map(([, problem]) => `${path} ${problem}`);
};

const filesBelow = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();

/** Folders that hold more files than a newcomer reads through. */
const crowdedFolders = (paths: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const folder of paths.map((path) => dirname(path))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([, files]) => files > FILES_MAX)
    .map(([folder]) => `${folder} has more than ${FILES_MAX} files`);
};

/** The folders whose order is judged. */
const HOUSE = ["server", "shared", "demo", "cli", "dev", "bin", "web"];

const textsOf = (root: string, folders: readonly string[]): (readonly [string, string])[] =>
  folders
    .flatMap((folder) => filesBelow(root, folder))
    .map((path) => [path, readFileSync(join(root, path), "utf8")] as const);

/** Every breach of the house's order in a project, one line each; none when it holds. */
export const violations = (root: string, folders: readonly string[] = HOUSE): string[] => {
  const files = textsOf(root, folders);
  const imports = files.flatMap(([path, text]) => importsOf(path, text));
  return [
    ...imports.map(importProblem).filter((problem) => problem !== undefined),
    ...files.flatMap(([path, text]) => fileProblems(path, text)),
    ...crowdedFolders(files.map(([path]) => path)),
    ...cyclesOf(
      graphOf(
        imports.filter(({ isType }) => !isType),
        roomOf,
      ),
    ).map((room) => `${room} is in a cycle of folders`),
    ...cyclesOf(graphOf(imports, (path) => path)).map((path) => `${path} is in a cycle of files`),
  ];
};

/** Files outside of the house itself, its tests and measurements, that open a connection without a listener for its errors. */
export const connectionsOpened = (root: string, folders: readonly string[] = ["test", "bench", "client"]): string[] =>
  textsOf(root, folders)
    .filter(([path, text]) => opensConnection(path, withoutComments(text)))
    .map(([path]) => path);

/** The imports of a project that an exception lets pass: one that is no longer needed must go. */
export const exceptionsUsed = (root: string): string[] =>
  textsOf(root, HOUSE)
    .flatMap(([path, text]) => importsOf(path, text))
    .map(lineOf)
    .filter((line) => line in EXCEPTIONS);

/** Whether the tests of a folder are beside it in test/, under the same path. @returns folders of tests that mirror no folder of sources */
export const strayTests = (root: string): string[] => {
  const folders = new Set(HOUSE.flatMap((folder) => filesBelow(root, folder)).map((path) => dirname(path)));
  const all = new Set(
    [...folders].flatMap((folder) => folder.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"))),
  );
  return HOUSE.flatMap((folder) => filesBelow(root, "test").filter((path) => path.startsWith(`test/${folder}/`)))
    .map((path) => dirname(path).slice("test/".length))
    .filter((folder) => !all.has(folder));
};
