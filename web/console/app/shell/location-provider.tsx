import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";

import { LocationContext, locationQuery, locationsQuery, useLocationId } from "../../data/session/location.ts";
import { useOfflineEvacuation } from "../worker/offline-evacuation.ts";

/**
 * The context of a location's pages, while the user may see it: once it is removed, or out of the user's reach, the
 * page says so.
 */
export const LocationProvider = () => {
  const id = useLocationId();
  useOfflineEvacuation(id);
  const { data: place, error } = useQuery(locationQuery(id));
  const { data: locations = [] } = useQuery(locationsQuery);
  // A refused call may also mean that the session has ended; then the list can't be read again.
  if (error !== null && !locations.some(({ _id }) => _id === id)) throw error;
  return (
    place !== undefined && (
      <LocationContext value={place}>
        <Outlet />
      </LocationContext>
    )
  );
};
