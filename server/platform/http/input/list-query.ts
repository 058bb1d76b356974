import { Type } from "../contract/schemas.ts";

/** Words to look for in all texts of a record. @param whose such as "the visit's" @param texts which texts these are */
export const Search = (whose: string, texts: string): Type.TOptional<Type.TString> =>
  Type.Optional(
    Type.String({
      description: `Words that must all appear in ${whose} texts: ${texts}; case doesn't matter. One or two characters match the start of a word`,
      examples: ["sofie noord"],
    }),
  );

/** IDs separated by commas, in one parameter. */
export const IdList = (description: string): Type.TOptional<Type.TString> =>
  Type.Optional(
    Type.String({ description: `${description}: comma-separated IDs`, "x-expected": "comma-separated IDs" }),
  );

/** Where the counting of matches may stop. */
export const TotalAtMost = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      "Where counting can stop: `total` is this number if that many or more visits match. For a page that shows “100 or more”, to get it sooner. If left out, `total` is exact",
    "x-expected": "a whole number from 1 to 10000",
    examples: [100],
  }),
);
