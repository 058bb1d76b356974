import type { SignOut } from "../../visitor-flow/door.ts";

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
