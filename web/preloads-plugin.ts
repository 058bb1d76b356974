import type { Plugin } from "vite";

import { type Chunk, filesOf } from "./bundle-files.ts";

/** The texts that every page of a face has. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  console: ["console"],
  kiosk: ["kiosk", "visitor-flow"],
  visitor: ["visitor", "visitor-flow"],
};

const TEXT = /\/texts\/([^/]+)\/([^/]+)\.json$/;
/** A page of the console, and the folder that its texts are called after. */
const PAGE = /\/console\/(?:pages|app)\/([^/]+)\/([^/]+)-page\.tsx$/;

const idsOf = ({ moduleIds = [], facadeModuleId }: Chunk): string[] => [...moduleIds, facadeModuleId ?? ""];

/** The files that a page loads besides the first files of its face, by the last part of its address. */
type Pages = Record<string, string[]>;

/**
 * Lists for the service which files a browser can load together with a page's HTML, instead of after the first files
 * have run: by face, language and page (`""`: any other) the texts and the code. See server/areas/web/preloads.ts.
 */
export const preloads = (): Plugin => ({
  name: "foyer-preloads",
  enforce: "post",
  generateBundle(_options, bundle) {
    const chunks = bundle as unknown as Record<string, Chunk>;
    const all = Object.values(chunks);
    const matchesOf = (pattern: RegExp) =>
      all.flatMap((chunk) =>
        idsOf(chunk).flatMap((id) => [pattern.exec(id)].flatMap((match) => (match === null ? [] : [{ chunk, match }]))),
      );
    const texts = matchesOf(TEXT);
    const codes = matchesOf(PAGE);
    const pagesOf = (face: string, language: string): Pages => {
      const entry = all.filter(({ isEntry, name }) => isEntry === true && name === face);
      const first = new Set(filesOf(chunks, entry, { lazy: false }));
      const listed = (namespaces: readonly string[], code: readonly Chunk[]): string[] => {
        // English replaces missing texts of a language.
        const spoken = texts.filter(
          ({ match }) => ["en", language].includes(match[1] ?? "") && namespaces.includes(match[2] ?? ""),
        );
        const files = filesOf(chunks, [...code, ...spoken.map(({ chunk }) => chunk)], { lazy: false });
        return files.filter((file) => !first.has(file) && /\.(?:js|css)$/.test(file));
      };
      const common = TEXTS[face] ?? [];
      const own = face === "console" ? codes : [];
      return Object.fromEntries([
        ["", listed(common, [])],
        ...own.map(({ chunk, match }) => [match[2], listed([...common, match[1] ?? ""], [chunk])]),
      ]);
    };
    const languages = [...new Set(texts.map(({ match }) => match[1] ?? ""))];
    const faces = Object.keys(TEXTS).map((face) => [
      face,
      Object.fromEntries(languages.map((language) => [language, pagesOf(face, language)])),
    ]);
    this.emitFile({ type: "asset", fileName: "preloads.json", source: JSON.stringify(Object.fromEntries(faces)) });
  },
});
