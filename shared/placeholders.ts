/** What placeholders stand for, by name without the signs. */
export type PlaceholderValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Braces, and names of fields: letters, digits and underscores, so that "50 % of 80 %" has none. */
const TOKEN = /([{}]|%[\p{L}\p{M}\p{N}_]+%)/u;
const NAME = /^%(.*)%$/su;

type Segment = { text: string; lacks: boolean };

const valueOf = (values: PlaceholderValues, name: string): string =>
  Object.hasOwn(values, name) ? String(values[name] ?? "").trim() : "";

const add = (part: Segment, text: string): void => {
  part.text += text;
};

/**
 * Fills a configured text (rules 4): `%field%` becomes the value, or nothing when there is none; a `{ … }` segment
 * disappears whole when a placeholder directly in it is empty, and loses its braces otherwise. Segments may be nested. Braces
 * without a partner stay. What the values hold is never read as a placeholder or brace: a visitor may be called `%email%`.
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
