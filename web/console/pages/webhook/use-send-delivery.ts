import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { type Delivery, invalidateWebhook } from "./queries.ts";
import { useOutcome, useReason } from "./words.ts";

/** Shows the outcome of a delivery. */
const useDeliveryToast = (): ((delivery: Delivery) => void) => {
  const { t, i18n } = useTranslation("webhook");
  const [outcome, reason] = [useOutcome(), useReason()];
  return (delivery) => {
    const ms = t("ms", { ms: formatNumber(delivery.duration_ms ?? 0, i18n.language) });
    const words = t("told", { outcome: outcome(delivery), ms });
    if (delivery.state === "delivered") showToast({ words });
    else showToast({ words: reason(delivery), kind: "problem" });
  };
};

/**
 * Sends a delivery now, a test or a repetition, and shows its outcome.
 * @param made is called with the new delivery
 */
export const useSendDelivery = (location: string, made: (id: string) => void, send: () => Promise<Delivery>) => {
  const [busy, setBusy] = useState(false);
  const showOutcome = useDeliveryToast();
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const delivery = await send();
      await invalidateWebhook(location);
      made(delivery._id);
      showOutcome(delivery);
    } catch (error) {
      showToast({ words: problemOf(error).words, kind: "problem" });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void run() };
};
