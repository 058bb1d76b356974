import { queryOptions } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";

/** How many people are inside now: no deliveries, and not those who were rejected. */
export const insideCountQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "inside", "count"],
    queryFn: async () => {
      const page = await api.request("GET /visitors/signed_current/paged/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1, people: true },
      });
      return page.total;
    },
  });

/** Whether messages can be sent, and how many were not. */
export type OutboxHealth = Answer<"GET /companies/{company_id}/outbox/health">;

/** Whether messages can be sent, and how many of a location were not. Sending fires no event, so it polls. */
export const outboxHealthQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "outbox", "health"],
    queryFn: () => api.request("GET /companies/{company_id}/outbox/health", { params: { company_id: location } }),
    refetchInterval: 60_000,
  });

/** A kiosk as the API returns it. */
export type Device = Answer<"GET /companies/{company_id}/devices">[number];

/** The kiosks of the location, with whether each is online. */
export const devicesQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "devices"],
    queryFn: () => api.request("GET /companies/{company_id}/devices", { params: { company_id: location } }),
  });

/** A sign-in or sign-out that a kiosk made offline, and that was rejected when it was sent. */
export type RejectedSync = Answer<"GET /companies/{company_id}/undelivered">[number];

/** The rejected sign-ins and sign-outs of the location's kiosks. No event reports them. */
export const rejectedSyncsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "undelivered"],
    queryFn: () => api.request("GET /companies/{company_id}/undelivered", { params: { company_id: location } }),
    refetchInterval: 30_000,
  });
