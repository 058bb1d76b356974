/** Addresses that listen on every address of this machine; browsers can't open them. */
export const isWildcardAddress = (host: string): boolean => ["0.0.0.0", "::", "[::]"].includes(host);

/** The host of a URL by which this machine itself reaches a server that listens on an address. */
export const localHostOf = (host: string): string => {
  if (isWildcardAddress(host)) return host === "0.0.0.0" ? "127.0.0.1" : "[::1]";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
};
