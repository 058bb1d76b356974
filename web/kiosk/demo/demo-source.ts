import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import { dayOf } from "../../shared/format.ts";
import { optional, textIn } from "../../shared/optional-text.ts";
import {
  type Badge,
  type ByLanguage,
  type Door,
  type DoorType,
  inLanguage,
  type SignIn,
} from "../../visitor-flow/door.ts";
import { nameOf } from "../../visitor-flow/draft.ts";
import { typeOf } from "../../visitor-flow/steps.ts";
import type { Caller } from "../../visitor-flow/call.ts";
import type { KioskEndpoints } from "../device/call.ts";
import type { DeviceSource } from "../device/device-source.ts";
import type { DemoSettings } from "./demo-settings.ts";
import type { LocationReader } from "./location-reader.ts";
import type { SampleLocation } from "./sample-door.ts";
import { expectedVisitor, WAITING } from "./sample-visitor.ts";

type Inputs<Name extends keyof KioskEndpoints> = Pick<KioskEndpoints[Name], "query" | "body">;
/** What would be the service's answers; an endpoint that is not here is not there. */
type Answers = { [Name in keyof KioskEndpoints]?: (input: Inputs<Name>) => KioskEndpoints[Name]["answer"] };

const VERSION = "demo";
const BEAT_SECONDS = 30;
/** In the demo, the host approves after this many polls. */
const ASKED_UNTIL_APPROVED = 2;

type MessageContext = { door: Door; language: string; values: Readonly<Record<string, unknown>> };

/** A message of a visit type as the service fills it (rules 4). */
const messageOf = (texts: ByLanguage<string>, { door, language, values }: MessageContext): string | undefined => {
  const { default_language, timezone } = door.location;
  const [sys_year, sys_month, sys_day] = dayOf(new Date(), timezone).split("-");
  const said = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textIn(value) ?? ""]));
  const template = inLanguage(texts, language, default_language) ?? "";
  return textIn(fillPlaceholders(template, { ...said, sys_year, sys_month, sys_day }))?.trim();
};

const badgeOf = (
  { answers, photo, language_id = "" }: SignIn,
  type: DoorType | undefined,
  { location }: Door,
): Badge => ({
  name: nameOf({ answers }),
  ...optional("company", textIn(answers["company"])),
  ...optional("host", textIn(answers["recipient"])),
  ...optional("visit_type", textIn(inLanguage(type?.name ?? {}, language_id, location.default_language))),
  location: location.name,
  photo: photo !== undefined,
});

/** The answer to a sign-in, as the service would give it; nothing is stored. */
export const signedInAs = (door: Door, input: SignIn): KioskEndpoints["POST /visits"]["answer"] => {
  const { answers, visit_type: typeId, language_id: language = "" } = input;
  const type = typeOf(door, { answers: {}, agreed: [], typeId });
  const host = textIn(answers["recipient"]);
  return {
    token: input.client_ref,
    code: `foyer-visit:${input.client_ref}`,
    signed_in: new Date().toISOString(),
    host_told: host !== undefined,
    welcome_seconds: door.settings.welcome_seconds,
    ...optional("first_name", textIn(answers["first_name"])),
    ...optional("host", host),
    ...optional("message", messageOf(type?.welcome_message ?? {}, { door, language, values: answers })),
    ...(type?.screening === true ? { approval: "pending" as const } : {}),
    ...(type?.badge === true ? { badge: badgeOf(input, type, door) } : {}),
  };
};

const makeAnswers = ({ door, hosts }: SampleLocation): Answers => {
  /** How often each visit was asked for that waits for its host. */
  const waiting = new Map([[WAITING, -Infinity]]);
  const { name, timezone, languages, default_language } = door.location;
  const location = { _id: "demo", name, timezone, languages, default_language };
  const [type] = door.visit_types;
  return {
    "POST /heartbeat": () => ({ device: { _id: "demo", name }, location, beat_seconds: BEAT_SECONDS }),
    "GET /door": ({ query }) => ({ version: VERSION, ...(query.version === VERSION ? {} : { door }) }),
    "GET /hosts/all": ({ query }) => ({
      version: VERSION,
      ...(query.version === VERSION ? {} : { hosts: [...hosts] }),
    }),
    "POST /recognise": () => expectedVisitor({ door, hosts }),
    "POST /expected": ({ body }) => ({
      outcome: "expected",
      recognition: VERSION,
      answers: body,
      known: ["recipient"],
    }),
    "POST /visits": ({ body }) => {
      const signedIn = signedInAs(door, body);
      if (signedIn.approval === "pending") waiting.set(signedIn.token, 0);
      return signedIn;
    },
    "POST /visits/state": ({ body: { token } }) => {
      const asked = waiting.get(token);
      if (asked === undefined) return { signed_out: false };
      waiting.set(token, asked + 1);
      return { approval: asked < ASKED_UNTIL_APPROVED ? "pending" : "approved", signed_out: false };
    },
    "POST /signout": ({ body }) => ({
      outcome: "signed_out",
      ...optional("first_name", textIn(body.first_name)),
      ...optional(
        "message",
        messageOf(type?.signout_message ?? {}, { door, language: body.language_id ?? "", values: body }),
      ),
    }),
    "POST /undelivered": () => ({ again: [], discard: [] }),
  };
};

/** Answers the kiosk in the service's place. Offline, only what a kiosk has kept is there: the door and the hosts. */
const callerOf = (answers: Answers, isOffline: boolean): Caller<KioskEndpoints> => {
  const isKept = (name: string): boolean => name === "POST /heartbeat" || name.startsWith("GET /");
  return async (name, ...input) => {
    if (isOffline && !isKept(name)) return { failure: { status: 0 } };
    const given = { query: {}, ...input[0] };
    const answer = answers[name];
    // What the arguments of an endpoint hold is what its answer reads.
    return answer === undefined ? { failure: { status: 404 } } : { answer: answer(given as never) };
  };
};

/** The door with what was switched beside the kiosk. */
const doorAs = ({ location, settings, ...rest }: Door, { language, colour, keys }: DemoSettings): Door => ({
  ...rest,
  location: {
    ...location,
    ...(colour === "" ? {} : { colour }),
    ...(location.languages.includes(language) ? { default_language: language } : {}),
  },
  settings: { ...settings, kiosk_keyboard: keys === "own", kiosk_camera: false },
});

/** The location with what was switched beside the kiosk. */
export const locationAs = ({ door, hosts }: SampleLocation, settings: DemoSettings): SampleLocation => ({
  door: doorAs(door, settings),
  hosts,
});

/** A kiosk that is paired with nothing and keeps nothing: its answers are made up in the page. */
export const demoSource = (
  location: SampleLocation,
  { connection }: DemoSettings,
  { readDocument }: LocationReader,
): DeviceSource => {
  const caller = callerOf(makeAnswers(location), connection === "offline");
  return {
    store: undefined,
    credential: "demo",
    call: () => caller,
    readDocument,
    cacheDocuments: async () => undefined,
    print: () => undefined,
    crashed: (error) => console.error(error),
  };
};
