import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { optionsQuery } from "../../data/session/session.ts";
import styles from "./login.module.css";

/** A button for each login provider. @param target where its page opens: in this tab if left out */
export const ProviderButtons = ({ target }: { target?: "_blank" }) => {
  const { t } = useTranslation("login");
  const { data: options } = useQuery(optionsQuery);
  return options?.providers.map(({ _id, name, start }) => (
    <a key={_id} className={styles.provider} href={start} {...(target && { target, rel: "noreferrer" })}>
      {t("with", { name })}
    </a>
  ));
};
