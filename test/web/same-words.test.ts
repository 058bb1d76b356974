import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { catalogueTexts } from "../support/words/catalogue-texts.ts";

/** What one thing is called, by the place where it is read: each place holds the word, in any form. */
const CONCEPTS: Record<string, { at: readonly string[]; words: Record<"fr" | "nl" | "de", RegExp> }> = {
  host: {
    at: ["console:field.recipient", "messages:hosts.host"],
    words: { fr: /^Hôte$/, nl: /^Contactpersoon$/, de: /^Ansprechperson$/ },
  },
  "the host as visitors read": {
    at: ["visitor-flow:field.recipient", "messages:invitation.host", "documents:host"],
    words: { fr: /^Personne visitée$/, nl: /^Contactpersoon$/, de: /^Ansprechperson$/ },
  },
  approve: {
    at: ["reception:approve", "messages:hosts.toDecide.approve", "approvals:approve"],
    words: { fr: /^Accepter$/, nl: /^Goedkeuren$/, de: /^Genehmigen$/ },
  },
  reject: {
    at: ["reception:reject", "messages:hosts.toDecide.reject", "approvals:reject"],
    words: { fr: /^Refuser$/, nl: /^Weigeren$/, de: /^Ablehnen$/ },
  },
  "visit type": {
    at: ["console:field.visit_type", "messages:hosts.visitType"],
    words: { fr: /^Type de visite$/, nl: /^Bezoektype$/, de: /^Besuchsart$/ },
  },
  entrance: {
    at: ["console:field.entrypoint_id", "messages:hosts.entrance"],
    words: { fr: /^Entrée$/, nl: /^Ingang$/, de: /^Eingang$/ },
  },
  reception: {
    at: ["console:nav.reception", "messages:hosts.byReception", "approvals:reception"],
    words: { fr: /accueil$/i, nl: /receptie$/i, de: /Empfang$/ },
  },
  "emergency message": {
    at: ["audit:act.emergency.send", "audit:exact.emergency.send.real", "audit:subject.emergency"],
    words: { fr: /^Messages? d’alerte/, nl: /^Alarmbericht/, de: /^Alarmmeldung/ },
  },
  "erasure request": {
    at: ["console:nav.erasures", "audit:subject.erasure_request", "audit:goneWith.erasure_requests"],
    words: { fr: /^(Demandes d’effacement|Effacements)$/, nl: /^Wisverzoeken$/, de: /^Löschanträge$/ },
  },
};

/** Keys of kiosk and phone that mean other things: one has a camera, the other is the visitor's own. */
const APART = new Set([
  "expected.title",
  "expected.hint",
  "expected.busy",
  "signOut.unknown",
  "signOut.busy",
  "done.waits",
]);

describe("one word for one thing", () => {
  for (const [concept, { at, words }] of Object.entries(CONCEPTS))
    it(`${concept}: console, mails and pages say the same`, () => {
      for (const language of ["fr", "nl", "de"] as const) {
        const texts = new Map(catalogueTexts(language));
        for (const where of at) assert.match(texts.get(where) ?? "", words[language], `${language} ${where}`);
      }
    });

  it("kiosk and phone say the same where they have the same key", () => {
    for (const language of ["en", "fr", "nl", "de"]) {
      const texts = catalogueTexts(language);
      const kiosk = new Map(texts.filter(([where]) => where.startsWith("kiosk:")));
      for (const [where, text] of texts.filter(([at]) => at.startsWith("visitor:"))) {
        const key = where.slice("visitor:".length);
        const other = kiosk.get(`kiosk:${key}`);
        if (other !== undefined && !APART.has(key)) assert.equal(text, other, `${language} ${key}`);
      }
    }
  });
});

/** Labels for who does not see the screen, and the button whose visible word they hold (WCAG 2.5.3). */
const NAMED: readonly (readonly [catalogue: string, label: string, button: string])[] = [
  ["reception", "approveName", "approve"],
  ["reception", "rejectName", "reject"],
  ["reception", "signInName", "signIn"],
  ["reception", "signOutName", "signOut"],
  ["reception", "askAgainName", "askAgain"],
  ["account", "endNamed", "end"],
  ["rejected-syncs", "againName", "again"],
  ["evacuation", "markSafe", "safe"],
  ["evacuation", "markNotSafe", "notSafe"],
  ["general", "uploadOf", "upload"],
  ["general", "replaceOf", "replace"],
  ["agreements", "uploadFor", "upload"],
  ["agreements", "replaceFor", "replace"],
];

describe("buttons", () => {
  it("what is read aloud holds what is seen", () => {
    for (const language of ["en", "fr", "nl", "de"]) {
      const texts = new Map(catalogueTexts(language));
      for (const [catalogue, label, button] of NAMED) {
        const [aloud = "", seen = "none"] = [label, button].map((key) =>
          texts.get(`${catalogue}:${key}`)?.toLowerCase(),
        );
        assert.ok(aloud.includes(seen), `${language} ${catalogue}: ${aloud} lacks ${seen}`);
      }
    }
  });

  it("the doors of the first screen of a kiosk hold 16 French signs", () => {
    const texts = new Map(catalogueTexts("fr"));
    for (const key of ["kiosk:start.signIn", "kiosk:start.expected"])
      assert.ok((texts.get(key) ?? "").length <= 16, `${key}: ${texts.get(key)}`);
  });
});
