import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { type RejectedSync, rejectedSyncsQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";

/** The visitor's name, as far as they gave one. */
export const useVisitorName = (): ((item: RejectedSync) => string) => {
  const { t } = useTranslation("rejected-syncs");
  return ({ name }) => name ?? t("unnamedVisitor");
};

/** Decides about an item: its kiosk sends it again, or erases it. Both appear immediately. */
export const useRejectedSyncActions = () => {
  const { t } = useTranslation("rejected-syncs");
  const client = useQueryClient();
  const location = useLocationId();
  const nameOf = useVisitorName();
  const { queryKey } = rejectedSyncsQuery(location);
  const show = (id: string, decision: RejectedSync["decision"]): void =>
    void client.setQueryData(queryKey, (items) =>
      items?.map((item) => (item._id === id && decision !== undefined ? { ...item, decision } : item)),
    );
  const resend = async (item: RejectedSync): Promise<void> => {
    show(item._id, "again");
    try {
      await api.request("POST /companies/{company_id}/undelivered/{id}/again", {
        params: { company_id: location, id: item._id },
      });
      showToast({ words: t("sentAgain", { name: nameOf(item), device: item.device }) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : t("console:failed");
      showToast({ kind: "problem", words: t("notDone", { reason }) });
    }
    await client.invalidateQueries({ queryKey });
  };
  const discard = async (item: RejectedSync): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/undelivered/{id}", {
      params: { company_id: location, id: item._id },
    });
    show(item._id, "discard");
    showToast({ words: t("discarded", { name: nameOf(item) }) });
    await client.invalidateQueries({ queryKey });
  };
  return { resend, discard };
};
