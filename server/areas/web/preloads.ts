import type { WebFiles } from "./files.ts";

/** The build's list of what each page loads besides the first files of its face (web/preloads-plugin.ts). */
const LIST = "/preloads.json";

/** By face, language and the last part of the page's address; `""` stands for all others. */
type Preloads = Record<string, Record<string, Record<string, string[]>>>;

const linkOf = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`;

/**
 * What every page of a location reads first (web/console/data/lists/prefetch.ts): a browser that has a session can ask for it together with
 * the scripts. Not an evacuation, which may be opened offline and then shows what was kept.
 * @returns the links for a page's head @param address of the page, as requested
 */
export const linksToFirstReads = (address: string): string => {
  const [, location, page] = /^\/at\/(\w+)\/([\w-]+)/.exec(address) ?? [];
  if (location === undefined || page === "evacuation") return "";
  return ["users/me", `companies/${location}`, "companiesList"]
    .map((path) => `<link rel="preload" as="fetch" crossorigin href="/api/${path}">`)
    .join("\n");
};

/**
 * Reads the list of files that a browser can load together with a page, instead of a second later on a phone, once the
 * page's first files have run.
 * @returns the links for a page's head @param address of the page, as requested
 */
export const readPreloads = async (
  files: WebFiles,
): Promise<(face: string, language: string, address: string) => string> => {
  if (!files.has(LIST)) return () => "";
  const preloads = JSON.parse((await files.read(LIST, "")).bytes.toString("utf8")) as Preloads;
  return (face, language, address) => {
    const pages = new Map(Object.entries(preloads[face]?.[language] ?? {}));
    // Not as a URL: a browser may request a path that can't be one, such as `//`.
    const [path = ""] = address.split("?", 1);
    const page = path.split("/").findLast((part) => part !== "") ?? "";
    return (pages.get(page) ?? pages.get("") ?? []).map(linkOf).join("\n");
  };
};
