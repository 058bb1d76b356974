import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { ODD, ODD_ON_PAGES, oddIn } from "../support/words/odd-english.ts";
import { catalogueOf, NAMESPACES, SERVER } from "../support/words/catalogue-texts.ts";
import { textsOf } from "../support/browser/web-sources.ts";

/** The English texts: file, key, words. */
const texts = NAMESPACES.flatMap((namespace) =>
  textsOf(catalogueOf("en", namespace)).map(([key, said]) => ({ namespace, at: `${namespace}:${key}`, key, said })),
);

/** What people type to find a page or an action, which no page shows: words that we avoid are found too. */
const TYPED = /^palette:(?:also|page)\./;

const pages = texts.filter(({ namespace, at }) => !SERVER.has(namespace) && !TYPED.test(at));
/** The name of a command, and what heads the time of a decision. */
const MEANT: ReadonlySet<string> = new Set(["messages:test.footer", "messages:hosts.decided"]);
const server = texts.filter(({ namespace, at }) => SERVER.has(namespace) && !MEANT.has(at));

/** What visitors read. */
const VISITORS: ReadonlySet<string> = new Set(["kiosk", "visitor", "visitor-flow"]);

const TITLE = /\b(?:title|label|action|column|tab|status|state)(?:_one|_other)?$/;
const BUTTON = /^(?!act\.).*\b(?:action|create|add|open|print(?:[A-Z]\w*)?)$/;
const VERB =
  /^(?:Cancel|Add|Approve|Change|Choose|Close|Continue|Copy|Create|Decline|Delete|Discard|Download|Edit|Email|End|Erase|Import|Invite|Log|Mark|Open|Pair|Print|Register|Reject|Remove|Replace|Resend|Reset|Restore|Revoke|Save|Select|Send|Sign|Start|Take|Turn|Unlink|Upload)\b/;

describe("the English of the pages", () => {
  it("says nothing that a native would not", () => {
    const odd = pages.flatMap(({ at, said }) =>
      oddIn(said, [...ODD, ...ODD_ON_PAGES]).map((name) => `${at} [${name}]: ${said}`),
    );
    assert.deepEqual(odd, []);
  });

  it("gives a reason as a sentence of its own", () => {
    const reasons = pages.filter(({ said }) => said.includes("{{reason}}"));
    assert.deepEqual(
      reasons.filter(({ said }) => !/(?:^|\. )\{\{reason\}\}$/.test(said)),
      [],
    );
  });

  it("ends no title, label or column with a full stop; a visitor is greeted in sentences, and a notice goes on after its first", () => {
    const titles = pages.filter(({ namespace, key }) => !VISITORS.has(namespace) && TITLE.test(key));
    assert.deepEqual(
      titles.filter(({ key, said }) => said.endsWith(".") && !key.startsWith("rejectedSyncs.title")),
      [],
    );
  });

  it("begins a button with a verb; the audit log's past actions don't count as buttons", () => {
    assert.deepEqual(
      pages.filter(({ key, said }) => BUTTON.test(key) && !VERB.test(said)),
      [],
    );
  });
});

describe("the English of mails and of the server's pages", () => {
  it("says nothing that a native would not", () => {
    const odd = server.flatMap(({ at, said }) => oddIn(said, ODD).map((name) => `${at} [${name}]: ${said}`));
    assert.deepEqual(odd, []);
  });
});
