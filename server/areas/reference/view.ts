import { createHash } from "node:crypto";

import type { HtmlPage } from "../../platform/http/output/html-page.ts";
import { escapeHtml } from "../../platform/lib/text/html.ts";
import { type Document, type ListedOperation, operationsOf } from "./document.ts";
import { guideLinks, guideMarkup } from "./guide.ts";
import { inlineRefs } from "./inline.ts";
import { inline } from "./markup.ts";
import { operationMarkup } from "./operation.ts";
import { STYLE } from "./style.ts";

/** No scripts, nothing from other hosts; the one style sheet is allowed by its digest. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

type Group = { id: string; name: string; description: string; operations: ListedOperation[] };

const groupsOf = (document: Document): Group[] =>
  document.tags.map(({ name, description = "" }) => ({
    id: `group-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
    name,
    description,
    operations: operationsOf(document, name),
  }));

const navOf = (groups: readonly Group[]): string => {
  const guide = guideLinks().map(({ id, title }) => `<li><a href="#${id}"><span>${title}</span></a></li>`);
  const all = groups.map(({ id, name, operations }) => {
    const items = operations.map(
      ({ method, operation }) =>
        `<li><a href="#${escapeHtml(operation.operationId)}"><span>${inline(operation.summary)}</span><i>${method}</i></a></li>`,
    );
    return `<b><a href="#${id}">${escapeHtml(name)}</a></b><ul>${items.join("")}</ul>`;
  });
  return `<nav aria-label="Contents"><a class="name" href="/"><span class="mark"></span>Foyer</a><b><a href="#first-call">Start here</a></b><ul>${guide.join("")}</ul>${all.join("")}</nav>`;
};

const groupOf = (document: Document, { id, name, description, operations }: Group): string =>
  `<div class="group" id="${id}"><h2>${escapeHtml(name)}</h2><p>${inline(description)}</p></div>${operations
    .map((listed) => operationMarkup(document, listed))
    .join("")}`;

/** The reference of the interface as one page. All contract texts are escaped. */
export const referencePage = (described: Document): HtmlPage => {
  const document = inlineRefs(described);
  const groups = groupsOf(document);
  const server = document.servers[0]?.url ?? "";
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return {
    policy: POLICY,
    text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>API reference · Foyer</title><style>${STYLE}</style></head><body>${navOf(groups)}<main><header><h1>API reference</h1><p>Who is in the building, who is expected and who let them in: ${count} endpoints, each with its parameters, its response and a command to try.</p></header>${guideMarkup(server)}${groups.map((group) => groupOf(document, group)).join("")}<footer>API ${escapeHtml(document.info.version)} · generated from <a href="/api/openapi.json">openapi.json</a></footer></main></body></html>`,
  };
};
