import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makeVisitTypes } from "../../demo/visit-types.ts";
import { catalogueOf } from "../support/words/catalogue-texts.ts";
import { templateBody } from "../support/templates.ts";

const TARGET = {
  company_id: "1",
  screening_mail: "host@example.org",
  at: "2026-11-18T14:00:00.000Z",
  newId: () => "2",
};

describe("the demo’s visit types", () => {
  it("have the Delivery of the setup: what it asks, in its order, and what it tells the host", () => {
    const delivery = makeVisitTypes(TARGET).get("delivery") ?? assert.fail();
    const asked = delivery.fields.filter(({ visible }) => visible);
    const { fields, translations, host_notifications } = templateBody("delivery");
    assert.deepEqual(
      asked.map(({ field_name, required }) => [field_name, required]),
      [
        ["company", true],
        ["numberofparcels", false],
        ["recipient", false],
      ],
    );
    const labels = fields.map((field) => field.translations?.label).filter((label) => label !== undefined);
    assert.deepEqual(
      asked.map(({ label }) => label),
      labels,
    );
    assert.deepEqual([delivery.name, delivery.host_notifications], [translations.name, host_notifications]);
    const { notification_sign_in_sms } = delivery.notification_texts;
    assert.deepEqual(notification_sign_in_sms, translations.notification_sign_in_sms);
  });

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
