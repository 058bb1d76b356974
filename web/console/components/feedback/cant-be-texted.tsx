import { useTranslation } from "react-i18next";

import { smsNumber } from "../../../../shared/sms-number.ts";
import { useLocation } from "../../data/session/location.ts";
import { StatusLabel } from "./status-label.tsx";

/** Whether a number of this location can't be sent an SMS; an empty one is no number. */
export const useIsUntextable = (): ((number: string | undefined) => boolean) => {
  const { phone_country } = useLocation().settings;
  return (number = "") => number.trim() !== "" && smsNumber(number, phone_country) === undefined;
};

/** Says of a number that it can't be sent an SMS, and why; nothing for one that can. */
export const CantBeTexted = ({ number }: { number: string | undefined }) => {
  const { t } = useTranslation();
  return useIsUntextable()(number) ? <StatusLabel kind="warning">{t("cantBeTexted")}</StatusLabel> : null;
};
