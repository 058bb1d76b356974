/** Makes a check for a setting: a URL with one of these protocols, such as `https:`. */
export const isUrlOf =
  (...protocols: string[]) =>
  (value: string): boolean =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol);

/** An http(s) URL without user name and password, because Foyer shows it in messages. */
export const isPlainUrl = (value: string): boolean =>
  isUrlOf("http:", "https:")(value) && !/^[^/]*\/\/[^/?#]*@/.test(value);
