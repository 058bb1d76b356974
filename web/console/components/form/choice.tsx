import { IconCheck, IconChevronDown } from "@tabler/icons-react";

import styles from "./choice.module.css";
import { MenuButton } from "../button/menu-button.tsx";

type Option = { value: string; label: string };

/** One of a few views of a list: the active one shows its name. */
export const Choice = ({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
}) => {
  const shown = options.find((option) => option.value === value)?.label ?? options[0]?.label ?? "";
  const entries = options.map((option) => ({
    key: option.value,
    label: option.label,
    isCurrent: option.value === value,
    choose: () => choose(option.value),
  }));
  return (
    <MenuButton
      entries={entries}
      position="bottom-end"
      width={220}
      mark={<IconCheck size={16} stroke={1.8} aria-hidden="true" />}
      button={
        <button type="button" className={styles.choice} aria-label={`${label}: ${shown}`}>
          {shown}
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
};
