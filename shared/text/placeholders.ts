/** The values of placeholders, by name without the signs. */
export type PlaceholderValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Braces, and field names of letters, digits and underscores, so that "50 % of 80 %" has no placeholder. */
const TOKEN = /([{}]|%[\p{L}\p{M}\p{N}_]+%)/u;
const NAME = /^%(.*)%$/su;

type Segment = { text: string; lacks: boolean };

const valueOf = (values: PlaceholderValues, name: string): string =>
  Object.hasOwn(values, name) ? String(values[name] ?? "").trim() : "";

const add = (part: Segment, text: string): void => {
  part.text += text;
};

/**
 * Fills in a configured text (rules 4): `%field%` becomes the value, or nothing if there is none; a `{ … }` segment is
 * removed if a placeholder directly in it is empty, and otherwise only loses its braces. Segments may be nested.
 * Unmatched braces are kept. Values are never scanned for placeholders or braces: a visitor may be called `%email%`.
 */
export const fillPlaceholders = (template: string, values: PlaceholderValues): string => {
  const outer: Segment = { text: "", lacks: false };
  const open: Segment[] = [];
  for (const token of template.split(TOKEN)) {
    const inner = open.at(-1) ?? outer;
    const name = NAME.exec(token)?.[1];
    if (name !== undefined) {
      const value = valueOf(values, name);
      add(inner, value);
      inner.lacks ||= value === "";
    } else if (token === "{") open.push({ text: "", lacks: false });
    else if (token === "}" && open.length > 0) {
      open.pop();
      if (!inner.lacks) add(open.at(-1) ?? outer, inner.text);
    } else add(inner, token);
  }
  return [outer, ...open].map(({ text }) => text).join("{");
};
