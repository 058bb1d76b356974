import { queryOptions } from "@tanstack/react-query";

import { internalApi } from "../../data/api/api.ts";

/** The parts of the setup in order; the five steps group them. */
const PARTS = ["administrator", "location", "retention", "hosts", "types", "door", "visit"] as const;

/** A part of the setup, as it appears in the address. */
export type SetupPart = (typeof PARTS)[number];

/** The five steps beside the door, and their parts. */
export const STEPS: readonly { key: string; parts: readonly SetupPart[] }[] = [
  { key: "administrator", parts: ["administrator"] },
  { key: "location", parts: ["location", "retention"] },
  { key: "hosts", parts: ["hosts"] },
  { key: "types", parts: ["types"] },
  { key: "door", parts: ["door", "visit"] },
];

/** The part in an address. */
export const partOf = (text: unknown): SetupPart | undefined => PARTS.find((part) => part === text);

/** Whether one can go back to a part; the account is created only once. */
export const canReturnTo = (part: SetupPart): boolean => part !== "administrator";

/** The previous part, if one can go back to it. */
export const partBefore = (part: SetupPart): SetupPart | undefined =>
  PARTS.slice(0, PARTS.indexOf(part)).findLast(canReturnTo);

/** The number of the step that a part belongs to, from 0. */
export const stepOf = (part: SetupPart): number => STEPS.findIndex(({ parts }) => parts.includes(part));

/** The token of the setup link: it is in the fragment, which no server sees. */
export const setupToken = (): string => globalThis.location.hash.slice(1);

/** Whether the link is still valid, and the available backups. Errors: FoyerError 403 if it has expired. */
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
