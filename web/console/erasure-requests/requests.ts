import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { foyer } from "../api.ts";
import { leave, say } from "../components/toast.tsx";
import { type ErasureRequest, erasuresQuery } from "../counts.ts";
import { parting } from "../later.ts";
import { useLocationId } from "../location.ts";
import { reasonOf } from "../refusal.ts";

/** Whose request it is; some gave no name. */
export const nameOf = ({ first_name, last_name }: ErasureRequest): string =>
  [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ");

/** Erases who asked, and has everything read again that they were in. */
export const useErase = (): ((request: ErasureRequest) => Promise<void>) => {
  const client = useQueryClient();
  const location = useLocationId();
  return async ({ _id }) => {
    const params = { company_id: location, id: _id };
    await foyer.request("POST /companies/{company_id}/erasurerequests/{id}/confirm", { params });
    const kinds = ["erasure-requests", "visits", "visit", "inside", "registered-visitors"];
    await Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [location, kind] })));
  };
};

/** The offer to take it back passes when the page is left: then it is sent. */
const useEndOfOffer = (declining: string | undefined): void => {
  useEffect(() => {
    if (declining === undefined) return;
    globalThis.addEventListener("pagehide", leave);
    return () => globalThis.removeEventListener("pagehide", leave);
  }, [declining]);
};

/**
 * Declines a request once the offer to take it back has passed: the visitor sees it from then on.
 * @returns how to, and the one that is shown as declined already
 */
export const useDecline = () => {
  const { t } = useTranslation("erasure-requests");
  const { t: common } = useTranslation();
  const client = useQueryClient();
  const location = useLocationId();
  const [declining, setDeclining] = useState<string>();
  useEndOfOffer(declining);
  const send = async (request: ErasureRequest): Promise<void> => {
    const params = { company_id: location, id: request._id };
    try {
      await parting.request("POST /companies/{company_id}/erasurerequests/{id}/decline", { params });
    } catch (error) {
      const reason = reasonOf(error);
      say({ kind: "problem", words: t("notDeclined", { reason }) });
    }
    await client.invalidateQueries({ queryKey: erasuresQuery(location).queryKey });
    setDeclining((now) => (now === request._id ? undefined : now));
  };
  const decline = (request: ErasureRequest): void => {
    const name = nameOf(request) || t("somebody");
    say({
      words: t("declined", { name }),
      action: { label: common("undo"), hint: "Z", run: () => setDeclining(undefined) },
      left: () => void send(request),
    });
    setDeclining(request._id);
  };
  return { decline, declining };
};
