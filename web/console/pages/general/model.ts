import type { Answer } from "../../data/api/api.ts";
import type { useDraft } from "../../components/edits/use-draft.ts";
import type { LocalisedTexts } from "../../components/language/languages.ts";

export type LocationRecord = Answer<"GET /companies/{company_id}">;
export type Settings = LocationRecord["settings"];

/** A location as it is edited: what is absent is an empty text here. */
export type LocationDraft = Pick<LocationRecord, "name" | "tier" | "timezone" | "languages" | "default_language"> &
  Record<(typeof PLACES)[number], string> & { settings: Settings; privacy_notice: LocalisedTexts };

/** The location being edited. */
export type LocationDraftState = ReturnType<typeof useDraft<LocationDraft>>;

/** Texts that may be absent. */
const PLACES = ["address", "zip_code", "city", "country", "logo", "colour", "kiosk_background"] as const;

/** What is edited of a location. */
export const draftOf = (location: LocationRecord): LocationDraft => ({
  name: location.name,
  tier: location.tier,
  timezone: location.timezone,
  languages: location.languages,
  default_language: location.default_language,
  address: location.address ?? "",
  zip_code: location.zip_code ?? "",
  city: location.city ?? "",
  country: location.country ?? "",
  logo: location.logo ?? "",
  colour: location.colour ?? "",
  kiosk_background: location.kiosk_background ?? "",
  settings: location.settings,
  privacy_notice: location.translations?.privacy_notice ?? {},
});

/** What changed; a setting that was taken away is null. */
const changedSettings = (settings: Settings, before: Settings): Partial<Settings> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(settings)])]
      .filter((key) => Reflect.get(settings, key) !== Reflect.get(before, key))
      .map((key) => [key, Reflect.get(settings, key) ?? null]),
  );

/** The body of the `PUT` that saves what changed: an emptied text is taken away. */
export const bodyOf = ({ settings, privacy_notice, ...rest }: Partial<LocationDraft>, before: LocationRecord) => ({
  ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value === "" ? null : value])),
  ...(settings === undefined ? {} : { settings: changedSettings(settings, before.settings) }),
  ...(privacy_notice === undefined ? {} : { translations: { privacy_notice } }),
});
