import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDay } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import type { User } from "../../data/session/user-list.ts";
import styles from "./identity-link.module.css";
import { nameOf, invalidateUsers } from "./users.ts";

type ProviderIdentity = NonNullable<User["identity_provider"]>;

/** Shows that a user is linked to an identity at the provider, and removes the link: then the address counts again. */
export const IdentityLink = ({ user, known }: { user: User; known: ProviderIdentity }) => {
  const { t } = useTranslation("users");
  const writing = useFormatContext();
  const [busy, setBusy] = useState(false);
  const forget = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.request("PUT /users/{id}", { params: { id: user._id }, body: { identity_provider: null } });
      await invalidateUsers();
      showToast({ words: t("forgotten", { name: nameOf(user) }) });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
      setBusy(false);
    }
  };
  return (
    <div className={styles.known}>
      <p>
        {t("knownAt", { host: new URL(known.issuer).host, day: formatDay(new Date(known.since), writing) })}
        <span className={styles.help}>{t("knownHelp")}</span>
      </p>
      <Button size="row" busy={busy} onClick={() => void forget()}>
        {t("forget")}
      </Button>
    </div>
  );
};
