import { createHash, createHmac } from "node:crypto";

import type { Db, Statement } from "../../platform/db/database.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { type HostToken, hostToken, type LinkSettings } from "./host-link.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Characters of a code: 95 bits, which can't be guessed. */
const LENGTH = 16;
const CODE = /^[0-9A-Za-z]{16}$/;

/** The code of a token, the same each time it is made. */
const codeOf = (secretKey: string, token: string): string => {
  let rest = BigInt(`0x${createHmac("sha256", secretKey).update(`short:${token}`).digest("hex")}`);
  let code = "";
  for (let n = 0; n < LENGTH; n += 1) {
    code += ALPHABET[Number(rest % 62n)];
    rest /= 62n;
  }
  return code;
};

const digestOf = (code: string): string => createHash("sha256").update(code).digest("hex");

const KEEP: Statement = {
  name: "keep-host-link",
  text: `insert into host_links (digest, company_id, visit_id, mark, expires)
select $1, company_id, _id, $4, $5::timestamptz from visits where company_id = $2 and _id = $3 for key share
on conflict do nothing`,
};

/**
 * The link of an SMS, which is paid for by its length: a code that the service looks up. Only its digest is stored, and
 * it ends with the long link.
 */
export const shortLink = async (db: Db, { publicUrl, secretKey }: LinkSettings, link: HostToken): Promise<string> => {
  const code = codeOf(secretKey, hostToken(secretKey, link));
  await db.named(KEEP, [digestOf(code), link.location, link.visitId, link.mark, iso(link.expires)]);
  return `${publicUrl}/d/${code}`;
};

const FIND: Statement = {
  name: "find-host-link",
  text: "select company_id, visit_id, mark, expires from host_links where digest = $1",
};

type LinkRow = { company_id: string; visit_id: string; mark: string; expires: string };

/** What the code of a short link stands for; undefined for any other text, and for one that was forgotten. */
export const findShortLink = async (db: Db, code: string): Promise<HostToken | undefined> => {
  if (!CODE.test(code)) return undefined;
  const [row] = await db.named<LinkRow>(FIND, [digestOf(code)]);
  return row && { location: row.company_id, visitId: row.visit_id, mark: row.mark, expires: Date.parse(row.expires) };
};

const FORGET: Statement = {
  name: "forget-host-links",
  text: "delete from host_links where expires <= $1::timestamptz",
};

/** Deletes the short links that have ended. */
export const deleteEndedLinks = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [iso(now)]);
};
