import type { ReactNode } from "react";

import styles from "./options.module.css";
import type { useCombobox } from "../search/use-combobox.ts";

type OptionsProps<Item> = {
  pick: ReturnType<typeof useCombobox>;
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  take: (item: Item) => void;
  renderItem: (item: Item) => ReactNode;
};

/** The suggestions under a field: keys are handled by the field (use-combobox.ts), the mouse can select as well. */
export const Options = <Item,>({ pick, label, items, keyOf, take, renderItem }: OptionsProps<Item>) => (
  <div
    id={pick.listId}
    role="listbox"
    tabIndex={-1}
    aria-label={label}
    className={styles.list}
    hidden={items.length === 0}
  >
    {items.map((item, index) => (
      <div
        key={keyOf(item)}
        id={pick.optionId(index)}
        role="option"
        tabIndex={-1}
        aria-selected={index === pick.active}
        className={styles.option}
        onMouseMove={() => pick.setActive(index)}
        onMouseDown={(event) => {
          // The field keeps the focus; losing it would close the list first.
          event.preventDefault();
          take(item);
        }}
      >
        {renderItem(item)}
      </div>
    ))}
  </div>
);
