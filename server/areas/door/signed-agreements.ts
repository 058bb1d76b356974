import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import type { ShownTitle } from "../../resources/agreements/signing.ts";
import type { DoorAgreement, SignInInput } from "./contract.ts";

type AskedAgreement = Static<typeof DoorAgreement>;
/** An agreement that a page says was signed, as it was shown there. */
type SignedAgreement = NonNullable<Static<typeof SignInInput>["agreements"]>[number];

/** Whether it is asked for in the version, under the title and in the language in which it was shown. */
const isAsShown = (asked: AskedAgreement | undefined, { version, name, language }: SignedAgreement): boolean =>
  asked !== undefined &&
  asked.version === version &&
  (name === undefined || name === "" || Object.values(asked.name).includes(name)) &&
  (language === undefined ||
    Object.hasOwn({ text: asked.text, video: asked.video, pdf: asked.pdf }[asked.type], language));

/**
 * Refuses a signature under another text than the one that is asked for now.
 * @param asked the agreements that visitors sign here @param path the endpoint that has them
 * Errors: `400` with the code `agreement_changed`.
 */
export const checkAsShown = (
  asked: readonly AskedAgreement[],
  signed: readonly SignedAgreement[],
  path: string,
): void => {
  const byId = new Map(asked.map((one) => [one._id, one]));
  if (signed.every((one) => isAsShown(byId.get(one._id), one))) return;
  throw badRequest(
    `"agreements" contains an agreement that isn't asked for or has changed since it was shown. Call ${path} again and let the visitor sign what it has. See docs/visitor-pages.md.`,
    "agreement_changed",
    "agreements",
  );
};

/** The title and the language in which an agreement was shown, as far as the page said. */
export const shownAsOf = ({ name, language }: SignedAgreement): ShownTitle => ({ name, language });
