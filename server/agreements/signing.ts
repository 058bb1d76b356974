import type { Act } from "../http/call.ts";
import { pick } from "../lib/texts.ts";
import { distinct, noSuchAgreement } from "./assignments.ts";
import { hashOf, shownIn } from "./content.ts";
import * as store from "./signed-store.ts";

/** What changes about the agreements of a visit: their list afterwards, and what is newly signed or taken back. */
export type Signing = { agreements: string[]; added: store.Signable[]; gone: string[] };

/**
 * What a list of agreements sent for a visit comes to; ids that are repeated count once, and one that was removed since stays
 * where it was signed. With new ones within a transaction, so that they are still there when it is written.
 * Errors: `400` for what is no agreement of the location.
 */
export const signingOf = async (
  act: Act,
  location: string,
  sent: readonly string[],
  before: readonly string[] = [],
): Promise<Signing> => {
  const agreements = distinct(sent);
  const fresh = agreements.filter((id) => !before.includes(id));
  const added = fresh.length === 0 ? [] : await store.holdSignable(act.db, location, fresh);
  if (added.length < fresh.length) throw noSuchAgreement();
  return { agreements, added, gone: before.filter((id) => !agreements.includes(id)) };
};

/** Who signs, when, and in which language they were asked. */
export type Signatory = {
  visit: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  recipient: string | null;
  language_id: string | null;
  signature: string | null;
  /** ISO 8601. */
  signedAt: string;
};

const signedBy = (agreement: store.Signable, by: Signatory): store.Signed => {
  const languages = { asked: by.language_id ?? undefined, fallback: agreement.default_language };
  const shown = shownIn(agreement, languages);
  const name = [by.first_name, by.last_name].filter((part) => part !== null && part.trim() !== "").join(" ");
  return {
    agreement_id: agreement._id,
    version: agreement.version,
    name: pick(agreement.name, languages) ?? "",
    language: shown.language,
    text_hash: hashOf(agreement.type, shown),
    signed_at: by.signedAt,
    signer: { name, company: by.company, host: by.recipient },
    signature: by.signature,
  };
};

/** Records what a visit signed and what it no longer does, in the transaction that writes the visit. */
export const sign = async (act: Act, location: string, { added, gone }: Signing, by: Signatory): Promise<void> => {
  if (gone.length > 0) await store.deleteSigned(act.db, location, by.visit, gone);
  for (const agreement of added) await store.insertSigned(act.db, location, by.visit, signedBy(agreement, by));
};
