import { queryOptions } from "@tanstack/react-query";

import { matches } from "../../../shared/text-matching.ts";
import { type Answer, api, queryClient } from "../../data/api/api.ts";

/** A host as the list has them: those that are managed here, not those of the directory. */
export type Host = Answer<"GET /visitees/bycompany/{company_id}">[number];

/** The hosts of a location, by name. */
export const hostsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "list"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });

/** How many hosts a directory's file brought; they can't be listed (interface 2.2). */
export const importedCountQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "imported"],
    queryFn: async () =>
      (await api.request("GET /companies/{company_id}/visitees/bulk", { params: { company_id: location } })).count,
  });

/** Has the list read again. */
export const invalidateHosts = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "hosts"] });

/** Whether a host matches the search: by name, address or number. */
export const matchesSearch = ({ cn, mail = "", telephoneNumber = "", mobile = "" }: Host, words: string): boolean => {
  if (words.trim() === "") return true;
  const typed = words.replaceAll(/\s/g, "").toLowerCase();
  const written = [mail, telephoneNumber, mobile].map((text) => text.replaceAll(/\s/g, "").toLowerCase());
  return matches(cn, words) || written.some((text) => text.includes(typed));
};

/** Pins a host to the top of the kiosk's list, or takes them off it: shown at once, put back when it is refused. */
export const pin = async ({ _id, company_id }: Host, sticky: boolean): Promise<void> => {
  const { queryKey } = hostsQuery(company_id);
  queryClient.setQueryData(queryKey, (hosts) => hosts?.map((one) => (one._id === _id ? { ...one, sticky } : one)));
  try {
    await api.request("PUT /visitees/{id}", { params: { id: _id }, body: { sticky } });
  } finally {
    await invalidateHosts(company_id);
  }
};
