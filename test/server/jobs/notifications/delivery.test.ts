import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { templateBody } from "../../../support/templates.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
before(async () => {
  world = await makeWorld({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
});
after(() => world.close());

/** What the host is told of a delivery at a location of this language. @param given besides the carrier */
const told = async (language: string, given: Record<string, unknown>): Promise<Body[]> => {
  const settings = { name: "Kade 1", languages: ["en", "nl", "fr", "de"], default_language: language };
  const location = await buildLocation(world, settings);
  const host = { company_id: location, cn: "Ann Peeters", mail: "ann@example.org", mobile: "+32470123456" };
  await world.post("/visitees", host);
  const entrance = { translations: { name: { en: "Gate", nl: "Poort", fr: "Portail", de: "Tor" } } };
  const door = await world.post(`/companies/${location}/entrypoints`, entrance);
  const type = await world.post(`/companies/${location}/visittypes`, templateBody("delivery"));
  assert.equal(type.status, 200, type.text);
  const nameless = { first_name: null, last_name: null, company: "DPD", visit_type: type.body._id };
  const { _id } = await buildVisit(world, location, { ...nameless, entrypoint_id: door.body._id, ...given });
  await world.post(`/visitors/${_id}/signout`);
  await queueNotifications(world.context);
  return (await world.get(`/companies/${location}/outbox`)).body.toReversed();
};

const WORDS: Record<string, { subject: string; text: string; sms: string }> = {
  en: {
    subject: "Delivery from DPD",
    text: "A delivery from DPD has arrived for you at Kade 1, Gate.\n\nNumber of parcels: 3",
    sms: "Delivery for you from DPD at Kade 1, Gate. Number of parcels: 3.",
  },
  nl: {
    subject: "Levering van DPD",
    text: "Er is een levering van DPD voor u aangekomen bij Kade 1, Poort.\n\nAantal pakketten: 3",
    sms: "Levering voor u van DPD bij Kade 1, Poort. Aantal pakketten: 3.",
  },
  fr: {
    subject: "Livraison (DPD)",
    text: "Une livraison (DPD) est arrivée pour vous (Kade 1, Portail).\n\nNombre de colis\u00A0: 3",
    sms: "Une livraison (DPD) est arrivée pour vous (Kade 1, Portail). 3 colis.",
  },
  de: {
    subject: "Lieferung von DPD",
    text: "Für Sie ist eine Lieferung von DPD bei Kade 1 (Tor) eingetroffen.\n\nAnzahl Pakete: 3",
    sms: "Für Sie ist eine Lieferung von DPD bei Kade 1 (Tor) eingetroffen. Anzahl Pakete: 3.",
  },
};

describe("what the host is told of a delivery (docs/notification-templates.md)", () => {
  for (const [language, { subject, text, sms }] of Object.entries(WORDS))
    it(`by email and SMS: from whom, how many parcels, at which entrance; not that the driver left: ${language}`, async () => {
      const messages = await told(language, { recipient: "Ann Peeters", numberofparcels: 3 });
      assert.deepEqual(messages.map(({ kind, template }) => `${kind} ${template}`).toSorted(), [
        "mail visitor_arrived",
        "sms visitor_arrived",
      ]);
      const mail = messages.find(({ kind }) => kind === "mail");
      assert.equal(mail.subject, subject);
      assert.ok(mail.text.startsWith(text), mail.text);
      assert.equal(messages.find(({ kind }) => kind === "sms").text, sms);
    });

  it("leaves out the parcels that were not counted", async () => {
    const messages = await told("en", { recipient: "Ann Peeters" });
    const { text } = messages.find(({ kind }) => kind === "mail");
    assert.ok(text.startsWith("A delivery from DPD has arrived for you at Kade 1, Gate.\n"), text);
    assert.doesNotMatch(text, /parcels/);
  });

  it("in Foyer’s standard text, names the company of a visit without a name once among the facts", async () => {
    const messages = await told("en", { recipient: "Ann Peeters", visit_type: null });
    const { subject, text } = messages.find(({ kind, template }) => kind === "mail" && template === "visitor_arrived");
    assert.equal(subject, "DPD is here to see you");
    assert.match(text, /^Company: DPD$/m);
    assert.doesNotMatch(text, /^Visitor:/m);
  });

  it("tells no host of one that is for no one in particular", async () => {
    assert.deepEqual(await told("en", {}), []);
  });
});
