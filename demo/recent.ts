import type { ClientBase } from "pg";

import { hashOf, contentIn } from "../server/resources/agreements/content.ts";
import { iso } from "../server/platform/lib/time/time.ts";
import { pickText } from "../server/platform/lib/text/texts.ts";
import type { DemoAgreement } from "./agreement.ts";
import { drawPortrait } from "./people/portraits.ts";
import { randomFor } from "./random.ts";
import { insertRows } from "./insert-rows.ts";
import { drawSignature } from "./people/signature.ts";
import type { Site } from "./sites.ts";
import { SIGNING } from "./visit-types.ts";

const DAY_MS = 24 * 3_600_000;
/** Data that recent visits have besides their row; a year of portraits would only fill the disk. */
const DAYS = 7;
const VISITS_MAX = 600;
const WITH_PHOTO = 0.62;
const WITH_SIGNATURE = 0.85;

/** A recent visit, as it was inserted. */
export type RecentVisit = {
  company_id: string;
  _id: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  recipient: string;
  recipient_mail: string;
  visit_type: string;
  known_visitor_id: string | null;
  language_id: string;
  approval: string | null;
  signed_in: string;
  signed_out: string | null;
  entrypoint_id: string;
  signed_in_source: number;
  signed_out_source: number | null;
  /** As on the wire, as JSON text. */
  doc: string;
};

/** A recent registered visitor, as inserted; `doc` as on the wire, as JSON text. */
export type RecentRegistration = { _id: string; doc: string; create_date: string };

const COLUMNS = `company_id, _id, first_name, last_name, company, recipient, recipient_mail, visit_type, known_visitor_id, language_id, approval,
  entrypoint_id, signed_in_source, signed_out_source, doc, iso(signed_in) as signed_in, iso(signed_out) as signed_out`;

/** The recent visits of a location, oldest first. @param now milliseconds */
export const recentVisits = async (client: ClientBase, location: string, now: number): Promise<RecentVisit[]> => {
  const { rows } = await client.query<RecentVisit>(
    `select * from (
       select ${COLUMNS} from visits where company_id = $1 and visits.signed_in > $2
       order by visits.signed_in desc, _id desc limit ${VISITS_MAX}) v
     order by signed_in, _id`,
    [location, iso(now - DAYS * DAY_MS)],
  );
  return rows;
};

/** The first visit of a location, which its audit log must know: else its beginning counts as lost. Undefined without visits. */
export const firstVisit = async (client: ClientBase, location: string): Promise<RecentVisit | undefined> => {
  const { rows } = await client.query<RecentVisit>(
    `select ${COLUMNS} from visits where company_id = $1 order by _id limit 1`,
    [location],
  );
  return rows[0];
};

/** The recent registered visitors, oldest first. @param now milliseconds */
export const registeredSince = async (
  client: ClientBase,
  location: string,
  now: number,
): Promise<RecentRegistration[]> => {
  const { rows } = await client.query<RecentRegistration>(
    `select _id, doc, iso(create_date) as create_date from registered_visitors
     where company_id = $1 and create_date > $2 order by create_date, _id`,
    [location, iso(now - DAYS * DAY_MS)],
  );
  return rows;
};

const svg = (picture: string): string => `data:image/svg+xml;base64,${Buffer.from(picture).toString("base64")}`;

type Pictures = { company_id: string; visit_id: string; photo: string | null; signature: string | null };

/** The visitor's name; without one, as of a driver, their company. */
export const nameOf = ({ first_name, last_name, company }: RecentVisit): string =>
  [first_name, last_name].filter((part) => part !== null).join(" ") || (company ?? "");

/** The same person has the same face and signature at every visit. */
const picturesOf = (visit: RecentVisit, seedNumber: number): Pictures => {
  const { company_id, _id } = visit;
  const [first, last] = [visit.first_name ?? "", visit.last_name ?? ""];
  const random = randomFor(seedNumber, `portrait of ${first} ${last}`);
  const [hasPhoto, signs] = [random.chance(WITH_PHOTO), random.chance(WITH_SIGNATURE)];
  return {
    company_id,
    visit_id: _id,
    photo: hasPhoto ? svg(drawPortrait(random, first)) : null,
    signature: signs ? svg(drawSignature(random, first, last)) : null,
  };
};

const signedOf = (visit: RecentVisit, { row, content }: DemoAgreement, fallback: string) => {
  const languages = { preferred: visit.language_id, fallback };
  const shownContent = contentIn(content, languages);
  return {
    company_id: visit.company_id,
    visit_id: visit._id,
    agreement_id: row._id,
    version: row.version,
    name: pickText(row.name, languages) ?? "",
    language: shownContent.language,
    text_hash: hashOf(content.type, shownContent),
    signed_at: visit.signed_in,
    signer: { name: nameOf(visit), company: visit.company, host: visit.recipient },
  };
};

/** Adds faces, signatures and signed agreements to the recent visits of a location. */
export const completeRecent = async (
  client: ClientBase,
  { site, recent, agreement }: { site: Site; recent: readonly RecentVisit[]; agreement: DemoAgreement },
  seedNumber: number,
): Promise<void> => {
  const asked = new Set([...SIGNING].map((kind) => site.visitTypes.get(kind)?._id));
  const pictures = recent
    .filter(({ visit_type }) => asked.has(visit_type))
    .map((visit) => picturesOf(visit, seedNumber));
  const signing = new Set(pictures.filter(({ signature }) => signature !== null).map(({ visit_id }) => visit_id));
  const signed = recent
    .filter(({ _id }) => signing.has(_id))
    .map((visit) => signedOf(visit, agreement, site.location.default_language));
  await insertRows(client, "visit_images", pictures);
  await insertRows(client, "signed_agreements", signed);
  await client.query("update visits set agreements = $3 where company_id = $1 and _id = any ($2::text[])", [
    site.id,
    [...signing],
    JSON.stringify([agreement.row._id]),
  ]);
};
