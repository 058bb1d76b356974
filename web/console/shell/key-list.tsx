import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeyHint } from "../components/key-hint.tsx";
import { keepPreference } from "../preferences.ts";
import { keysAreOn } from "./keys.ts";
import styles from "./key-list.module.css";
import { DAILY } from "./navigation.ts";

const OTHERS = [
  ["/", "search"],
  ["Ctrl K", "palette"],
  ["N", "signIn"],
  ["E", "evacuation"],
  ["J K", "rows"],
  ["Z", "undo"],
  ["?", "all"],
] as const;

/** All keys, and the switch that turns the single ones off (WCAG 2.1.4). */
export const KeyList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation();
  const [on, setOn] = useState(keysAreOn());
  const turn = (next: boolean): void => {
    keepPreference("keys", next);
    setOn(next);
  };
  return (
    <Modal opened onClose={close} title={<span className={styles.title}>{t("keys.title")}</span>} withCloseButton>
      <dl className={styles.list}>
        {OTHERS.map(([key, name]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              <KeyHint>{key}</KeyHint>
            </dd>
          </div>
        ))}
        {DAILY.map(({ key, letter = "" }) => (
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
