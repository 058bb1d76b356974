import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { arrive, atKiosk, buildAgreement, buildSite, newestVisit } from "../../support/door.ts";
import { inviteVisitor, visitorCall } from "../../support/visitor.ts";
import { type Body, makeWorld } from "../../support/world.ts";

const world = await makeWorld();
after(() => world.close());

/** A site with an agreement for all and one for groups, and a member of a group who was invited. */
const buildGroupSite = async () => {
  const site = await buildSite(world);
  const rules = await buildAgreement(world, site);
  const ofGroups = await buildAgreement(world, site, { name: "Groups", group_only: true, index: 1 });
  const { visitor, token } = await inviteVisitor(world, site.location, {
    visit_type: site.type._id,
    first_name: "Rosa",
  });
  const made = await world.post("/groups", {
    company_id: site.location,
    name: "Acme",
    members: [{ first_name: "Ann", last_name: "Acme", visit_type: site.type._id }],
  });
  assert.equal(made.status, 200, made.text);
  return { site, rules, ofGroups, visitor, token, group: made.body };
};

describe("Agreements for groups alone (decision 0064)", () => {
  it("are asked at the kiosk of who comes in a group, and of no one else", async () => {
    const { site, rules, ofGroups, token } = await buildGroupSite();
    const alone = (await atKiosk(world, site, "/recognise", { code: token })).body;
    assert.equal(alone.in_group, undefined, JSON.stringify(alone));
    const found = (await atKiosk(world, site, "/expected", { first_name: "Ann", last_name: "Acme" })).body;
    assert.deepEqual([found.outcome, found.in_group], ["expected", true]);
    const signed = (...all: Body[]) => ({
      recognition: found.recognition,
      agreements: all.map(({ _id, version }) => ({ _id, version })),
      signed_name: "Ann Acme",
    });
    const refused = await arrive(world, site, signed(rules));
    assert.deepEqual([refused.status, refused.body.field], [400, "agreements"], refused.text);
    const made = await arrive(world, site, signed(rules, ofGroups));
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(new Set((await newestVisit(world, site)).agreements), new Set([rules._id, ofGroups._id]));
    assert.equal((await arrive(world, site, { ...signed(rules), recognition: undefined })).status, 200);
  });

  it("are asked before the visit of who comes in a group", async () => {
    const { rules, ofGroups, visitor, token, group } = await buildGroupSite();
    const asked = async () =>
      (await visitorCall(world, "GET", "/invitation", { token })).body.agreements.map(({ _id }: Body) => _id);
    assert.deepEqual(await asked(), [rules._id]);
    await world.db.rows({
      sql: "update registered_visitors set group_id = $1 where _id = $2 returning 1",
      parameters: [group._id, visitor._id],
    });
    assert.deepEqual(await asked(), [rules._id, ofGroups._id]);
  });
});
