import type { RequestContext } from "../../platform/http/request-context.ts";
import { searchInSlices } from "../../platform/lib/async/search-in-slices.ts";
import { versionOf } from "./door.ts";
import { type HostName, listHostNames } from "./store.ts";

/** As many pinned hosts as fit on a screen. */
const PINNED_MAX = 12;

/** Hosts by part of a name, at most four; without letters, the pinned ones. */
export const findHosts = async (
  ctx: RequestContext,
  location: string,
  typed: string | undefined,
): Promise<HostName[]> => {
  const hosts = await listHostNames(ctx.db, location);
  return typed === undefined || typed.trim() === ""
    ? hosts.filter(({ sticky }) => sticky).slice(0, PINNED_MAX)
    : searchInSlices(hosts, typed);
};

/** All names, for a kiosk to search offline; left out if it has this version of them. */
export const readAllHosts = async (
  ctx: RequestContext,
  location: string,
  had: string | undefined,
): Promise<{ version: string; hosts?: HostName[] }> => {
  const hosts = await listHostNames(ctx.db, location);
  const version = versionOf(hosts);
  return version === had ? { version } : { version, hosts };
};
