import { randomUUID } from "node:crypto";

import { kioskCall, type Kiosk, pairKiosk } from "./kiosk.ts";
import { type Answer, type Body, buildLocation, type World } from "./world.ts";

/** The smallest PNG there is. */
export const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A location that visitors come to: a door, a host, a visit type with a question, and a kiosk at the door. */
export type Site = { location: string; door: string; type: Body; host: Body; kiosk: Kiosk };

const made = async (answer: Promise<Answer>): Promise<Body> => {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(text);
  return body;
};

/** Makes such a location. @param type of the visit type @param place of the location */
export const buildSite = async (
  world: World,
  type: Record<string, unknown> = {},
  place: Record<string, unknown> = {},
): Promise<Site> => {
  const location = await buildLocation(world, place);
  const door = (await made(world.post(`/companies/${location}/entrypoints`, { name: "Front" })))._id;
  const host = await made(
    world.post("/visitees", {
      company_id: location,
      cn: "Ann Peeters",
      mail: "ann@example.org",
      mobile: "+3247000001",
    }),
  );
  const visitType = await made(
    world.post(`/companies/${location}/visittypes`, {
      name: "Guest",
      fields: [{ label: "License plate" }],
      welcome_message: "Welcome %first_name%{ of %company%}, %recipient% knows",
      signout_message: "Bye %first_name%",
      badge: true,
      ...type,
    }),
  );
  const kiosk = await pairKiosk(world, location, { entrypoint_id: door });
  return { location, door, type: visitType, host, kiosk };
};

/** An agreement that the visit type of a site asks for. */
export const buildAgreement = async (
  world: World,
  { location, type }: Site,
  overrides: Record<string, unknown> = {},
): Promise<Body> =>
  made(
    world.post(`/companies/${location}/agreements`, {
      name: "House rules",
      agreement_text: { en: "Wear your badge.", nl: "Draag uw badge." },
      visit_types: [type._id],
      ...overrides,
    }),
  );

/** What a visitor sends who signs in; `answers` are merged. */
export const arrival = (
  { type }: Pick<Site, "type">,
  overrides: Record<string, unknown> = {},
): Record<string, unknown> => ({
  client_ref: randomUUID(),
  visit_type: type._id,
  language_id: "en",
  ...overrides,
  answers: {
    first_name: "Jo",
    last_name: "Janssens",
    recipient: "Ann Peeters",
    ...Object(overrides["answers"]),
  },
});

/** A call of a site's kiosk. */
export const atKiosk = (world: World, { kiosk }: Site, path: string, body?: unknown): Promise<Answer> =>
  kioskCall(world, body === undefined ? "GET" : "POST", path, {
    as: kiosk.as,
    ...(body === undefined ? {} : { body }),
  });

/** Signs in at a site's kiosk. */
export const arrive = (world: World, site: Site, overrides: Record<string, unknown> = {}): Promise<Answer> =>
  atKiosk(world, site, "/visits", arrival(site, overrides));

/** The newest visit of a site, in full. */
export const newestVisit = async (world: World, { location }: Pick<Site, "location">): Promise<Body> => {
  const { rows } = await world.db.pool.query(
    "select _id from visits where company_id = $1 order by create_date desc, _id desc limit 1",
    [location],
  );
  return (await world.get(`/visitors/${rows[0]._id}`)).body;
};
