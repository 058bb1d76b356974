/** Makes a check of a setting: a URL of one of these protocols, such as `https:`. */
export const isUrlOf =
  (...protocols: string[]) =>
  (value: string): boolean =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** An http(s) URL without a username or password, which Foyer shows in messages. */
export const isPlainUrl = (value: string): boolean =>
  isUrlOf("http:", "https:")(value) && !/^[^/]*\/\/[^/?#]*@/.test(value);
