import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";

import { Toasts } from "../components/toast.tsx";
import { LocationContext, locationQuery, useLocationId } from "../location.ts";
import { meQuery } from "../session.ts";
import { Administrator } from "./administrator.tsx";
import { Door } from "./door.tsx";
import { Ended } from "./ended.tsx";
import { FirstVisit } from "./first-visit.tsx";
import { Hosts } from "./hosts.tsx";
import { FirstLocation } from "./location.tsx";
import { Retention } from "./retention.tsx";
import { partOf, tokenHere } from "./setup.ts";
import { Types } from "./types.tsx";

const AT = { retention: Retention, hosts: Hosts, types: Types, door: Door, visit: FirstVisit } as const;

/** The parts that belong to a location; they are drawn when it is known. */
const AtLocation = () => {
  const search: { step?: unknown } = useSearch({ strict: false });
  const part = partOf(search.step);
  const { data, error } = useQuery(locationQuery(useLocationId()));
  const Part = part === undefined || part === "administrator" || part === "location" ? Retention : AT[part];
  if (error !== null) return <Ended />;
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
  if (isAccount) return tokenHere() === "" ? <Ended /> : <Administrator />;
  if (me === undefined) return null;
  return me?.role === "global_admin" ? <FirstLocation /> : <Ended />;
};

/** From the printed link to the first visit, one question at a time. */
export const Page = () => (
  <>
    {useLocationId() === "" ? <Begin /> : <AtLocation />}
    <Toasts />
  </>
);
