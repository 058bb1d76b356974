import type { AddressInfo } from "node:net";

import type { Config } from "./config.ts";

/**
 * Adopts the port that the system chose for `PORT=0`: from now on it is part of every address, unless `PUBLIC_URL` is
 * set.
 * @param address where the server listens
 */
export const adoptChosenPort = (config: Config, address: AddressInfo | string | null): void => {
  if (config.port !== 0 || address === null || typeof address === "string") return;
  config.port = address.port;
  const url = new URL(config.publicUrl);
  if (url.port !== "0") return;
  url.port = String(address.port);
  config.publicUrl = url.origin;
};
