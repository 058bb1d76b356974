import styles from "./list-search.module.css";
import { SearchField } from "./search-field.tsx";

type ListSearchProps = { label: string; value: string; set: (value: string) => void };

/** Above a short list, which is filtered with every letter. */
export const ListSearch = ({ label, value, set }: ListSearchProps) => (
  <div className={styles.search}>
    <SearchField
      label={label}
      hint="/"
      data-search
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  </div>
);
