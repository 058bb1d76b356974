import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useCan } from "../../data/session/session.ts";
import type { User } from "../../data/session/user-list.ts";
import styles from "./identity-link.module.css";
import { nameOf, invalidateUsers } from "./users.ts";

/** Says that a user has a second factor; a global administrator can remove it when the user has lost it. */
export const ResetFactor = ({ user }: { user: User }) => {
  const { t } = useTranslation("users");
  const isGlobal = useCan("service.manage");
  const name = nameOf(user);
  const reset = async (): Promise<void> => {
    await api.request("DELETE /users/{id}/factors", { params: { id: user._id } });
    await invalidateUsers();
    showToast({ words: t("resetDone", { name }) });
  };
  return (
    <div className={styles.known}>
      <p>{t("hasFactor")}</p>
      {isGlobal && (
        <ConfirmButton
          button={<Button size="row">{t("reset")}</Button>}
          title={t("resetTitle", { name })}
          action={t("resetAction")}
          run={reset}
        >
          {t("resetBody")}
        </ConfirmButton>
      )}
    </div>
  );
};
