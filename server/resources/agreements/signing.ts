import type { RequestContext } from "../../platform/http/request-context.ts";
import { pickText } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { distinct, noSuchAgreement } from "./assignments.ts";
import { hashOf, contentIn } from "./content.ts";
import * as store from "./signed-store.ts";

/**
 * What a change does to the agreements of a visit: the list afterwards, what is newly signed, and which signatures are
 * removed.
 */
export type AgreementChanges = { agreements: string[]; added: store.SignableAgreement[]; gone: string[] };

/**
 * The changes that a list of agreements makes to a visit. Repeated IDs count once, and an agreement that was removed
 * since remains where it was signed. If there are new ones, runs in a transaction, so that they still exist when it is
 * written. Errors: `400` for IDs that aren't agreements of the location.
 */
export const agreementChangesOf = async (
  ctx: RequestContext,
  location: string,
  sent: readonly string[],
  before: readonly string[] = [],
): Promise<AgreementChanges> => {
  const agreements = distinct(sent);
  const fresh = agreements.filter((id) => !before.includes(id));
  const added = fresh.length === 0 ? [] : await store.lockSignable(ctx.db, location, fresh);
  if (added.length < fresh.length) throw noSuchAgreement();
  return { agreements, added, gone: before.filter((id) => !agreements.includes(id)) };
};

/** Who signs, when, and in which language. */
export type Signatory = {
  visit: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  recipient: string | null;
  language_id: string | null;
  signature: string | null;
  /** Their name, typed instead of a drawn signature. */
  typed?: string | null;
  /** ISO 8601. */
  signedAt: string;
  /** The title and the language in which it was shown, if the page said so; by default, those of now. */
  shownAs?: ShownTitle | undefined;
};

/** How an agreement was shown besides its version. */
export type ShownTitle = { name?: string | undefined; language?: string | undefined };

const signedBy = (agreement: store.SignableAgreement, by: Signatory): store.SignatureRow => {
  const preferred = by.shownAs?.language ?? by.language_id ?? undefined;
  const languages = { preferred, fallback: agreement.default_language };
  const shownContent = contentIn(agreement, languages);
  const name = [by.first_name, by.last_name].filter((part) => part !== null && part.trim() !== "").join(" ");
  return {
    agreement_id: agreement._id,
    version: agreement.version,
    name: by.shownAs?.name ?? pickText(agreement.name, languages) ?? "",
    language: shownContent.language,
    text_hash: hashOf(agreement.type, shownContent),
    signed_at: by.signedAt,
    signer: { name: by.typed ?? name, company: by.company, host: by.recipient },
    signature: by.signature,
  };
};

/** Records new and removed signatures, in the transaction that writes the visit. */
export const recordSignatures = async (
  ctx: RequestContext,
  location: string,
  { added, gone }: AgreementChanges,
  by: Signatory,
): Promise<void> => {
  if (gone.length > 0) await store.deleteSigned(ctx.db, location, by.visit, gone);
  for (const agreement of added) await store.insertSigned(ctx.db, location, by.visit, signedBy(agreement, by));
};

/** An agreement as shown to the visitor who signed it, and how they signed. */
export type ShownAgreement = Pick<Signatory, "signature" | "typed" | "signedAt" | "language_id" | "shownAs"> & {
  _id: string;
  version: number;
};

/**
 * The agreements that exist in the version shown; none can be removed before the transaction ends. An agreement shown
 * offline may have changed or been removed since: the visitor signed what they saw.
 */
export const lockShownAgreements = async (
  ctx: RequestContext,
  location: string,
  shown: readonly ShownAgreement[],
): Promise<readonly (readonly [ShownAgreement, store.SignableAgreement])[]> => {
  if (shown.length === 0) return [];
  const versions = await store.lockVersions(ctx.db, location, shown);
  const byId = new Map(versions.map((agreement) => [agreement._id, agreement]));
  return shown.flatMap((one) => {
    const agreement = byId.get(one._id);
    return agreement === undefined ? [] : [[one, agreement] as const];
  });
};

/** Records what was shown and signed on a visit, in the transaction that writes it. */
export const recordShownSignatures = async (
  ctx: RequestContext,
  location: string,
  held: Awaited<ReturnType<typeof lockShownAgreements>>,
  by: Omit<Signatory, keyof Omit<ShownAgreement, "_id" | "version">>,
): Promise<void> => {
  for (const [shown, agreement] of held)
    await store.insertSigned(ctx.db, location, by.visit, signedBy(agreement, { ...by, ...shown }));
};

/**
 * The agreements that a visitor has signed in their current version on earlier visits and that are still valid
 * (`expiry_days`): on all visits of a registered visitor, or on one.
 */
export const validSignatures = (
  ctx: RequestContext,
  location: string,
  of: { registered: string } | { visit: string },
): Promise<string[]> => store.listValidSignatures(ctx.db, location, of, iso(ctx.now));

/**
 * Lets the badge of a new visit prove what the scanned badge proves: agreements that were skipped this time are skipped
 * the next time too. Runs in the transaction that writes the visit.
 * @param badge the visit of the scanned badge
 */
export const carrySignatures = (ctx: RequestContext, location: string, visit: string, badge: string): Promise<void> =>
  store.carrySigned(ctx.db, location, visit, badge);
