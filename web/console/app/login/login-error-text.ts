import { useTranslation } from "react-i18next";

import { UserFacingError } from "../../data/api/error-message.ts";
import { LoginRefusedError } from "./log-in.ts";

/** Why a login was refused, as a sentence. */
export const useLoginErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation("login");
  return (error) => {
    if (error instanceof UserFacingError) return error.message;
    if (!(error instanceof LoginRefusedError)) return t("noAnswer");
    if (error.status === 403) return error.path === "/session" ? t("wrong") : t("wrongPasskey");
    return error.status === 429 ? t("locked", { count: error.minutes }) : t("noAnswer");
  };
};
