import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

const MARK = readFileSync(join(import.meta.dirname, "shared/mark.svg"), "utf8").trim();

/** Fixed: the page that takes its place moves nothing. The policy asks for the nonce (server/areas/web/pages.ts). */
const STYLE = `<style nonce="FOYER_NONCE">#foyer > svg { position: fixed; inset: 0; width: 48px; height: 52px; margin: auto }</style>`;

const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;
const STYLESHEETS = /^ *<link rel="stylesheet".*\n/gm;

/**
 * Has a face show our mark as soon as its HTML has come, and until the page is drawn: the mark stands in the HTML, the stylesheets, for
 * which a browser paints nothing, after it, and the scripts come after them.
 */
export const firstPaint = (): Plugin => ({
  name: "foyer-first-paint",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html
        .replace(STYLESHEETS, "")
        .replace(SCRIPTS, '$& fetchpriority="low"')
        .replace("</head>", () => `  ${STYLE}\n  </head>`)
        .replace('<div id="foyer"></div>', () => `<div id="foyer">${MARK}</div>`)
        .replace("</body>", () => `${html.match(STYLESHEETS)?.join("") ?? ""}  </body>`),
  },
});
