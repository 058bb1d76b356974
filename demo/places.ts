import { singaporean, japanese } from "./cultures/asian.ts";
import type { Culture } from "./cultures/culture.ts";
import { dutch } from "./cultures/dutch.ts";
import { english } from "./cultures/english.ts";
import { french } from "./cultures/french.ts";
import { german } from "./cultures/german.ts";

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

type SiteAddress = readonly [name: string, city: string, address: string, zipCode: string];

const belgian = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  name,
  city,
  address,
  zipCode,
  timezone: "Europe/Brussels",
  country: "BE",
  languages: ["en", "nl", "fr", "de"],
  cultures: [dutch, dutch, dutch, french, french, french, english, german],
  quietDays: ["07-21", "08-15", "11-01", "11-11"],
});

const british = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  name,
  city,
  address,
  zipCode,
  timezone: "Europe/London",
  country: "GB",
  languages: ["en", "fr", "de"],
  cultures: [english, english, english, english, english, english, french, german],
  quietDays: ["05-06", "08-26", "12-27"],
});

const singapore = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  name,
  city,
  address,
  zipCode,
  timezone: "Asia/Singapore",
  country: "SG",
  languages: ["en"],
  cultures: [singaporean, singaporean, singaporean, singaporean, singaporean, singaporean, english, japanese],
  quietDays: ["08-09"],
});

const dutchSite = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  ...belgian([name, city, address, zipCode]),
  timezone: "Europe/Amsterdam",
  country: "NL",
  languages: ["en", "nl", "de"],
  cultures: [dutch, dutch, dutch, dutch, dutch, dutch, english, german],
  quietDays: ["04-27", "05-05"],
});

/** The head office of the demo: people of all its languages come here. */
const harbour = (site: SiteAddress): DemoPlace => ({
  ...dutchSite(site),
  languages: ["en", "nl", "fr", "de"],
  cultures: [dutch, dutch, dutch, dutch, english, english, english, french, german, singaporean],
});

const germanSite = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  ...belgian([name, city, address, zipCode]),
  timezone: "Europe/Berlin",
  country: "DE",
  languages: ["en", "de"],
  cultures: [german, german, german, german, german, german, english, french],
  quietDays: ["10-03", "11-01"],
});

const frenchSite = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  ...belgian([name, city, address, zipCode]),
  timezone: "Europe/Paris",
  country: "FR",
  languages: ["en", "fr"],
  cultures: [french, french, french, french, french, french, english, german],
  quietDays: ["05-08", "07-14", "08-15", "11-01", "11-11"],
});

const american = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  ...british([name, city, address, zipCode]),
  timezone: "America/New_York",
  country: "US",
  languages: ["en", "fr"],
  cultures: [english, english, english, english, english, singaporean, french, german],
  quietDays: ["07-04", "11-11"],
});

const japaneseSite = ([name, city, address, zipCode]: SiteAddress): DemoPlace => ({
  ...singapore([name, city, address, zipCode]),
  timezone: "Asia/Tokyo",
  country: "JP",
  cultures: [japanese, japanese, japanese, japanese, japanese, japanese, english, singaporean],
  quietDays: ["01-02", "01-03", "04-29", "05-03", "05-04", "05-05"],
});

/** All places; the demo uses the first three, bulk data all. */
export const PLACES: readonly DemoPlace[] = [
  harbour(["Harbour House", "Amsterdam", "Westerdoksdijk 40", "1013 AE"]),
  british(["London", "London", "20 Finsbury Circus", "EC2M 7DQ"]),
  singapore(["Singapore", "Singapore", "8 Marina View", "018960"]),
  american(["New York", "New York", "250 Greenwich Street", "10007"]),
  belgian(["Brussels", "Brussels", "Rue de la Loi 155", "1040"]),
  germanSite(["Berlin", "Berlin", "Friedrichstraße 68", "10117"]),
  frenchSite(["Paris", "Paris", "12 place des États-Unis", "75116"]),
  japaneseSite(["Tokyo", "Tokyo", "2-7-2 Marunouchi", "100-7014"]),
  belgian(["Antwerp", "Antwerp", "Meir 48", "2000"]),
  belgian(["Ghent", "Ghent", "Kouter 8", "9000"]),
  dutchSite(["Rotterdam", "Rotterdam", "Weena 505", "3013 AL"]),
  germanSite(["Munich", "Munich", "Leopoldstraße 11", "80802"]),
  germanSite(["Hamburg", "Hamburg", "Am Sandtorkai 30", "20457"]),
  frenchSite(["Lyon", "Lyon", "129 rue Servient", "69003"]),
  british(["Manchester", "Manchester", "3 Hardman Square", "M3 3EB"]),
  british(["Edinburgh", "Edinburgh", "1 Lochrin Square", "EH3 9QA"]),
  american(["Boston", "Boston", "100 Federal Street", "02110"]),
  singapore(["Jurong plant", "Singapore", "21 Jurong Pier Road", "619163"]),
  japaneseSite(["Osaka", "Osaka", "4-20 Ofukacho", "530-0011"]),
  belgian(["Liège", "Liège", "Rue de la Régence 1", "4000"]),
];
