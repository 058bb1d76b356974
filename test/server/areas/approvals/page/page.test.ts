import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";

import { signToken } from "../../../../../server/platform/lib/secret/signed-token.ts";
import { hostMark } from "../../../../../server/resources/messages/host-link.ts";
import { queueNotifications } from "../../../../../server/jobs/notifications/notifications.ts";
import {
  type Body,
  buildLocation,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../../support/world.ts";
import { hostLinkOf } from "../../../../support/host-links.ts";

const HOUR_MS = 60 * 60_000;
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

let world: World;
let location: string;
let visit_type: string;
let entrypoint_id: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { name: "Kade <1>", timezone: "Europe/Brussels" });
  const made = await world.post(`/companies/${location}/visittypes`, {
    name: "Contractor <x>",
    screening: true,
    screening_mail: "gate@example.org",
    fields: [
      { label: "Work order", type: "text" },
      { label: "Safety shoes", type: "checkbox" },
      { label: "Secret", type: "text", visible: false },
    ],
  });
  visit_type = made.body._id;
  entrypoint_id = (await world.post(`/companies/${location}/entrypoints`, { name: "Main lobby" })).body._id;
});
after(() => world.close());
beforeEach(async () => {
  world.clock.frozen = false;
  await world.db.pool.query("delete from refusals");
  await world.put(`/companies/${location}`, { default_language: "en" });
});

const sent = async (
  method: "GET" | "POST",
  url: string,
  options: { payload?: string; headers?: Record<string, string> } = {},
) => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const { statusCode, body, headers, rawPayload } = await world.app.inject({
    method,
    url,
    ...(options.payload === undefined ? {} : { payload: options.payload }),
    headers: { ...(options.payload === undefined ? {} : form), ...options.headers },
  });
  // The look is none of what these tests are about.
  return { status: statusCode, body: body.replace(/<style>.*<\/style>/s, ""), headers, bytes: rawPayload };
};
const open = (link: string, headers: Record<string, string> = {}) => sent("GET", link, { headers });
const press = (link: string, choice: string) =>
  sent("POST", link.replace(/&choice=.*/, ""), { payload: `choice=${choice}` });

/** A visitor waits. @returns their visit, and the links of the mail to their host */
const wait = async (more: Record<string, unknown> = {}): Promise<{ _id: string; link: string; reject: string }> => {
  const { _id } = await buildVisit(world, location, {
    visit_type,
    recipient: "Ann Peeters",
    recipient_mail: "ann@example.org",
    ...more,
  });
  await queueNotifications(world.context);
  const outbox: Body[] = (await world.get(`/companies/${location}/outbox`)).body;
  const message = outbox.find(({ subject_id }) => subject_id === _id);
  return {
    _id,
    link: await hostLinkOf(world, message, "approve"),
    reject: await hostLinkOf(world, message, "reject"),
  };
};
const approvalOf = async (_id: string): Promise<string> => (await world.get(`/visitors/${_id}`)).body.approval;
const results = async (_id: string): Promise<string[]> => {
  await queueNotifications(world.context);
  const outbox: Body[] = (await world.get(`/companies/${location}/outbox`)).body;
  return outbox
    .filter(({ subject_id, to }) => subject_id === _id && to === "gate@example.org")
    .map(({ template }) => template);
};
const linkFor = (purpose: string, subject: string, ms = HOUR_MS): string =>
  `/decide?token=${signToken(world.context.secretKey, purpose, subject, world.context.now() + ms)}`;

