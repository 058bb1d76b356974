import { createHash } from "node:crypto";

import * as agreements from "../../resources/agreements/agreements.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import * as entryPoints from "../../resources/entry-points/entry-points.ts";
import { RawJson, type RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { makeCoalescer } from "../../platform/lib/async/coalescing.ts";
import { HttpError, notFound } from "../../platform/lib/errors.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import * as locations from "../../resources/locations/locations.ts";
import * as visitTypes from "../../resources/visit-types/visit-types.ts";
import type { Door, DoorAgreement, DoorLocation, DoorType } from "./contract.ts";

/**
 * Where a visitor signs in: at a kiosk (source 1), or on their own phone with the poster of an entry point (source 2).
 */
export type SignInPoint = { location: string; entryPoint: string | undefined; source: 1 | 2 };

export type WholeDoor = Static<typeof Door>;
type Location = Awaited<ReturnType<typeof locations.readLocation>>;
type Languages = { preferred: string | undefined; fallback: string };

/** The part of a location that visitors may see. */
export const doorLocation = (location: Location): Static<typeof DoorLocation> => {
  const { name, languages, default_language, timezone, logo, colour, kiosk_background } = location;
  const town = [location.zip_code, location.city].filter((part) => part !== undefined).join(" ");
  const address = [location.address ?? "", town].filter((part) => part !== "").join(", ");
  return {
    name,
    languages,
    default_language,
    timezone,
    ...(address === "" ? {} : { address }),
    ...(logo === undefined ? {} : { logo }),
    ...(colour === undefined ? {} : { colour }),
    ...(kiosk_background === undefined ? {} : { background: kiosk_background }),
    ...(location.settings.phone_country !== undefined && { phone_country: location.settings.phone_country }),
  };
};

/** A location's clock, for rules about days. */
const clockOf = ({ _id, timezone, default_language, settings }: Location): LocationClock => ({
  _id,
  timezone,
  language: default_language,
  signoutDays: settings.signout_days,
});

type Agreement = Awaited<ReturnType<typeof agreements.listAgreements>>[number];

const isAsked = ({ active }: Agreement): boolean => active;

const agreementOf = ({ _id, version, type, agreement_text, pdf_files, translations, expiry_days }: Agreement) =>
  ({
    _id,
    version,
    name: translations.name,
    type,
    text: agreement_text,
    video: translations.video,
    ...optional("captions", type === "video" ? translations.captions : undefined),
    pdf: pdf_files ?? {},
    ...optional("expiry_days", expiry_days),
  }) satisfies Static<typeof DoorAgreement>;

/** The agreements that visitors are asked to sign, in order. */
const askedAgreements = async (ctx: RequestContext, location: string, languages: Languages): Promise<Agreement[]> =>
  (await agreements.listAgreements(ctx, location, languages)).filter(isAsked);

/** Which of a type's agreements a visitor signs: those for groups alone only in a group. Undefined if there is no type. */
export const agreementsFor = (
  type: Pick<Static<typeof DoorType>, "agreements" | "group_agreements"> | undefined,
  inGroup: boolean,
): readonly string[] => (inGroup ? (type?.group_agreements ?? type?.agreements) : type?.agreements) ?? [];

type VisitType = Awaited<ReturnType<typeof visitTypes.listVisitTypes>>[number];

const agreementsOf = (type: VisitType, asked: ReadonlyMap<string, Agreement>) => {
  const inGroup = type.agreements.filter((id) => asked.has(id));
  const alone = inGroup.filter((id) => asked.get(id)?.group_only === false);
  return { agreements: alone, ...(alone.length < inGroup.length ? { group_agreements: inGroup } : {}) };
};

/** A visit type as visitors see it, without its hidden questions. */
const doorType = (type: VisitType, asked: ReadonlyMap<string, Agreement>): Static<typeof DoorType> => ({
  _id: type._id,
  name: type.translations.name,
  fields: type.fields
    .filter(({ visible }) => visible)
    .map(({ field_name, type: kind, required, translations: { label, options } }) => ({
      field_name,
      label,
      type: kind,
      required,
      options,
    })),
  ...agreementsOf(type, asked),
  photo: type.photo,
  signature: type.signature,
  screening: type.screening,
  badge: type.badge,
  expected: type.registered_visitors,
  welcome_message: type.translations.welcome_message,
  signout_message: type.translations.signout_message,
});

const entryPointOf = async (ctx: RequestContext, { location, entryPoint }: SignInPoint, languages: Languages) => {
  if (entryPoint === undefined) return {};
  try {
    const { translations } = await entryPoints.readEntryPoint(ctx, location, entryPoint, languages);
    return { entry_point: { name: translations.name } };
  } catch (error) {
    // The kiosk's entry point may have been removed since (rules 4).
    if (error instanceof HttpError && error.status === 404) return {};
    throw error;
  }
};

const settingsOf = ({ settings }: Location): WholeDoor["settings"] => ({
  hosts_must_be_valid: settings.hosts_must_be_valid,
  kiosk_sign_out_button: settings.kiosk_sign_out_button,
  kiosk_idle_seconds: settings.kiosk_idle_seconds,
  welcome_seconds: settings.welcome_seconds,
  kiosk_keyboard: settings.kiosk_keyboard ?? false,
  kiosk_camera: settings.kiosk_camera ?? false,
  ...(settings.retention_days === null ? {} : { retention_days: settings.retention_days }),
});

/** Everything a page needs to sign visitors in, and the location's clock. Errors: `404` if the location was removed. */
export const readWhole = async (
  ctx: RequestContext,
  point: SignInPoint,
): Promise<{ door: WholeDoor; clock: LocationClock }> => {
  const location = await locations.readLocation(ctx, point.location);
  const languages: Languages = { preferred: undefined, fallback: location.default_language };
  const asked = new Map((await askedAgreements(ctx, point.location, languages)).map((one) => [one._id, one]));
  const types = (await visitTypes.listVisitTypes(ctx, point.location, languages)).filter(({ active }) => active);
  const visit_types = types.map((type) => doorType(type, asked));
  const ofGroups = new Set(visit_types.flatMap(({ group_agreements }) => group_agreements ?? []));
  const door = {
    location: doorLocation(location),
    settings: settingsOf(location),
    privacy_notice: location.translations?.privacy_notice ?? {},
    ...(await entryPointOf(ctx, point, languages)),
    visit_types,
    agreements: [...asked.values()].filter(({ _id, group_only }) => !group_only || ofGroups.has(_id)).map(agreementOf),
  };
  return { door, clock: clockOf(location) };
};

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** Names a content: the same content has the same name in every process. */
export const versionOf = (content: unknown): string => digestOf(JSON.stringify(content));

/** Reads the door, unless the caller has this version of it. */
export type DoorReader = (ctx: RequestContext, point: SignInPoint, had: string | undefined) => Promise<RawJson>;

/**
 * Makes a reader: the texts of agreements can have megabytes, so callers who ask while a door is being read share the next reading, and
 * it is written out once.
 */
export const makeDoorReader = (): DoorReader => {
  const readOnce = makeCoalescer<{ text: string; version: string }>();
  return async (ctx, point, had) => {
    const { text, version } = await readOnce(`${point.location} ${point.entryPoint} ${point.source}`, async () => {
      const { door } = await readWhole(ctx, point);
      const written = JSON.stringify(door);
      return { text: written, version: digestOf(written) };
    });
    return new RawJson(`{"version":"${version}"${version === had ? "" : `,"door":${text}`}}`);
  };
};

/** The document of an agreement that visitors are asked to sign. Errors: `404`, also for one that is turned off. */
export const readAgreement = async (ctx: RequestContext, location: string, id: string, languages: Languages) => {
  const agreement = await agreements.readAgreement(ctx, location, id, languages);
  if (!isAsked(agreement)) throw notFound();
  return agreements.readPdf(ctx, location, id, languages);
};
