import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { type Body, buildLocation, buildRegistered, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
const company_id = await buildLocation(world);
after(() => world.close());

const TODAY = {
  startDate: new Date(Date.now() - 3_600_000).toISOString(),
  endDate: new Date(Date.now() + 3_600_000).toISOString(),
};
const ACME = {
  company_id,
  name: "Acme, guided tour",
  company: "Acme",
  leader: { first_name: "Jo", last_name: "Janssens", email: "jo@example.org" },
  members: [{ first_name: "Max" }, { first_name: "Zoe", company: "Other" }],
  unnamed: 2,
  visiting_on: TODAY,
  recipient: "Ann Peeters",
};

const make = async (body: object = {}): Promise<Body> => {
  const made = await world.post("/groups", { ...ACME, ...body });
  assert.equal(made.status, 200, made.text);
  return made.body;
};
const names = (persons: Body[]): string[] => persons.map(({ first_name }) => first_name);

describe("POST /groups (decision 0063)", () => {
  it("200: leader and members are registered visitors with what all have", async () => {
    const group = await make();
    assert.deepEqual([group["name"], group["unnamed"], group["recipient"]], ["Acme, guided tour", 2, "Ann Peeters"]);
    assert.deepEqual([group["leader"].first_name, ...names(group["members"])], ["Jo", "Max", "Zoe"]);
    const { body } = await world.get(`/knownvisitors/${group["members"][0]._id}`);
    assert.deepEqual(
      [body.group_id, body.company, body.visiting_on, body.recipient],
      [group._id, "Acme", TODAY, "Ann Peeters"],
    );
    assert.equal(group["members"][1].company, "Other");
    assert.deepEqual((await world.get(`/groups/${group._id}`)).body, group);
    assert.deepEqual((await world.get(`/groups/bycompany/${company_id}`)).body[0], group);
  });

  it("400: no one, too many, references that there are not", async () => {
    const cases: [object, string, string][] = [
      [{ leader: undefined, members: [], unnamed: 0 }, "missing_key", "members"],
      [{ unnamed: 500 }, "too_many", "members"],
      [{ unnamed: -1 }, "wrong_format", "unnamed"],
      [{ members: "Max" }, "wrong_format", "members"],
      [{ visit_type: newId() }, "unknown_reference", "visit_type"],
      [{ visiting_on: { startDate: TODAY.endDate, endDate: TODAY.startDate } }, "wrong_order", "visiting_on.endDate"],
    ];
    for (const [body, code, field] of cases) {
      const answer = await world.post("/groups", { ...ACME, ...body });
      assert.deepEqual([answer.status, answer.body.code, answer.body.field], [400, code, field], JSON.stringify(body));
    }
  });
});

describe("PUT /groups/{id} (decision 0063)", () => {
  it("200: members are replaced; who stays keeps the record; what all have changes for all", async () => {
    const group = await make();
    const [max, zoe] = group["members"];
    const { body, status, text } = await world.put(`/groups/${group._id}`, {
      members: [{ first_name: "max", phone: "+3225550100" }, { first_name: "Ada" }],
      recipient: "Bo",
      unnamed: 5,
    });
    assert.equal(status, 200, text);
    assert.deepEqual(names(body["members"]), ["max", "Ada"]);
    assert.deepEqual([body["members"][0]._id, body["members"][0].phone, body["unnamed"]], [max._id, "+3225550100", 5]);
    assert.deepEqual([body["leader"]._id, body["leader"].recipient], [group["leader"]._id, "Bo"]);
    assert.equal((await world.get(`/knownvisitors/${zoe._id}`)).status, 404);
    const renamed = await world.put(`/groups/${group._id}`, { members: [{ _id: max._id, first_name: "Maxime" }] });
    assert.deepEqual([renamed.body["members"].length, renamed.body["members"][0]._id], [1, max._id]);
  });

  it("200: another leader; null takes what all had away", async () => {
    const group = await make();
    const { body } = await world.put(`/groups/${group._id}`, {
      leader: { first_name: "Lea", email: "lea@example.org" },
      recipient: null,
    });
    assert.equal(body["leader"].first_name, "Lea");
    assert.deepEqual([body["recipient"], body["members"][0].recipient], [undefined, undefined]);
  });
});

describe("POST /groups/{id}/signin and /signout (decision 0063)", () => {
  it("200: all who aren't inside, named and unnamed; then all out", async () => {
    const group = await make();
    const first = await world.post(`/groups/${group._id}/signin`, {
      known_visitor_ids: [group["members"][0]._id],
      unnamed: 1,
    });
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(
      first.body["visitors"].map((visit: Body) => [visit.first_name, visit.group_id, visit.company, visit.recipient]),
      [
        ["Max", group._id, "Acme", "Ann Peeters"],
        [undefined, group._id, "Acme", "Ann Peeters"],
      ],
    );
    const others = await world.post(`/groups/${group._id}/signin`);
    assert.deepEqual(names(others.body["visitors"]), ["Jo", "Zoe", undefined]);
    assert.deepEqual((await world.post(`/groups/${group._id}/signin`, {})).body, { visitors: [] });
    assert.equal((await world.get(`/visitors/signed_current/${company_id}`)).body.length, 5);
    const some = await world.post(`/groups/${group._id}/signout`, { unnamed: 1 });
    assert.deepEqual(
      some.body["visitors"].map((visit: Body) => typeof visit.signed_out),
      ["string"],
    );
    assert.equal((await world.post(`/groups/${group._id}/signout`)).body["visitors"].length, 4);
    assert.equal((await world.get(`/visitors/signed_current/${company_id}`)).body.length, 0);
  });

  it("400: a registered visitor who isn't of the group; then no one is signed in", async () => {
    const group = await make();
    const { _id: stranger } = await buildRegistered(world, company_id);
    const answer = await world.post(`/groups/${group._id}/signin`, { known_visitor_ids: [stranger] });
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.field],
      [400, "unknown_reference", "known_visitor_ids"],
    );
    assert.equal((await world.post(`/groups/${newId(company_id)}/signin`)).status, 404);
  });
});

describe("DELETE /groups/{id} (decision 0063)", () => {
  it("200: with its registered visitors, but those who are inside", async () => {
    const group = await make();
    await world.post(`/groups/${group._id}/signin`, { known_visitor_ids: [group["leader"]._id] });
    assert.equal((await world.remove(`/groups/${group._id}`)).status, 200);
    assert.equal((await world.get(`/groups/${group._id}`)).status, 404);
    assert.equal((await world.get(`/knownvisitors/${group["leader"]._id}`)).status, 200);
    assert.equal((await world.get(`/knownvisitors/${group["members"][0]._id}`)).status, 404);
  });
});
