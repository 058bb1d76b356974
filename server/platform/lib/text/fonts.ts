/**
 * The address of Foyer's font for pages that the service renders itself; the built pages include it
 * (server/areas/web/pages.ts).
 */
export const FONTS: Readonly<Record<string, { path: string; range: string }>> = {
  "geist-latin": {
    path: "/fonts/geist-latin.woff2",
    range:
      "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
  },
  "geist-latin-ext": {
    path: "/fonts/geist-latin-ext.woff2",
    range:
      "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  },
};

/** The style rules that load it, as `Geist`; pages that use them must allow `font-src 'self'`. */
export const FONT_FACES = Object.values(FONTS)
  .map(
    ({ path, range }) =>
      `@font-face{font-family:Geist;font-style:normal;font-display:swap;font-weight:100 900;src:url(${path}) format("woff2");unicode-range:${range}}`,
  )
  .join("");
