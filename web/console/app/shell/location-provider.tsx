import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";

import { LocationContext, locationQuery, locationsQuery, useLocationId } from "../../data/location.ts";
import { useOfflineEvacuation } from "../worker/offline-evacuation.ts";

/** All pages of a location, for as long as who is logged in may be there: once it is removed, or no longer theirs, that is said. */
export const LocationProvider = () => {
  const id = useLocationId();
  useOfflineEvacuation(id);
  const { data: place, error } = useQuery(locationQuery(id));
  const { data: locations = [] } = useQuery(locationsQuery);
  // A call that is refused may as well mean that the session has ended; then the list cannot be read again.
  if (error !== null && !locations.some(({ _id }) => _id === id)) throw error;
  return (
    place !== undefined && (
      <LocationContext value={place}>
        <Outlet />
      </LocationContext>
    )
  );
};
