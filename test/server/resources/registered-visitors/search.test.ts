import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

describe("GET /knownvisitors/bycompany/{company_id} with search", () => {
  it("200: each word occurs somewhere in the record; case does not matter, and filters hold as well", async () => {
    const company_id = await buildLocation(world);
    const add = (body: Body): Promise<Body> => world.post("/knownvisitors", { company_id, ...body });
    await add({ first_name: "Sofie", last_name: "De Smet", company: "Atelier Noord", status: "invited" });
    await add({ first_name: "Jonas", last_name: "Müller", licence: "1-KLM-204" });
    await add({ first_name: "Sofie", last_name: "Maes", company: "Atelier Noord" });
    const found = async (query: string): Promise<string[]> => {
      const path = `/knownvisitors/bycompany/${company_id}?count=10&page=1&sorting[last_name]=asc&${query}`;
      const { status, body } = await world.get(path);
      assert.equal(status, 200);
      assert.equal(body.total, body.visitors.length, query);
      return body.visitors.map((one: Body) => one.last_name);
    };
    assert.deepEqual(await found("search=NOORD%20sofie"), ["De Smet", "Maes"]);
    assert.deepEqual(await found("search=M%C3%BCLLER"), ["Müller"]);
    assert.deepEqual(await found("search=klm"), ["Müller"]);
    assert.deepEqual(await found("search=noord&filter[status]=invited"), ["De Smet"]);
    assert.deepEqual(await found("search=%20"), ["De Smet", "Maes", "Müller"]);
    assert.deepEqual(await found("search=nobody"), []);
  });
});
