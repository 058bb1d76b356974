import { queryOptions } from "@tanstack/react-query";

import { internalApi } from "../../data/api.ts";

/** The parts of the set-up in their order; two of them are one step of the five. */
const PARTS = ["administrator", "location", "retention", "hosts", "types", "door", "visit"] as const;

/** A part of the set-up, as the address names it. */
export type SetupPart = (typeof PARTS)[number];

/** The five steps beside the door, and which parts belong to each. */
export const STEPS: readonly { key: string; parts: readonly SetupPart[] }[] = [
  { key: "administrator", parts: ["administrator"] },
  { key: "location", parts: ["location", "retention"] },
  { key: "hosts", parts: ["hosts"] },
  { key: "types", parts: ["types"] },
  { key: "door", parts: ["door", "visit"] },
];

/** The part an address names. */
export const partOf = (text: unknown): SetupPart | undefined => PARTS.find((part) => part === text);

/** The part before, to which one can go back; the account is made once. */
export const partBefore = (part: SetupPart): SetupPart | undefined =>
  PARTS.slice(1, Math.max(1, PARTS.indexOf(part))).at(-1);

/** The number of the step that a part belongs to, from 0. */
export const stepOf = (part: SetupPart): number => STEPS.findIndex(({ parts }) => parts.includes(part));

/** The token of the set-up link: it is in the fragment, which no server sees. */
export const setupToken = (): string => globalThis.location.hash.slice(1);

/** Whether the link is still valid, and the backups there are. Errors: FoyerError 403 when it has ended. */
export const backupsQuery = (token: string) =>
  queryOptions({
    queryKey: ["setup", token],
    queryFn: async () => {
      const { backups } = await internalApi.request("POST /setup/backups", { body: { token } });
      return backups.filter(({ problem }) => problem === undefined);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The time zone of this browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
