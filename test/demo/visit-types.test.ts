import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makeVisitTypes } from "../../demo/visit-types.ts";
import { catalogueOf } from "../support/catalogue-texts.ts";

const TARGET = {
  company_id: "1",
  screening_mail: "host@example.org",
  at: "2026-11-18T14:00:00.000Z",
  newId: () => "2",
};

describe("the demo’s visit types", () => {
  for (const language of ["en", "nl", "fr", "de"])
    it(`say at sign-out what the kiosk’s own goodbye above it does not: ${language}`, () => {
      const { done } = catalogueOf(language, "kiosk") as { done: { goodbyeAny: string } };
      const goodbye = done.goodbyeAny.replace(".", "");
      for (const { signout_message } of makeVisitTypes(TARGET).values()) {
        const message = signout_message[language];
        assert.ok(message !== undefined && !message.includes(goodbye), message);
      }
    });
});
