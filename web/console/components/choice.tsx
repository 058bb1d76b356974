import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";

import styles from "./choice.module.css";

type Option = { value: string; label: string };

/** One of a few ways to see a list: the one that is on stands there as a word. */
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
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={styles.choice} aria-label={`${label}: ${shown}`}>
          {shown}
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            aria-current={option.value === value || undefined}
            rightSection={option.value === value ? <IconCheck size={16} stroke={1.8} aria-hidden="true" /> : null}
            onClick={() => choose(option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
