import { badRequest } from "../../platform/lib/errors.ts";

/** A body with these keys. Errors: `400` for the first that is missing. */
export const withRequired = <Body extends object, Key extends keyof Body & string>(
  body: Body,
  ...keys: Key[]
): Body & Required<Pick<Body, Key>> => {
  const missing = keys.find((key) => body[key] === undefined);
  if (missing !== undefined) throw badRequest(`"${missing}" is required.`, "missing_key", missing);
  // Safe: none of them is missing.
  return body as Body & Required<Pick<Body, Key>>;
};
