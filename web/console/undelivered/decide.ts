import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { foyer } from "../api.ts";
import { say } from "../components/toast.tsx";
import { type Undelivered, undeliveredQuery } from "../counts.ts";
import { useLocationId } from "../location.ts";

/** Who signed in or out, as far as they said. */
export const useName = (): ((item: Undelivered) => string) => {
  const { t } = useTranslation("undelivered");
  return ({ name }) => name ?? t("somebody");
};

/** Decides what becomes of an item: its kiosk sends it again, or erases it. Both show at once. */
export const useDecide = () => {
  const { t } = useTranslation("undelivered");
  const client = useQueryClient();
  const location = useLocationId();
  const nameOf = useName();
  const { queryKey } = undeliveredQuery(location);
  const show = (id: string, decision: Undelivered["decision"]): void =>
    void client.setQueryData(queryKey, (items) =>
      items?.map((item) => (item._id === id && decision !== undefined ? { ...item, decision } : item)),
    );
  const again = async (item: Undelivered): Promise<void> => {
    show(item._id, "again");
    try {
      await foyer.request("POST /companies/{company_id}/undelivered/{id}/again", {
        params: { company_id: location, id: item._id },
      });
      say({ words: t("sentAgain", { name: nameOf(item), device: item.device }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : t("common:failed");
      say({ kind: "problem", words: t("notDone", { reason }) });
    }
    await client.invalidateQueries({ queryKey });
  };
  const discard = async (item: Undelivered): Promise<void> => {
    await foyer.request("DELETE /companies/{company_id}/undelivered/{id}", {
      params: { company_id: location, id: item._id },
    });
    show(item._id, "discard");
    say({ words: t("discarded", { name: nameOf(item) }) });
    await client.invalidateQueries({ queryKey });
  };
  return { again, discard };
};
