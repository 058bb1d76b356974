import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { hostAddresses, NOTIFICATION_FLAGS } from "../../../../server/platform/channels/channels.ts";

const host = {
  cn: "Ann Peeters",
  mail: "ann@example.org",
  mobile: "0032 (0)470-12.34.56",
  telephoneNumber: "+3225551234",
};

describe("Where a host is notified (rules 4)", () => {
  it("at sign-in by email and SMS, at sign-out by email; every one has its switch", () => {
    const [mail, sms] = [
      { kind: "mail", recipient: "ann@example.org" },
      { kind: "sms", recipient: "+32470123456" },
    ];
    assert.deepEqual(hostAddresses("in", host, null, undefined), [mail, sms]);
    assert.deepEqual(hostAddresses("out", host, {}, undefined), [mail]);
    assert.deepEqual(hostAddresses("in", host, { email_in: false, email_out: true }, undefined), [sms]);
    assert.deepEqual(hostAddresses("in", host, { sms_in: false }, undefined), [mail]);
    assert.deepEqual(hostAddresses("out", host, { email_out: false }, undefined), []);
    assert.deepEqual(NOTIFICATION_FLAGS, ["email_in", "sms_in", "email_out"]);
  });

  it("a national mobile number is read by the location's country", () => {
    const contact = { mobile: "0470 12 34 56" };
    assert.deepEqual(hostAddresses("in", contact, null, "BE"), [{ kind: "sms", recipient: "+32470123456" }]);
  });

  it("not at what is not an address, and not without a host", () => {
    for (const contact of [{ mail: "ann", mobile: "0470 12 34 56" }, { mail: null, mobile: 32470123456 }, {}])
      assert.deepEqual(hostAddresses("in", contact, undefined, undefined), []);
  });
});
