import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDay } from "../../shared/format.ts";
import { foyer } from "../api.ts";
import { Button } from "../components/button.tsx";
import { problemOf } from "../components/draft.ts";
import { say } from "../components/toast.tsx";
import { useWriting } from "../location.ts";
import type { User } from "../user-list.ts";
import styles from "./known-at.module.css";
import { nameOf, usersChanged } from "./users.ts";

type Known = NonNullable<User["identity_provider"]>;

/** Where a user is known by more than their address, and a way to forget it: then the address counts once more. */
export const KnownAt = ({ user, known }: { user: User; known: Known }) => {
  const { t } = useTranslation("users");
  const writing = useWriting();
  const [busy, setBusy] = useState(false);
  const forget = async (): Promise<void> => {
    setBusy(true);
    try {
      await foyer.request("PUT /users/{id}", { params: { id: user._id }, body: { identity_provider: null } });
      await usersChanged();
      say({ words: t("forgotten", { name: nameOf(user) }) });
    } catch (error) {
      say({ kind: "problem", words: problemOf(error).words });
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
