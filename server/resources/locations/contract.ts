import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Base64Image,
  Id,
  Instant,
  Message,
  NameInput,
  OptionalPaging,
  recordKeys,
  Texts,
  TextsInput,
  Type,
  WholeNumber,
  OneOf,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Locations";

const OrNull = <T extends Record<string, unknown>>(schema: T, expected: string) =>
  Type.Unsafe<number | null>({ ...schema, type: ["integer", "null"], "x-expected": expected });

const DAYS_MAX = 36_500;

/** The settings of a location with their meaning (rules 4). */
const settings = {
  signout_days: Type.Integer({
    ...WholeNumber(0, 365),
    description: "Days a visit can last: it counts as inside until the end of that day",
  }),
  retention_days: OrNull(
    { minimum: 1, maximum: DAYS_MAX, description: "Days after which visits are erased; null keeps them" },
    `null or a whole number from 1 to ${DAYS_MAX}`,
  ),
  retention_covers_registered: Type.Boolean({ "x-expected": "true or false" }),
  hosts_must_be_valid: Type.Boolean({
    "x-expected": "true or false",
    description: "Kiosks and contactless sign-in only accept names of hosts",
  }),
  kiosk_sign_out_button: Type.Boolean({ "x-expected": "true or false" }),
  kiosk_idle_seconds: WholeNumber(5, 3600),
  welcome_seconds: WholeNumber(1, 600),
  visitor_numbers: Type.Boolean({
    "x-expected": "true or false",
    description: "Visits are numbered one after the other",
  }),
  registered_lookup_field: Type.String({
    minLength: 1,
    maxLength: 128,
    "x-expected": "the name of a registered visitor field",
  }),
  invite_cap_per_day: WholeNumber(0, 1_000_000),
  employees_see: {
    ...OneOf("all", "own"),
    description: "Whose visitors employees see: everyone's, or their own alone",
  },
};

/** Settings that are absent until they are set; null removes them again. */
const optionalSettings = {
  kiosk_keyboard: Type.Boolean({
    "x-expected": "true or false",
    description: "Kiosks show their own keyboard, in the visitor's language; off if left out",
  }),
  kiosk_camera: Type.Boolean({
    "x-expected": "true or false",
    description: "Kiosks read codes on their first screen, with the camera on; off if left out",
  }),
  phone_country: Type.String({
    pattern: "^[A-Z]{2}$",
    examples: ["BE"],
    "x-expected": "a country by its two capital letters (ISO 3166), such as BE",
    description: "The country of telephone numbers without one; if left out, those aren't sent SMS",
  }),
  sms_per_day: WholeNumber(0, 1_000_000),
};

/** A location's settings as the API returns them. */
export const Settings = Type.Object({
  ...settings,
  kiosk_keyboard: Type.Optional(optionalSettings.kiosk_keyboard),
  kiosk_camera: Type.Optional(optionalSettings.kiosk_camera),
  phone_country: Type.Optional(optionalSettings.phone_country),
  sms_per_day: Type.Optional(optionalSettings.sms_per_day),
});

named({ LocationSettings: Settings });

/** The names of the settings that have no default. */
export const OPTIONAL_SETTINGS: ReadonlySet<string> = new Set(Object.keys(optionalSettings));

/** The settings of a new location. */
export const DEFAULT_SETTINGS: Type.Static<typeof Settings> = {
  signout_days: 0,
  retention_days: null,
  retention_covers_registered: false,
  hosts_must_be_valid: true,
  kiosk_sign_out_button: true,
  kiosk_idle_seconds: 60,
  welcome_seconds: 8,
  visitor_numbers: false,
  registered_lookup_field: "_id",
  invite_cap_per_day: 500,
  employees_see: "all",
};

const Tier = OneOf("starter", "business", "enterprise");
const Timezone = Type.String({
  examples: ["Europe/Brussels"],
  "x-expected": "an IANA time zone such as Europe/Brussels",
});
const LanguageCode = Type.String({
  pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
  "x-expected": "a language code such as en or nl-BE",
});