describe("GET /decide (rules 5: a host's decision link)", () => {
  it("200: the visitor, the answers by their questions, and the buttons, one with a reason; opening it decides nothing, however often", async () => {
    const { _id, link, reject } = await wait({
      first_name: "Jo <b>",
      company: "Acme & sons",
      entrypoint_id,
      workorder: "RS-20418",
      safetyshoes: true,
      secret: "never asked",
      note: "of an integration",
    });
    for (const url of [link, reject, link]) {
      const { status, body } = await open(url);
      assert.equal(status, 200);
      for (const part of [
        "Kade &lt;1&gt;",
        "Jo &lt;b&gt; Janssens",
        "Acme &amp; sons",
        "<b>Just arrived · Main lobby</b>",
        "<dt>Visit type</dt><dd>Contractor &lt;x&gt;</dd>",
        "<dt>Work order</dt><dd>RS-20418</dd>",
        "<dt>Safety shoes</dt><dd>Yes</dd>",
        "Ann, can this visitor come in?",
      ])
        assert.ok(body.includes(part), part);
      assert.doesNotMatch(body, /never asked|of an integration|<script|undefined|null/);
      assert.equal(body.match(/<button name="choice"/g)?.length, 3);
    }
    assert.equal(await approvalOf(_id), "pending");
  });

  it("200: the button of the mail comes first to the eye; no script, nothing kept, nothing handed on", async () => {
    const { link, reject } = await wait();
    assert.match((await open(link)).body, /value="approve" class="first"/);
    const { body, headers } = await open(reject);
    assert.match(body, /value="reject" class="first no"/);
    assert.match(
      String(headers["content-security-policy"]),
      /^default-src 'none'; img-src 'self' data:; style-src 'sha256-[^']+'; form-action 'self'; font-src 'self'/,
    );
    assert.deepEqual(
      [headers["referrer-policy"], headers["cache-control"], headers["x-content-type-options"]],
      ["no-referrer", "no-store", "nosniff"],
    );
  });

  for (const [language, words] of [
    ["nl", /<html lang="nl">.*Ann, mag deze bezoeker binnenkomen\?.*Goedkeuren.*Weigeren/s],
    ["fr", /<html lang="fr">.*cette personne peut-elle entrer\u00A0\?.*Accepter.*Refuser/s],
    ["de", /<html lang="de">.*Ann Peeters, darf diese Person hereinkommen\?.*Genehmigen.*Ablehnen/s],
  ] as const)
    it(`200: in the location's default language: ${language}`, async () => {
      await world.put(`/companies/${location}`, { default_language: language });
      const { link } = await wait();
      assert.match((await open(link)).body, words);
      await press(link, "approve");
      assert.doesNotMatch((await open(link)).body, />[^<]*(approved|%|[{}])/);
    });

  it("200: in another language where the host chooses it, and it stays with the decision; an unknown one is English", async () => {
    const { link } = await wait();
    const { body } = await open(`${link}&language_id=fr`);
    assert.match(body, /<html lang="fr">.*Ann, cette personne peut-elle entrer/s);
    for (const language of ["en", "nl", "fr", "de"])
      assert.ok(body.includes(`&amp;language_id=${language}" lang="${language}"`), language);
    assert.match((await open(`${link}&language_id=tlh`)).body, /<html lang="en">/);
    const { headers } = await sent("POST", `${link}&language_id=fr`, { payload: "choice=approve" });
    assert.match(String(headers.location), /&language_id=fr$/);
    assert.match((await open(String(headers.location))).body, /Vous avez accepté cette visite à/);
  });

  it("200: in the colour of the location with what can be read on it, and with its logo; the policy names that style", async () => {
    const logo = `data:image/png;base64,${PNG.toString("base64")}`;
    await world.put(`/companies/${location}`, { colour: "#ffcc00", logo });
    const { link } = await wait();
    const { body, headers } = await world.app.inject(link);
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    assert.ok(String(headers["content-security-policy"]).includes(`style-src 'sha256-${digest}'`));
    assert.match(style, /:root\{--accent:#ffcc00;--on:#211f1c;--hover:/);
    assert.ok(body.includes(`<img class="mark" src="${logo}"`));
    await world.put(`/companies/${location}`, { colour: null, logo: null });
  });

  it("200: whatever was sent as a name or an answer, the page stays a page", async () => {
    const { link } = await wait({
      first_name: "%visitor% { %host% }",
      last_name: "\u202e\ud83d\ude00".repeat(166),
      company: "C".repeat(500),
      workorder: { a: ["<x>", null, { b: 1 }], c: "y".repeat(9_000) },
      safetyshoes: [true, "<i>"],
    });
    const { status, body } = await open(link);
    assert.equal(status, 200);
    assert.ok(body.length < 20_000, String(body.length));
    assert.match(body, /<h1>%visitor% \{ %host% \} /);
    assert.match(body, /<dd>\{&quot;[ac]&quot;:.*<dt>Safety shoes<\/dt><dd>Yes, &lt;i&gt;<\/dd>/);
  });

  it("200: what was signed is shown with its version", async () => {
    const { body: agreement } = await world.post(`/companies/${location}/agreements`, {
      name: "Site rules",
      type: "text",
      agreement_text: { en: "Be careful." },
    });
    const { link } = await wait({ agreements: [agreement._id] });
    assert.match((await open(link)).body, /<dt>Signed<\/dt><dd>Site rules, version 1<\/dd>/);
  });

  it("403: a link works for 48 hours from the sign-in on, and not a moment longer", async () => {
    const signed_in = new Date(Date.now() - HOUR_MS / 2).toISOString();
    const { link, _id } = await wait({ signed_in });
    world.clock.frozen = true;
    world.clock.now = Date.parse(signed_in) + 48 * HOUR_MS - 1;
    assert.equal((await open(link)).status, 200);
    world.clock.now += 1;
    assert.equal((await open(link)).status, 403);
    assert.equal((await press(link, "approve")).status, 403);
    assert.equal(await approvalOf(_id), "pending");
  });

  it("403: whatever is not a link of ours, and a visit that is gone, look the same", async () => {
    const { link, _id } = await wait();
    const gone = await wait();
    await world.remove(`/visitors/${gone._id}`);
    const other = await buildLocation(world);
    const ended = await open("/decide");
    assert.match(ended.body, /This link has expired/);
    for (const bad of [
      "/decide?token=",
      link.replace("&choice", "x&choice"),
      link.replace(_id, "f".repeat(24)),
      `${link}&token=x`,
      gone.link,
      linkFor("invitation", `${location}-${_id}`),
      linkFor("decide", _id),
      linkFor("decide", `${other}-${_id}`),
      linkFor("decide", `${location}-${_id}-x`),
      linkFor("decide", `${location}-${_id}`),
      linkFor("decide", `${location}-${_id}-${hostMark(_id, "Ann Peeters")}`, 0),
      "/decide/photo?token=x",
      "/decide/elsewhere",
    ]) {
      const { status, body } = await open(bad);
      assert.deepEqual([status, body], [403, ended.body], bad);
    }
    assert.match((await open("/decide", { "accept-language": "nl-BE,en" })).body, /Deze link is verlopen/);
  });

  it("429: the 31st wrong link of an address within 15 minutes, in a counter of its own; ended and good links never count", async () => {
    const { link } = await wait();
    const ended = linkFor("decide", `${location}-${"a".repeat(24)}-${"a".repeat(8)}`, -1);
    for (let n = 0; n < 40; n += 1) await open(n % 2 === 0 ? ended : link);
    for (let n = 0; n < 30; n += 1) assert.equal((await open("/decide?token=x")).status, 403);
    const { status, body, headers } = await open("/decide?token=x");
    assert.equal(status, 429);
    assert.match(body, /Too many invalid links/);
    assert.ok(Number(headers["retry-after"]) > 0);
    assert.equal((await open(ended)).status, 429);
    assert.equal((await open(link)).status, 200, "others' wrong links keep no host from a good one");
    assert.equal((await world.get("/users/me")).status, 200);
    world.clock.now = Date.now() + 15 * 60_000 + 1;
    world.clock.frozen = true;
    assert.equal((await open("/decide?token=x")).status, 403);
  });

  it("403: pictures in a page or mail that name a wrong link are not counted: their reader has opened none", async () => {
    await world.db.pool.query("delete from refusals");
    const picture = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
    for (const headers of [picture, { "sec-fetch-dest": "iframe" }, { origin: "https://elsewhere.example" }])
      for (let n = 0; n < 31; n += 1) assert.equal((await open("/decide?token=x", headers)).status, 403);
    assert.deepEqual((await world.db.pool.query("select 1 from refusals")).rows, []);
    const opened = { "sec-fetch-site": "none", "sec-fetch-dest": "document" };
    assert.equal((await open("/decide?token=x", opened)).status, 403);
    assert.equal((await world.db.pool.query("select n from refusals")).rows[0].n, 1);
  });

  it("the log of the service never holds the link, the visitor or an answer", async () => {
    const { link } = await wait({ last_name: "Kanarienvogel", workorder: "Kanarienvogel" });
    await open(link);
    await press(link, "approve");
    await open(`${link}x`);
    const log = JSON.stringify(world.log);
    assert.ok(!log.includes(/token=([^&]+)/.exec(link)?.[1]?.slice(-40) ?? "?"));
    assert.ok(!log.includes("Kanarienvogel"));
  });
});

describe("POST /decide (interface 3: a host approves or rejects; 6.2)", () => {
  for (const [choice, approval, badge] of [
    ["approve", "approved", "You approved this visit at"],
    ["reject", "rejected", "You rejected this visit at"],
  ] as const)
    it(`303: ${choice} decides as the interface does: event, log with the link as actor, result mailed once`, async () => {
      const { _id, link } = await wait();
      const { status, headers } = await press(link, choice);
      assert.deepEqual([status, headers.location], [303, link.replace(/&choice=.*/, "")]);
      assert.equal(await approvalOf(_id), approval);
      const entry = (await logOf(world, location)).at(-1);
      assert.deepEqual(
        [entry.event, entry.ids, entry.actor_kind, entry.actor_id],
        [`visitor_screening_${approval}`, { visitorId: _id, approvalStatus: approval }, "host_link", _id],
      );
      assert.deepEqual(await results(_id), [`visitor_${approval}`]);
      const { body } = await open(link);
      assert.match(body, new RegExp(`${badge} \\d\\d:\\d\\d\\.`));
      assert.doesNotMatch(body, /name="choice"/);
    });

  it("303: a reason is kept with the rejection and shown to the host; its form has no other button than Reject", async () => {
    const { _id, link } = await wait();
    const [, reasonForm = ""] = (await open(link)).body.split('<details class="reason">');
    const buttons = reasonForm.split("</details>", 1)[0]?.match(/<button[^>]*>/g) ?? [];
    assert.deepEqual([buttons.length, /value="reject"/.test(buttons[0] ?? "")], [1, true]);
    const why = "Keine Termine & <heute>";
    const sentReason = await press(link, `reject&rejection_reason=${encodeURIComponent(why)}`);
    assert.equal(sentReason.status, 303);
    const { body } = await world.get(`/visitors/${_id}`);
    assert.deepEqual([body.approval, body.rejection_reason], ["rejected", why]);
    assert.match((await open(link)).body, /Reason: Keine Termine &amp; &lt;heute&gt;</);
  });

  it("303: a reason beside Approve is ignored, and a longer one is cut to 200 characters", async () => {
    const [approved, rejected] = [await wait(), await wait()];
    await press(approved.link, "approve&rejection_reason=why");
    await press(rejected.link, `reject&rejection_reason=${"x".repeat(300)}`);
    assert.ok(!("rejection_reason" in (await world.get(`/visitors/${approved._id}`)).body));
    assert.equal((await world.get(`/visitors/${rejected._id}`)).body.rejection_reason, "x".repeat(200));
  });

  it("303: a link used again shows the decision and changes nothing; no second event, no second mail", async () => {
    const { _id, link } = await wait();
    await press(link, "reject");
    const before = await eventsOf(world, location);
    assert.equal((await press(link, "approve")).status, 303);
    assert.equal((await press(link, "reject")).status, 303);
    assert.equal(await approvalOf(_id), "rejected");
    assert.deepEqual(await eventsOf(world, location), before);
    assert.deepEqual(await results(_id), ["visitor_rejected"]);
  });

  it("303: of racing links and calls one decides: one event, one mail (rules 5: outcomes are final)", async () => {
    const { _id, link } = await wait();
    const before = (await eventsOf(world, location)).length;
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => {
        if (n % 3 === 0) return press(link, "approve");
        return n % 3 === 1
          ? press(link, "reject")
          : world.post(`/visitors/${_id}/${n % 2 === 0 ? "approve" : "reject"}`);
      }),
    );
    await Promise.all([queueNotifications(world.context), queueNotifications(world.context)]);
    const approval = await approvalOf(_id);
    assert.deepEqual((await eventsOf(world, location)).slice(before), [`visitor_screening_${approval}`]);
    assert.deepEqual(await results(_id), [`visitor_${approval}`]);
  });

  it("200: who decided elsewhere is named, with the day when it was another one", async () => {
    const { _id, link } = await wait();
    await world.post(`/visitors/${_id}/approve`);
    assert.match((await open(link)).body, /admin@example\.org approved this visit at \d\d:\d\d\./);
    world.clock.now = Date.now() + 24 * HOUR_MS;
    world.clock.frozen = true;
    assert.match((await open(link)).body, /approved this visit on \w+day \d+ \w+ 2\d{3} at \d\d:\d\d\./);
  });

  it("303: the link of a former host, or of a visitor who has left, decides nothing; it says how the visit stands", async () => {
    const [moved, left] = [await wait({ workorder: "RS-20418" }), await wait()];
    await world.put(`/visitors/${moved._id}`, { recipient: "Hugo Peeters", photo: PNG.toString("base64") });
    await world.post(`/visitors/${left._id}/signout`);
    for (const [{ _id, link }, words] of [
      [moved, "Hugo Peeters is looking after this visitor now."],
      [left, "This visitor has left."],
    ] as const) {
      assert.equal((await press(link, "approve")).status, 303);
      assert.equal((await press(link, "reject")).status, 303);
      assert.equal(await approvalOf(_id), "pending");
      const { body } = await open(link);
      assert.ok(body.includes(words), words);
      assert.doesNotMatch(body, /<button|come in\?/);
    }
    const { body } = await open(moved.link);
    assert.doesNotMatch(body, /RS-20418|decide\/photo/, "what one decides by is for the host of now");
    assert.equal((await open(moved.link.replace("/decide?", "/decide/photo?"))).status, 404);
    await world.put(`/visitors/${moved._id}`, { recipient: "Ann Peeters" });
    await press(moved.link, "approve");
    assert.equal(await approvalOf(moved._id), "approved", "the visit is Ann's again");
  });

  it("400: without one of the two choices nothing is decided", async () => {
    const { _id, link } = await wait();
    for (const choice of ["", "approved", "constructor"]) {
      const { status, body } = await press(link, choice);
      assert.equal(status, 400);
      assert.match(body, /Choose one of the answers\./);
    }
    for (const payload of ["", "choice[]=approve", "choice=approve&choice=reject", "[1]", "{"]) {
      const { status } = await sent("POST", link, { payload });
      assert.equal(status, 400, payload);
    }
    assert.equal((await sent("POST", link, { payload: `x=${"y".repeat(5_000)}` })).status, 413);
    assert.equal(await approvalOf(_id), "pending");
  });

  it("403: the token is worth nothing for the interface, and no credential of it opens this page", async () => {
    const { _id, link } = await wait();
    const token = /token=([^&]+)/.exec(link)?.[1] ?? "";
    const as = { authorization: `Bearer ${token}` };
    assert.equal((await world.post(`/visitors/${_id}/approve`, undefined, { as })).status, 403);
    assert.equal((await sent("POST", "/decide", { payload: "choice=approve", headers: world.admin })).status, 403);
    assert.equal(await approvalOf(_id), "pending");
  });
});

describe("GET /decide/photo", () => {
  const photoLink = (link: string): string => link.replace("?", "/photo?");

  it("200: the photo by its own kind, whatever the sender called it", async () => {
    for (const photo of [PNG.toString("base64"), `data:text/html;base64,${PNG.toString("base64")}`]) {
      const { link } = await wait({ photo });
      assert.match((await open(link)).body, /<img class="face" src="\/decide\/photo\?token=/);
      const { status, headers, bytes } = await open(photoLink(link));
      assert.deepEqual(
        [status, headers["content-type"], headers["x-content-type-options"]],
        [200, "image/png", "nosniff"],
      );
      assert.deepEqual(bytes, PNG);
    }
  });

  it("404: without a photo, or with one that is not a picture; the page shows initials", async () => {
    const html = Buffer.from("<script>alert(1)</script>").toString("base64");
    for (const photo of [
      undefined,
      html,
      `data:image/png;base64,${html}`,
      "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=",
    ]) {
      const { link } = await wait(photo === undefined ? {} : { photo });
      assert.match((await open(link)).body, /<div class="initials" aria-hidden="true">JJ<\/div>/);
      assert.equal((await open(photoLink(link))).status, 404);
    }
  });
});
