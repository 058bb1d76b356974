import type { Culture } from "./cultures.ts";
import type { Random } from "../random.ts";

/** A visitor. */
export type Person = {
  /** Of a driver, neither name is known. */
  firstName: string | undefined;
  lastName: string | undefined;
  company: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  plate: string;
  language: string;
};

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
/** The shares of visitors who enter these when they sign in. */
const WITH_COMPANY = 0.92;
const WITH_EMAIL = 0.85;
const WITH_PHONE = 0.7;

/** A number or plate from its pattern. */
export const fill = (random: Random, pattern: string): string => {
  let text = "";
  for (const sign of pattern) {
    if (sign === "#") text += String(random.between(0, 9));
    else text += sign === "?" ? (LETTERS[random.between(0, LETTERS.length - 1)] ?? "") : sign;
  }
  return text;
};

const slugs = new Map<string, string>();

/** A name in the form of an email address: plain lower-case letters and digits. */
export const slug = (name: string): string => {
  const known = slugs.get(name);
  if (known !== undefined) return known;
  const plain = name
    .replaceAll("ß", "ss")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
  slugs.set(name, plain);
  return plain;
};

const firmOf = (random: Random, { firms, firmKinds }: Culture): { name: string; slug: string } => {
  const proper = random.pick(firms);
  const name = `${proper} ${random.pick(firmKinds)}`.trim();
  return { name, slug: slug(proper) };
};

/** A new person of a culture. */
export const makePerson = (random: Random, culture: Culture): Person => {
  const firstName = random.pick(culture.firstNames);
  const lastName = random.pick(culture.lastNames);
  const firm = firmOf(random, culture);
  const address = `${slug(firstName)}.${slug(lastName)}@${firm.slug}.${culture.domain}.example`;
  return {
    firstName,
    lastName,
    company: random.chance(WITH_COMPANY) ? firm.name : undefined,
    email: random.chance(WITH_EMAIL) ? address : undefined,
    phone: random.chance(WITH_PHONE) ? fill(random, random.pick(culture.phones)) : undefined,
    plate: fill(random, random.pick(culture.plates)),
    language: culture.language,
  };
};
