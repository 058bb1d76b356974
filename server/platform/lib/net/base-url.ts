/** A base URL without trailing slashes, so that a path can follow it. */
export const withoutTrailingSlashes = (url: string): string => {
  let end = url.length;
  while (url.endsWith("/", end)) end -= 1;
  return url.slice(0, end);
};
