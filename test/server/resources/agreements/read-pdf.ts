import { inflateSync } from "node:zlib";

/** A PDF as a reader that knows nothing of its maker sees it. */
export type ReadPdf = { pages: string[]; text: string; files: Record<string, Buffer>; images: number; info: string };

type Object_ = { head: string; stream: Buffer | undefined };

const objectsOf = (file: Buffer): Map<number, Object_> => {
  const text = file.toString("latin1");
  const objects = new Map<number, Object_>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const rest = text.slice(start, start + 100_000);
    const at = /\nstream\n|\nendobj/.exec(rest);
    const head = rest.slice(0, at?.index);
    if (at?.[0] !== "\nstream\n") objects.set(Number(match[1]), { head, stream: undefined });
    else {
      const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
      const begin = start + at.index + at[0].length;
      const raw = file.subarray(begin, begin + length);
      const stream = /\/Filter \/FlateDecode/.test(head) ? inflateSync(raw) : raw;
      objects.set(Number(match[1]), { head, stream });
    }
  }
  return objects;
};

const reference = (head: string, key: string): number => Number(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1]);
const fromHex = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** Code to text, from the ranges and lists of a ToUnicode map. */
const mapOf = (cmap: string): ((code: string) => string) => {
  const known = new Map<number, string>();
  const ranges: [number, number, number][] = [];
  for (const [, low = "", high = "", list, first] of cmap.matchAll(/<(\w+)>\s*<(\w+)>\s*(?:\[([^\]]*)\]|<(\w+)>)/g)) {
    if (first !== undefined) ranges.push([parseInt(low, 16), parseInt(high, 16), parseInt(first, 16)]);
    [...(list ?? "").matchAll(/<([\w ]*)>/g)].forEach(([, hex = ""], n) => {
      known.set(parseInt(low, 16) + n, fromHex(hex.replaceAll(" ", "")));
    });
  }
  return (code) => {
    const n = parseInt(code, 16);
    const range = ranges.find(([low, high]) => low <= n && n <= high);
    return known.get(n) ?? (range === undefined ? "" : String.fromCharCode(range[2] + n - range[0]));
  };
};

const textOf = (content: string, maps: Map<string, (code: string) => string>): string => {
  let map = (_code: string): string => "";
  let out = "";
  for (const [, font, strings] of content.matchAll(/\/(\w+) [\d.]+ Tf|(\[[^\]]*\] TJ|<\w*> Tj)/g)) {
    if (font !== undefined) map = maps.get(font) ?? map;
    else
      out += [...(strings ?? "").matchAll(/<(\w*)>/g)]
        .map(([, hex = ""]) => (hex.match(/.{4}/g) ?? []).map(map).join(""))
        .join("");
  }
  return out;
};

/** Reads a PDF back: the text of each page, attached files, and how many images it shows. */
export const readPdf = (file: Buffer): ReadPdf => {
  const objects = objectsOf(file);
  const all = [...objects.values()];
  const head = (n: number): string => objects.get(n)?.head ?? "";
  const stream = (n: number): string => objects.get(n)?.stream?.toString("latin1") ?? "";
  const pages = all
    .filter(({ head: text }) => /\/Type \/Page\n/.test(text))
    .map((page) => {
      const resources = head(reference(page.head, "Resources"));
      const fonts = [...resources.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = "", n]) => {
        const cmap = reference(head(Number(n)), "ToUnicode");
        return [name, mapOf(stream(cmap))] as const;
      });
      return textOf(stream(reference(page.head, "Contents")), new Map(fonts));
    });
  const files: Record<string, Buffer> = {};
  for (const { head: text } of all.filter((one) => /\/Type \/Filespec/.test(one.head)))
    files[/\/UF \(([^)]*)\)/.exec(text)?.[1] ?? ""] = objects.get(reference(text, "F"))?.stream ?? Buffer.alloc(0);
  const info = all.find(({ head: text }) => /\/Producer/.test(text))?.head ?? "";
  const images = all.filter(({ head: text }) => /\/Subtype \/Image/.test(text)).length;
  return { pages, text: pages.join("\n"), files, images, info };
};
