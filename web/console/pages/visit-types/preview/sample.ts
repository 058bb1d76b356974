/** A sample visitor, so that texts appear as they will be read. */
const SAMPLE: Readonly<Record<string, string>> = {
  first_name: "Lena",
  last_name: "Vogt",
  company: "Sauter Elektrotechnik",
  recipient: "John Barlow",
};

const INNERMOST = /\{([^{}]*)\}/;
const SIGN = /%([\p{L}\p{M}\p{N}_]+)%/gu;

const hasEmpty = (text: string): boolean => [...text.matchAll(SIGN)].some(([, name = ""]) => !(name in SAMPLE));

/** Segments in braces are removed if one of their values is empty, as in the service (rules 4). */
const withoutEmpty = (text: string): string => {
  const found = INNERMOST.exec(text);
  if (found === null) return text;
  const [whole, inner = ""] = found;
  return withoutEmpty(text.replace(whole, () => (hasEmpty(inner) ? "" : inner)));
};

/** A text with its values filled in. */
export const sampleOf = (text: string): string =>
  withoutEmpty(text)
    .replaceAll(SIGN, (_, name: string) => SAMPLE[name] ?? "")
    .trim();
