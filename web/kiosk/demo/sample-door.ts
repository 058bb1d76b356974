import type { i18n } from "i18next";

import type { Door, DoorField, DoorHost, DoorType } from "../../visitor-flow/door.ts";

/** A made-up location: what `GET /door` and `GET /hosts/all` would answer. */
export type SampleLocation = { door: Door; hosts: readonly DoorHost[] };

const BUILT_IN = { type: "text", options: {}, label: {} } as const;
const builtIn = (field_name: string, required: boolean): DoorField => ({ ...BUILT_IN, field_name, required });
const NAMES = [builtIn("first_name", true), builtIn("last_name", true), builtIn("company", false)];
const HOST = builtIn("recipient", true);

const HOSTS = ["Ann Peeters", "Alexander Houghton", "Élodie Marchand", "Ömer Yıldız", "Sofie De Smet", "Jens Ødegård"];

const RULES = "rules";

const PLAIN = {
  photo: "off",
  signature: "off",
  screening: false,
  badge: true,
  expected: true,
} as const;

/** Makes the location of the demo, with its words in every language that there are texts in. */
export const sampleLocation = (texts: i18n, languages: readonly string[]): SampleLocation => {
  const inAll = (key: string): Record<string, string> =>
    Object.fromEntries(languages.map((code) => [code, texts.t(`demo:sample.${key}`, { lng: code })]));
  const listInAll = (...keys: string[]): Record<string, string[]> =>
    Object.fromEntries(languages.map((code) => [code, keys.map((key) => inAll(key)[code] ?? "")]));
  const travel = listInAll("train", "car", "bicycle", "foot");
  const typeOf = (_id: string, rest: Partial<DoorType>): DoorType => ({
    ...PLAIN,
    agreements: [],
    _id,
    name: inAll(_id),
    fields: [...NAMES, HOST],
    welcome_message: inAll("welcome"),
    signout_message: inAll("goodbye"),
    ...rest,
  });
  const asked: DoorField[] = [
    ...NAMES,
    { ...BUILT_IN, field_name: "plate", required: false, label: inAll("plate") },
    HOST,
    { field_name: "travel", type: "radio", required: true, label: inAll("travel"), options: travel },
  ];
  const delivered: DoorField[] = [
    { ...builtIn("company", true), label: inAll("carrier") },
    { ...BUILT_IN, field_name: "parcels", type: "number", required: false, label: inAll("parcels") },
    { ...builtIn("recipient", false), label: inAll("deliveredTo") },
  ];
  const door: Door = {
    location: {
      name: texts.t("demo:sample.location"),
      languages: [...languages],
      default_language: "en",
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    settings: {
      hosts_must_be_valid: true,
      kiosk_sign_out_button: true,
      kiosk_idle_seconds: 60,
      welcome_seconds: 20,
      kiosk_keyboard: true,
      kiosk_camera: false,
      retention_days: 30,
    },
    privacy_notice: inAll("privacy"),
    visit_types: [
      typeOf("visitor", { fields: asked, agreements: [RULES], photo: "optional", signature: "required" }),
      typeOf("interview", { screening: true }),
      typeOf("delivery", { fields: delivered, badge: false, expected: false, welcome_message: inAll("leave") }),
    ],
    agreements: [
      { _id: RULES, version: 1, name: inAll("rules"), type: "text", text: inAll("rulesText"), video: {}, pdf: {} },
    ],
  };
  return { door, hosts: HOSTS.map((cn, n) => ({ _id: `host-${n}`, cn, sticky: n === 0 })) };
};
