import type { AgreementRow, Content } from "../server/resources/agreements/store.ts";
import { iso } from "../server/platform/lib/time/time.ts";
import type { Texts } from "../server/platform/lib/text/texts.ts";
import { seededId } from "./ids.ts";
import { randomFor } from "./random.ts";
import type { Site } from "./sites.ts";
import { SIGNING } from "./visit-types.ts";

const DAY_MS = 24 * 3_600_000;
const VERSIONS = 4;
const EXPIRY_DAYS = 365;

const NAME: Texts = { en: "Site rules", nl: "Huisregels", fr: "Règlement du site", de: "Hausordnung" };
const TEXT: Texts = {
  en: "Wear your badge where people can see it, and hand it in when you leave.\n\nStay with your host. Doors marked in red are for staff only.\n\nDo not take photos of people, screens or machinery without asking.\n\nIf the alarm sounds, leave by the nearest exit and go to the assembly point by the flagpoles. Do not use the lifts.\n\nKeep what you see and hear here about our work and our customers confidential.",
  nl: "Draag uw badge zichtbaar en lever die in wanneer u vertrekt.\n\nBlijf bij uw contactpersoon. Deuren met een rood teken zijn alleen voor medewerkers.\n\nMaak geen foto’s van mensen, schermen of machines zonder het te vragen.\n\nGaat het alarm, verlaat het gebouw dan door de dichtstbijzijnde uitgang en ga naar de verzamelplaats bij de vlaggenmasten. Gebruik de lift niet.\n\nWat u hier ziet en hoort over ons werk en onze klanten, blijft onder ons.",
  fr: "Portez votre badge de façon visible et rendez-le en partant.\n\nRestez avec la personne qui vous reçoit. Les portes marquées en rouge sont réservées au personnel.\n\nNe photographiez ni personnes, ni écrans, ni machines sans autorisation.\n\nEn cas d’alarme, sortez par l’issue la plus proche et rejoignez le point de rassemblement près des mâts à drapeaux. N’utilisez pas l’ascenseur.\n\nCe que vous voyez et entendez ici de notre travail et de nos clients reste entre nous.",
  de: "Tragen Sie Ihren Besucherausweis sichtbar und geben Sie ihn beim Gehen ab.\n\nBleiben Sie bei Ihrer Ansprechperson. Rot markierte Türen sind nur für Mitarbeitende.\n\nFotografieren Sie Menschen, Bildschirme und Maschinen nicht, ohne zu fragen.\n\nBei Alarm verlassen Sie das Gebäude durch den nächsten Ausgang und gehen zur Sammelstelle bei den Fahnenmasten. Benutzen Sie nicht den Aufzug.\n\nWas Sie hier über unsere Arbeit und unsere Kunden sehen und hören, bleibt unter uns.",
};
/** The latest additions: earlier versions end before them. */
const ADDED_LAST = "\n\n";

/** A location's agreement with everything that belongs to it, as rows. */
export type DemoAgreement = {
  row: Omit<AgreementRow, "captions">;
  content: Content;
  versions: readonly object[];
  visitTypes: readonly object[];
};

const only = (texts: Texts, languages: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([language]) => languages.includes(language)));

const cut = (texts: Texts, paragraphs: number): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [
      language,
      text.split(ADDED_LAST).slice(0, paragraphs).join(ADDED_LAST),
    ]),
  );

/** The rules of a site, in their fourth version. @param now milliseconds */
export const agreementOf = (site: Site, now: number, seedNumber: number): DemoAgreement => {
  const random = randomFor(seedNumber, `${site.place.name}, agreement`);
  const created = Date.parse(site.location.create_date);
  const key = { company_id: site.id, agreement_id: seededId(random, created, site.id) };
  const content = {
    type: "text",
    agreement_text: only(TEXT, site.place.languages),
    video: {},
    pdf: {},
  } satisfies Content;
  const changed = (version: number): string => iso(now - (VERSIONS - version) * 21 * DAY_MS - 30 * DAY_MS);
  const versions = Array.from({ length: VERSIONS }, (_, n) => {
    const text = cut(content.agreement_text, n + 2);
    return { ...key, ...content, version: n + 1, agreement_text: text, create_date: changed(n + 1) };
  });
  const visitTypes = [...SIGNING].flatMap((kind, n) => {
    const type = site.visitTypes.get(kind);
    return type === undefined ? [] : [{ ...key, visit_type_id: type._id, place_in_type: 1, place_in_agreement: n + 1 }];
  });
  const row: DemoAgreement["row"] = {
    company_id: site.id,
    _id: key.agreement_id,
    name: only(NAME, site.place.languages),
    active: true,
    version: VERSIONS,
    index: 0,
    expiry_days: EXPIRY_DAYS,
    group_only: false,
    create_date: iso(created),
    mod_date: changed(VERSIONS),
  };
  return { row, content, versions, visitTypes };
};
