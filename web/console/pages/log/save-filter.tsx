import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import type { ButtonElement } from "../../components/button/lazy-popup.tsx";
import { PopoverButton } from "../../components/button/popover-button.tsx";
import styles from "./log.module.css";

type SaveFilterProps = { keep: (name: string) => void };

const FilterNameForm = ({ keep }: SaveFilterProps) => {
  const { t } = useTranslation("log");
  const [name, setName] = useState("");
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") keep(name.trim());
  };
  return (
    <form className={styles.keep} onSubmit={onSubmit}>
      <TextInput
        label={t("keepName")}
        description={t("keepHelp")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" kind="primary">
        {t("keepDo")}
      </Button>
    </form>
  );
};

/** Saves the current filters under a name in this browser. */
export const SaveFilter = ({ keep, button }: SaveFilterProps & { button?: ButtonElement }) => (
  <PopoverButton button={button} position="bottom-start" width={260}>
    <FilterNameForm keep={keep} />
  </PopoverButton>
);
