import { isEmailAddress } from "../../../shared/email.ts";
import { isObject } from "../../platform/lib/record/objects.ts";
import { SignInFailure } from "./sign-in-failure.ts";

type Claims = Readonly<Record<string, unknown>>;

const GROUPS_MAX = 5_000;
const NAME_LENGTH_MAX = 500;

/** `xms_edov` is what Microsoft Entra ID has instead of `email_verified`: that the address's domain is the directory's. */
const isVerified = ({ email_verified, xms_edov }: Claims): boolean =>
  [email_verified, xms_edov].some((claim) => claim === true || claim === "true") || xms_edov === 1 || xms_edov === "1";

/** Only an address that the provider has verified: users can write any address into their profile. Errors: SignInFailure. */
export const verifiedEmail = (claims: Claims): string => {
  const { email } = claims;
  if (typeof email !== "string" || email === "")
    throw new SignInFailure("unverified", "the provider gave no email address");
  // It may be anything, such as a text with a NUL, which no user has and PostgreSQL takes for an error.
  if (!isEmailAddress(email)) throw new SignInFailure("unverified", "the provider gave no valid email address");
  if (!isVerified(claims)) throw new SignInFailure("unverified", "the provider has not verified the email address");
  return email.toLowerCase();
};

const nameIn = (value: unknown): string | null => {
  const name = typeof value === "string" ? value.replaceAll(/\p{Cc}/gu, " ").trim() : "";
  return name === "" || name.length > NAME_LENGTH_MAX ? null : name;
};

/** The person's names, without what can't be stored. */
export const namesIn = ({
  given_name,
  family_name,
}: Claims): { first_name: string | null; last_name: string | null } => ({
  first_name: nameIn(given_name),
  last_name: nameIn(family_name),
});

/** Microsoft Entra ID names more than 200 groups elsewhere, which isn't the same as none. Errors: SignInFailure. */
export const checkGroupsNamed = ({ _claim_names: elsewhere }: Claims, claim: string): void => {
  if (!isObject(elsewhere) || !Object.hasOwn(elsewhere, claim)) return;
  const words = `The provider has too many groups for its claim "${claim}". Let it name only those of the application.`;
  throw new SignInFailure("refused", words, { forAdmin: words });
};

/** The groups that a claim names. */
export const groupsIn = (claims: Claims, claim: string): readonly string[] =>
  [claims[claim] ?? []]
    .flat()
    .filter((value) => typeof value === "string")
    .slice(0, GROUPS_MAX);
