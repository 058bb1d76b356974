import { Autocomplete, Checkbox, Radio, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { DaySpan } from "../../components/date/day-span.tsx";
import { useHosts } from "../visit/queries.ts";
import styles from "./list.module.css";
import type { ShownFilter } from "./use-filters.ts";

type ValueProps = {
  filter: ShownFilter;
  value: string;
  set: (value: string) => void;
  done: () => void;
  /** The catalogue of the list. */
  texts: string;
};

const One = ({ filter, value, set, done }: ValueProps) => (
  <Radio.Group
    label={filter.name}
    value={value}
    onChange={(next) => {
      set(next);
      done();
    }}
  >
    <div className={styles.choices}>
      {filter.choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} label={choice.label} />
      ))}
    </div>
  </Radio.Group>
);

const Several = ({ filter, value, set }: ValueProps) => (
  <Checkbox.Group
    label={filter.name}
    value={value.split(",").filter((part) => part !== "")}
    onChange={(next) => set(next.join(","))}
  >
    <div className={styles.choices}>
      {filter.choices.map((choice) => (
        <Checkbox key={choice.value} value={choice.value} label={choice.label} />
      ))}
    </div>
  </Checkbox.Group>
);

const HOSTS_SHOWN = 8;

/** A text is searched when Enter is pressed or the field is left. */
const Text = ({ filter, value, set, done }: ValueProps) => {
  const [typed, setTyped] = useState(value);
  const hosts = useHosts();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    set(typed.trim());
    done();
  };
  const shared = {
    label: filter.name,
    value: typed,
    onKeyDown,
    onBlur: () => set(typed.trim()),
    "data-autofocus": true,
  };
  if (!filter.ofHosts) return <TextInput {...shared} onChange={(event) => setTyped(event.currentTarget.value)} />;
  return (
    <Autocomplete
      {...shared}
      data={[...new Set(hosts.map(({ cn }) => cn))]}
      limit={HOSTS_SHOWN}
      comboboxProps={{ withinPortal: false }}
      onChange={setTyped}
      onOptionSubmit={(chosen) => {
        set(chosen);
        done();
      }}
    />
  );
};

const Days = (props: ValueProps) => {
  const { t } = useTranslation(props.texts);
  return (
    <>
      <One {...props} />
      <div className={styles.between}>
        <DaySpan labels={{ from: t("span.from"), to: t("span.to") }} value={props.value} set={props.set} />
      </div>
    </>
  );
};

const KINDS = { days: Days, one: One, several: Several, text: Text };

/** The editor of a filter's value. */
export const FilterValue = (props: ValueProps) => {
  const Kind = KINDS[props.filter.kind];
  return <Kind {...props} />;
};
