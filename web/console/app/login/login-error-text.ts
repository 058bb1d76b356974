import { useTranslation } from "react-i18next";

import { LoginRefusedError } from "./log-in.ts";

/** Why a login was refused, as a sentence. */
export const useLoginErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation("login");
  return (error) => {
    if (!(error instanceof LoginRefusedError)) return t("noAnswer");
    if (error.status === 403) return t("wrong");
    return error.status === 429 ? t("locked", { count: error.minutes }) : t("noAnswer");
  };
};
