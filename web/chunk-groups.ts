import { basename, dirname } from "node:path";

/** The builder's description of a module, as far as the grouping needs it. */
type ModuleInfo = {
  isEntry: boolean;
  code: string | null;
  importers: readonly string[];
  dynamicImporters: readonly string[];
  importedIds: readonly string[];
};
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The libraries of forms and of drag and drop. Lists and the start screen don't need them. */
const FORM_LIBRARY =
  /node_modules[\\/](?:@mantine[\\/]core|@floating-ui|@dnd-kit|react-number-format|react-remove-scroll)[\\/]/;
/** The part of the form libraries that many pages and popups share gets a file of its own. */
const FIELDS_SHARED_BY = 6;

/** All modules reachable from one. */
const reachable = (
  from: string,
  modules: Modules,
  next: (info: ModuleInfo) => readonly string[],
): ReadonlySet<string> => {
  const found = new Set([from]);
  // A set is walked in the order of insertion, also of what is inserted on the way.
  for (const id of found) {
    const info = modules.getModuleInfo(id);
    for (const other of info === null ? [] : next(info)) found.add(other);
  }
  return found;
};

const isEntry = (id: string, modules: Modules): boolean => modules.getModuleInfo(id)?.isEntry === true;

/** The faces (console, kiosk, visitor) that load a module, by the folders of their entries. */
const facesOf = (id: string, modules: Modules, importersOf: (info: ModuleInfo) => readonly string[]): string =>
  [...reachable(id, modules, importersOf)]
    .filter((one) => isEntry(one, modules))
    .map((entry) => basename(dirname(entry)))
    .toSorted()
    .join("-");

const staticImporters = ({ importers }: ModuleInfo): readonly string[] => importers;
const allImporters = ({ importers, dynamicImporters }: ModuleInfo): readonly string[] => [
  ...importers,
  ...dynamicImporters,
];

/** The entry module of a face has its own file, by which the plugins find it. */
const isStart = (id: string, modules: Modules): boolean =>
  isEntry(id, modules) || (modules.getModuleInfo(id)?.importers.some((one) => isEntry(one, modules)) ?? false);

const usesFormLibrary = (id: string, modules: Modules): boolean =>
  [...reachable(id, modules, ({ importedIds }) => importedIds)].some((one) => FORM_LIBRARY.test(one));

/** The pages that are open all day, often on a phone. */
const DAILY = /\/pages\/(?:reception|log)\/[^/]+-page\.tsx$/;

const isDaily = (id: string, modules: Modules): boolean =>
  [...reachable(id, modules, staticImporters)].some((one) => DAILY.test(one));

/** The module through which all components of the form library are imported. */
const ALL_COMPONENTS = /@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/;

/** What a module imports; of the form library only the components that it names. */
const importsOf =
  (modules: Modules) =>
  ({ importedIds, code }: ModuleInfo): readonly string[] =>
    importedIds.flatMap((id) => {
      if (!ALL_COMPONENTS.test(id)) return id;
      const named = new Set(code?.match(/\w+/g));
      return (modules.getModuleInfo(id)?.importedIds ?? []).filter((one) => named.has(basename(one, ".mjs")));
    });

const LOGIN = /\/app\/login\/login-page\.tsx$/;
/** Found once: a build asks for each module, and is a process of its own. */
let ofLogin: ReadonlySet<string> | undefined;

/** The page before all others: what it uses of the form libraries is loaded without the rest. */
const isForLogin = (id: string, modules: Modules): boolean => {
  if (ofLogin === undefined) {
    const page = [...reachable(id, modules, staticImporters)].find((one) => LOGIN.test(one));
    if (page === undefined) return false;
    ofLogin = reachable(page, modules, importsOf(modules));
  }
  return ofLogin.has(id) && !isDaily(id, modules);
};

type Group = { debugName: string; name: (id: string, modules: Modules) => string | null; priority: number };
/** A module is captured alone: with its imports, the file of one face would contain what the others need. */
const alone = <Options extends Group>(options: Options) => ({ ...options, includeDependenciesRecursively: false });

/**
 * What a face loads before its first page: one file for each set of faces that share it, so none loads another's code.
 */
const firstFiles = alone({
  debugName: "first",
  name: (id, modules) => {
    if (isStart(id, modules)) return null;
    const [first, all] = [facesOf(id, modules, staticImporters), facesOf(id, modules, allImporters)];
    return first === all ? `first-${first}` : `first-${first}-later-${all}`;
  },
  tags: ["$initial" as const],
  priority: 4,
});

/** Modules that several pages and popups share, except those in the first files. */
const sharedFiles = (
  name: string,
  options: { minShareCount: number; priority: number; holds: (id: string, modules: Modules) => boolean },
) => {
  const { minShareCount, priority, holds } = options;
  return alone({
    debugName: name,
    name: (id: string, modules: Modules) =>
      isStart(id, modules) || !holds(id, modules) ? null : `${name}-${facesOf(id, modules, allImporters)}`,
    minShareCount,
    priority,
  });
};

/**
 * Assigns modules to files. By default the builder makes one for each set of pages that share a module: 400 small
 * files, of which a console page loads 180; with these groups it loads 20 (docs/decisions/0034-fewer-files.md).
 */
export const chunkGroups = [
  firstFiles,
  sharedFiles("login", { minShareCount: 2, priority: 3, holds: isForLogin }),
  sharedFiles("fields", { minShareCount: FIELDS_SHARED_BY, priority: 2, holds: usesFormLibrary }),
  sharedFiles("forms", { minShareCount: 2, priority: 1, holds: usesFormLibrary }),
  sharedFiles("daily", { minShareCount: 2, priority: 1, holds: isDaily }),
  sharedFiles("shared", { minShareCount: 2, priority: 0, holds: () => true }),
];
