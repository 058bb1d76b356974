import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import {
  invitationPageLink,
  isInvitationToken,
  readInvitationToken,
} from "../../../../server/resources/messages/invitations/invitation-link.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 24, 9);
const SECRET = "0123456789abcdef0123456789abcdef";
const INVITED = { location: "0a".repeat(12), registeredVisitorId: "1b".repeat(12), round: 0 };
const on = (days: number): string => new Date(NOW + days * DAY_MS).toISOString();

const tokenFor = (from: string | null, to: string | null): string => {
  const link = invitationPageLink({ publicUrl: "https://x", secretKey: SECRET }, INVITED, { from, to, made: NOW });
  return link.slice(link.indexOf("=") + 1);
};

describe("the link of an invitation", () => {
  it("works until the end of the visit; without an end for 30 days, counted from its beginning", () => {
    for (const [from, to, days] of [
      [on(1), on(2), 2],
      [null, null, 30],
      [on(60), null, 90],
      [on(-9), on(-1), 30],
    ] as const) {
      const token = tokenFor(from, to);
      const last = NOW + days * DAY_MS;
      assert.deepEqual(readInvitationToken(SECRET, token, last - 1), INVITED, `${from} ${to}`);
      assert.equal(readInvitationToken(SECRET, token, last), undefined, `${from} ${to}`);
      assert.ok(isInvitationToken(SECRET, token), "one that has ended is still one of ours");
    }
  });

  it("keeps its token behind the #, where no log sees it", () => {
    const link = invitationPageLink({ publicUrl: "https://visitors.example.org", secretKey: SECRET }, INVITED, {
      from: null,
      to: null,
      made: NOW,
    });
    assert.deepEqual([new URL(link).pathname, new URL(link).search], ["/visit/", ""]);
    assert.match(new URL(link).hash, /^#i=/);
  });

  it("is valid for one visitor: another purpose, another key, a changed or broken token", () => {
    const subject = `${INVITED.location}-${INVITED.registeredVisitorId}`;
    const token = tokenFor(null, null);
    for (const bad of [
      "",
      `${token}x`,
      token.replace("1b1b", "1b1c"),
      signToken(SECRET, "set-password", subject, NOW + DAY_MS),
      signToken(SECRET, "invitation", INVITED.location, NOW + DAY_MS),
      signToken(`${SECRET}x`, "invitation", subject, NOW + DAY_MS),
    ]) {
      assert.equal(readInvitationToken(SECRET, bad, NOW), undefined, bad);
      assert.equal(isInvitationToken(SECRET, bad), false, bad);
    }
  });
});
