import type { SignOut, SignOutAnswer } from "../../visitor-flow/door.ts";
import type { DeliveryResult } from "../device/device.ts";

/** A link of ours, the code of a badge, or the reference on one that was printed without network. */
const OURS = /[#&?](?:p|i|b|token)=|^F[\dA-V]{37}$|^foyer-visit:/;

const REF = /^foyer-visit:([\w-]{8,100})$/;

/** Whether a code can be of an invitation or a badge; menus and boarding passes cannot. */
export const isOurCode = (text: string): boolean => OURS.test(text);

/** What a visitor is recognised by: the code, or the reference on a badge that was printed without network. */
export const recognisedBy = (code: string): string => REF.exec(code)?.[1] ?? code;

/** What signs a visit out: the code of its badge, or that reference. */
export const signedOutBy = (code: string): Pick<SignOut, "code" | "visit_ref"> => {
  const ref = REF.exec(code)?.[1];
  return ref === undefined ? { code } : { visit_ref: ref };
};

/**
 * What came of a sign-out. One that waits for the network is made: nothing is left for the visitor to do.
 * @param first_name as it was typed, for as long as the service says no other
 */
export const outcomeOf = (
  delivered: DeliveryResult<SignOutAnswer>,
  first_name?: string,
): SignOutAnswer | { outcome: "busy" | "failed" } => {
  if ("failure" in delivered) return { outcome: delivered.failure.status === 429 ? "busy" : "failed" };
  if ("answer" in delivered) return delivered.answer;
  return { outcome: "signed_out", ...(first_name === undefined ? {} : { first_name }) };
};
