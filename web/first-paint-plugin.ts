import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

const MARK = readFileSync(join(import.meta.dirname, "shared/mark.svg"), "utf8").trim();

/** Fixed, so that the page replacing it moves nothing. The policy requires the nonce (server/areas/web/pages.ts). */
const STYLE = `<style nonce="FOYER_NONCE">#foyer > svg { position: fixed; inset: 0; width: 48px; height: 52px; margin: auto }</style>`;

const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;

/**
 * Shows our logo in a face until its page is drawn: it is part of the HTML and needs no file of its own. The scripts
 * have a low priority, so that the styles, which block the first paint, are loaded before them.
 */
export const firstPaint = (): Plugin => ({
  name: "foyer-first-paint",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html
        .replace(SCRIPTS, '$& fetchpriority="low"')
        .replace("</head>", () => `  ${STYLE}\n  </head>`)
        .replace('<div id="foyer"></div>', () => `<div id="foyer">${MARK}</div>`),
  },
});
