import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeyHint } from "../components/key-hint.tsx";
import { useWayBack } from "../components/way-back.ts";
import { mayRole, type Permission } from "../may.ts";
import { keepPreference, keysAreOn } from "../preferences.ts";
import { useMe } from "../session.ts";
import styles from "./key-list.module.css";
import { DAILY } from "./navigation.ts";

const OTHERS: readonly (readonly [key: string, name: string, may?: Permission])[] = [
  ["/", "search"],
  ["Ctrl K", "palette"],
  ["N", "signIn", "visits.write"],
  ["E", "evacuation", "visits.mark_safe"],
  ["J K", "rows"],
  ["O", "open"],
  ["1 2 3 4", "lists"],
  ["A", "approve", "visits.write"],
  ["R", "reject", "visits.write"],
  ["Z", "undo"],
  ["?", "all"],
];

/** All keys, and the switch that turns the single ones off (WCAG 2.1.4). */
export const KeyList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation();
  const { role } = useMe();
  useWayBack(true);
  const isAllowed = (may: Permission | undefined): boolean => may === undefined || mayRole(role, may);
  const [on, setOn] = useState(keysAreOn());
  const turn = (next: boolean): void => {
    keepPreference("keys", next);
    setOn(next);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={styles.title}>{t("keys.title")}</span>}
      withCloseButton
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <dl className={styles.list}>
        {OTHERS.filter(([, , may]) => isAllowed(may)).map(([key, name]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              <KeyHint>{key}</KeyHint>
            </dd>
          </div>
        ))}
        {DAILY.filter(({ may }) => isAllowed(may)).map(({ key, letter = "" }) => (
          <div key={key}>
            <dt>{t(`nav.${key}`)}</dt>
            <dd>
              <KeyHint>G</KeyHint> <KeyHint>{letter.toUpperCase()}</KeyHint>
            </dd>
          </div>
        ))}
      </dl>
      <Switch label={t("keys.on")} checked={on} onChange={(event) => turn(event.currentTarget.checked)} />
    </Modal>
  );
};
