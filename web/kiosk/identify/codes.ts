import type { SignOut, SignOutAnswer } from "../../visitor-flow/door.ts";
import type { DeliveryResult } from "../device/device.ts";

/** One of our links, the code of a badge, or the reference on one that was printed offline. */
const OURS = /[#&?](?:p|i|b|token)=|^F[\dA-V]{37}$|^foyer-visit:/;

const REF = /^foyer-visit:([\w-]{8,100})$/;

/** Whether a code may be of an invitation or a badge; those of menus and boarding passes are not. */
export const isOurCode = (text: string): boolean => OURS.test(text);

/** Identifies a visitor: by the code, or by the reference on a badge that was printed offline. */
export const recognisedBy = (code: string): string => REF.exec(code)?.[1] ?? code;

/** Signs a visit out: by the code of its badge, or by that reference. */
export const signedOutBy = (code: string): Pick<SignOut, "code" | "visit_ref"> => {
  const ref = REF.exec(code)?.[1];
  return ref === undefined ? { code } : { visit_ref: ref };
};

/**
 * The result of a sign-out. One that is queued counts as done: the visitor has nothing left to do.
 * @param first_name as typed, unless the service knows better
 */
export const outcomeOf = (
  delivered: DeliveryResult<SignOutAnswer>,
  first_name?: string,
): SignOutAnswer | { outcome: "busy" | "failed" } => {
  if ("failure" in delivered) return { outcome: delivered.failure.status === 429 ? "busy" : "failed" };
  if ("answer" in delivered) return delivered.answer;
  return { outcome: "signed_out", ...(first_name === undefined ? {} : { first_name }) };
};
