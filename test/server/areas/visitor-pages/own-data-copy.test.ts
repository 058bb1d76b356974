import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { buildSite, type Site } from "../../../support/door.ts";
import { inviteVisitor, visitorCall } from "../../../support/visitor.ts";
import { makeWorld, type World } from "../../../support/world.ts";

const VISITS = 10;
/** As much as may be stored of a picture. */
const PICTURE_LENGTH = 2_700_000;

let world: World;
let site: Site;
let token: string;
let ids: string[];

/** A visitor who came often and had two large pictures taken each time; written by copying. */
before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
  const { visitor, token: link } = await inviteVisitor(world, site.location, { note: "as it is stored" });
  token = link;
  const { _id } = (await world.post(`/knownvisitors/${visitor._id}/signin`)).body;
  await world.post(`/visitors/${_id}/signout`);
  const { rows } = await world.db.pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'visits' and column_name <> '_id' and is_generated = 'NEVER' and is_identity = 'NO'",
  );
  const columns = rows.map(({ column_name }) => `"${column_name}"`).join(", ");
  const copies = Array.from({ length: VISITS - 1 }, () => newId(site.location));
  ids = [_id, ...copies].toSorted((a, b) => (a < b ? -1 : 1));
  await world.db.pool.query(
    `insert into visits (_id, ${columns}) select made.id, ${columns} from visits, unnest($1::text[]) as made (id) where _id = $2`,
    [copies, _id],
  );
  await world.db.pool.query(
    "insert into visit_images (company_id, visit_id, photo, signature) select $1, id, repeat('A', $3), repeat('B', $3) from unnest($2::text[]) as made (id)",
    [site.location, ids, PICTURE_LENGTH],
  );
});
after(() => world.close());

describe("GET /visit/api/data of dozens of megabytes", () => {
  it("200: whole, in the order of the visits, as JSON; HEAD has no body", async () => {
    const { status, body, headers } = await visitorCall(world, "GET", "/data", { token });
    assert.deepEqual([status, headers["content-type"]], [200, "application/json; charset=utf-8"]);
    assert.equal(body.registered_visitor.note, "as it is stored");
    assert.deepEqual(
      body.visits.map(({ _id, photo, signature }: Record<string, string>) => [_id, photo?.length, signature?.length]),
      ids.map((_id) => [_id, PICTURE_LENGTH, PICTURE_LENGTH]),
    );
    const head = await world.app.inject({
      method: "HEAD",
      url: "/visit/api/data",
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual([head.statusCode, head.body], [200, ""]);
  });

  it("200: a visit is read when its turn comes and no sooner: one that is erased meanwhile is not in the copy", async () => {
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect(Number(new URL(world.app.listeningOrigin).port), "127.0.0.1").pause();
    const request = `GET /visit/api/data HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    socket.write(request);
    while (socket.bytesRead === 0) await wait(20, socket.read(0));
    const last = ids.at(-1) ?? "";
    assert.equal((await world.remove(`/visitors/${last}`)).status, 200);
    let text = "";
    for await (const chunk of socket.setEncoding("latin1")) text = `${text.slice(-200)}${chunk}`;
    assert.match(text, /\]\}\r\n0\r\n\r\n$/, "the copy has its end");
    const after = await visitorCall(world, "GET", "/data", { token });
    assert.equal(after.body.visits.length, VISITS - 1);
  });
});
