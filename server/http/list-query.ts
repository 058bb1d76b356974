import { Type } from "./schemas.ts";

/** Words that are looked for in all texts of a record. @param whose such as "the visit's" @param texts which texts these are */
export const Search = (whose: string, texts: string): Type.TOptional<Type.TString> =>
  Type.Optional(
    Type.String({
      description: `Words that all stand somewhere in ${whose} texts: ${texts}; case does not matter. One or two characters are looked for where a word begins`,
      examples: ["sofie noord"],
    }),
  );

/** Ids with commas between, in one parameter. */
export const IdList = (description: string): Type.TOptional<Type.TString> =>
  Type.Optional(
    Type.String({ description: `${description}: ids with commas between`, "x-expected": "ids with commas between" }),
  );

/** Where the counting of matches may stop. */
export const TotalAtMost = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      "Where counting may stop: `total` is this number when as many or more visits match. For a page that shows “100 or more”, which is there sooner. `total` is exact when left out",
    "x-expected": "a whole number from 1 to 10000",
    examples: [100],
  }),
);