const place = {
  address: Type.Optional(Type.String()),
  zip_code: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
  logo: Type.Optional({
    ...Base64Image,
    description: "An image that browsers draw (PNG, JPEG, WebP, GIF, SVG), as Base64 or data: URL",
  }),
  colour: Type.Optional(
    Type.String({
      pattern: "^#[0-9a-fA-F]{6}$",
      examples: ["#2543c6"],
      description: "The accent colour of kiosks, visitors' pages, badges and emails",
      "x-expected": "a colour such as #2543c6",
    }),
  ),
  kiosk_background: Type.Optional({ ...Base64Image, description: "The background image of the kiosk's first screen" }),
  privacy_notice: Type.Optional(
    Type.String({
      description: "Shown to visitors before the first question; the English text, with the others in translations",
    }),
  ),
};

export const Location = Type.Object({
  ...recordKeys,
  name: Type.String(),
  tier: Tier,
  timezone: Timezone,
  languages: Type.Array(LanguageCode),
  default_language: LanguageCode,
  ...place,
  translations: Type.Optional(Type.Object({ privacy_notice: Texts })),
  settings: Settings,
});

const LocationItem = Type.Object({
  _id: Id,
  name: Type.String(),
  tier: Tier,
  timezone: Timezone,
  mod_date: Instant,
});

/** Each setting may be sent alone; `null` restores the default. */
const SettingsInput = Type.Object(
  Object.fromEntries(
    Object.entries({ ...settings, ...optionalSettings }).map(([key, schema]) => [
      key,
      Type.Optional(
        Type.Unsafe<unknown>({ anyOf: [schema, { type: "null" }], "x-expected": Reflect.get(schema, "x-expected") }),
      ),
    ]),
  ),
  { "x-expected": "an object of settings" },
);

named({ LocationSettingsInput: SettingsInput });

export const LocationInput = Type.Object({
  name: Type.Optional(NameInput({ pattern: "\\S" })),
  tier: Type.Optional(Tier),
  timezone: Type.Optional(Timezone),
  languages: Type.Optional(Type.Array(LanguageCode, { "x-expected": "an array of language codes" })),
  default_language: Type.Optional(LanguageCode),
  ...place,
  translations: Type.Optional(
    Type.Object({ privacy_notice: Type.Optional(TextsInput) }, { "x-expected": "texts by key and language" }),
  ),
  settings: Type.Optional(SettingsInput),
});

const LocationCreation = Type.Object({
  ...LocationInput.properties,
  settings_of: Type.Optional({
    ...Id,
    description:
      "Another location: the new one begins with its visit types, questions, agreements, notification texts, languages, looks and settings, retention among them, where the body has none. Hosts, entrances and kiosks are not copied",
  }),
});

const LocationRemoval = Type.Object({ name: Type.Optional(Type.String()) });

named({ Location, LocationInput, LocationCreation, LocationRemoval, LocationSummary: LocationItem });

const example = { name: "Brussels", timezone: "Europe/Brussels", languages: ["en", "nl", "fr"] };

export const listLocations = endpoint({
  operationId: "listLocations",
  method: "GET",
  path: "/companiesList",
  tag: TAG,
  summary: "The locations the credential can access",
  permission: "anyone",
  query: OptionalPaging,
  response: Type.Array(LocationItem),
});

export const readLocation = endpoint({
  operationId: "getLocation",
  method: "GET",
  path: "/companies/{company_id}",
  tag: TAG,
  summary: "One location with its settings",
  description:
    "`Last-Event-ID` is the location's newest event. Lists that are read afterwards, and a stream that begins there, leave no gap between them.",
  permission: "anyone",
  position: true,
  params: LocationParams,
  response: Location,
});

export const createLocation = endpoint({
  operationId: "createLocation",
  method: "POST",
  path: "/companies",
  tag: TAG,
  summary: "Create a location",
  permission: "service.manage",
  closedToKeys: true,
  body: { ...LocationCreation, examples: [example] },
  requires: ["name"],
  response: Location,
});

export const changeLocation = endpoint({
  operationId: "updateLocation",
  method: "PUT",
  path: "/companies/{company_id}",
  tag: TAG,
  summary: "Change a location; settings merge key by key",
  description: "Only a global administrator can change `tier`.",
  permission: "location.manage",
  params: LocationParams,
  body: LocationInput,
  keeps: ["name"],
  response: Location,
});

export const removeLocation = endpoint({
  operationId: "deleteLocation",
  method: "DELETE",
  path: "/companies/{company_id}",
  tag: TAG,
  summary: "Delete a location and everything in it",
  description: "To confirm, the body must contain the location's name.",
  permission: "service.manage",
  closedToKeys: true,
  params: LocationParams,
  body: LocationRemoval,
  bodyOptional: true,
  response: Message,
});
