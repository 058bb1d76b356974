import { type Culture, cultureOf } from "./people/cultures.ts";

/** A place where visits happen. */
export type DemoPlace = {
  name: string;
  timezone: string;
  country: string;
  city: string;
  address: string;
  zipCode: string;
  /** The first one is the location's default. */
  languages: readonly string[];
  /** Where visitors and hosts come from; one that is listed twice is twice as frequent. */
  cultures: readonly Culture[];
  /** Days (month and day) with few visitors, besides those that are quiet everywhere. */
  quietDays: readonly string[];
};

type Country = Pick<DemoPlace, "timezone" | "country" | "languages" | "cultures" | "quietDays">;

/** @param cultures how many parts of ten or less each culture has */
const country = (
  code: string,
  timezone: string,
  languages: string,
  cultures: Readonly<Record<string, number>>,
  quietDays: string,
): Country => ({
  country: code,
  timezone,
  languages: languages.split(" "),
  cultures: Object.entries(cultures).flatMap(([name, times]) => Array.from({ length: times }, () => cultureOf(name))),
  quietDays: quietDays.split(" "),
});

const BE = country(
  "BE",
  "Europe/Brussels",
  "en nl fr de",
  { dutch: 3, french: 3, english: 1, german: 1 },
  "07-21 08-15 11-01 11-11",
);
const GB = country("GB", "Europe/London", "en fr de", { english: 6, french: 1, german: 1 }, "05-06 08-26 12-27");
const SG = country("SG", "Asia/Singapore", "en", { singaporean: 6, english: 1, japanese: 1 }, "08-09");
const NL = country("NL", "Europe/Amsterdam", "en nl de", { dutch: 6, english: 1, german: 1 }, "04-27 05-05");
const DE = country("DE", "Europe/Berlin", "en de", { german: 6, english: 1, french: 1 }, "10-03 11-01");
const FR = country(
  "FR",
  "Europe/Paris",
  "en fr",
  { french: 6, english: 1, german: 1 },
  "05-08 07-14 08-15 11-01 11-11",
);
const US = country(
  "US",
  "America/New_York",
  "en fr",
  { english: 5, singaporean: 1, french: 1, german: 1 },
  "07-04 11-11",
);
const JP = country(
  "JP",
  "Asia/Tokyo",
  "en",
  { japanese: 6, english: 1, singaporean: 1 },
  "01-02 01-03 04-29 05-03 05-04 05-05",
);
/** The head office of the demo: people of all its languages come here. */
const HEAD_OFFICE = country(
  "NL",
  "Europe/Amsterdam",
  "en nl fr de",
  { dutch: 4, english: 3, french: 1, german: 1, singaporean: 1 },
  "04-27 05-05",
);

const place = (of: Country, name: string, city: string, address: string, zipCode: string): DemoPlace => ({
  ...of,
  name,
  city,
  address,
  zipCode,
});

/** All places; the demo uses the first three, bulk data all. */
export const PLACES: readonly DemoPlace[] = [
  place(HEAD_OFFICE, "Harbour House", "Amsterdam", "Westerdoksdijk 40", "1013 AE"),
  place(GB, "London", "London", "20 Finsbury Circus", "EC2M 7DQ"),
  place(SG, "Singapore", "Singapore", "8 Marina View", "018960"),
  place(US, "New York", "New York", "250 Greenwich Street", "10007"),
  place(BE, "Brussels", "Brussels", "Rue de la Loi 155", "1040"),
  place(DE, "Berlin", "Berlin", "Friedrichstraße 68", "10117"),
  place(FR, "Paris", "Paris", "12 place des États-Unis", "75116"),
  place(JP, "Tokyo", "Tokyo", "2-7-2 Marunouchi", "100-7014"),
  place(BE, "Antwerp", "Antwerp", "Meir 48", "2000"),
  place(BE, "Ghent", "Ghent", "Kouter 8", "9000"),
  place(NL, "Rotterdam", "Rotterdam", "Weena 505", "3013 AL"),
  place(DE, "Munich", "Munich", "Leopoldstraße 11", "80802"),
  place(DE, "Hamburg", "Hamburg", "Am Sandtorkai 30", "20457"),
  place(FR, "Lyon", "Lyon", "129 rue Servient", "69003"),
  place(GB, "Manchester", "Manchester", "3 Hardman Square", "M3 3EB"),
  place(GB, "Edinburgh", "Edinburgh", "1 Lochrin Square", "EH3 9QA"),
  place(US, "Boston", "Boston", "100 Federal Street", "02110"),
  place(SG, "Jurong plant", "Singapore", "21 Jurong Pier Road", "619163"),
  place(JP, "Osaka", "Osaka", "4-20 Ofukacho", "530-0011"),
  place(BE, "Liège", "Liège", "Rue de la Régence 1", "4000"),
];
