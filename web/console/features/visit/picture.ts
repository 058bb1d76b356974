/** How the Base64 of each kind of picture begins. */
const STARTS: readonly [string, string][] = [
  ["iVBOR", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["PHN2Zy", "image/svg+xml"],
  ["PD94bW", "image/svg+xml"],
];

/** The address of a stored picture (Base64 or `data:` URL); undefined for what no browser draws. */
export const pictureAddress = (stored: string | undefined): string | undefined => {
  if (stored === undefined || stored === "") return undefined;
  if (stored.startsWith("data:")) return stored.startsWith("data:image/") ? stored : undefined;
  const type = STARTS.find(([start]) => stored.startsWith(start))?.[1];
  return type === undefined ? undefined : `data:${type};base64,${stored}`;
};
