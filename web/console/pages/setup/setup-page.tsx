import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";

import { ToastArea } from "../../components/feedback/toast.tsx";
import { LocationContext, locationQuery, useLocationId } from "../../data/session/location.ts";
import { meQuery } from "../../data/session/session.ts";
import { Administrator } from "./administrator.tsx";
import { Door } from "./door.tsx";
import { SetupLinkEnded } from "./setup-link-ended.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { Hosts } from "./hosts.tsx";
import { ChangedLocation, FirstLocation } from "./location.tsx";
import { Retention } from "./retention.tsx";
import { partOf, setupToken } from "./setup.ts";
import { Types } from "./visit-types.tsx";

const AT = {
  location: ChangedLocation,
  retention: Retention,
  hosts: Hosts,
  types: Types,
  door: Door,
  visit: FirstVisit,
} as const;

/** The parts that belong to a location; they are drawn once it exists. */
const AtLocation = () => {
  const search: { step?: unknown } = useSearch({ strict: false });
  const part = partOf(search.step);
  const { data, error } = useQuery(locationQuery(useLocationId()));
  const Part = part === undefined || part === "administrator" ? Retention : AT[part];
  if (error !== null) return <SetupLinkEnded />;
  if (data === undefined) return null;
  return (
    <LocationContext value={data}>
      <Part />
    </LocationContext>
  );
};

const Begin = () => {
  const search: { step?: unknown } = useSearch({ strict: false });
  const isAccount = partOf(search.step) !== "location";
  const { data: me } = useQuery({ ...meQuery, enabled: !isAccount });
  if (isAccount) return setupToken() === "" ? <SetupLinkEnded /> : <Administrator />;
  if (me === undefined) return null;
  return me?.role === "global_admin" ? <FirstLocation /> : <SetupLinkEnded />;
};

/** From the printed link to the first visit, one question at a time. */
export const SetupPage = () => (
  <>
    {useLocationId() === "" ? <Begin /> : <AtLocation />}
    <ToastArea />
  </>
);
