import { Autocomplete, Checkbox, Radio, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { DaySpan } from "../../components/day-span.tsx";
import { useDoors } from "../../data/doors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import { useHosts } from "../../features/visit/queries.ts";
import { type FilterField, useFilterFields } from "./filter-fields.ts";
import { useFilterLabels } from "./filter-labels.ts";
import { fieldOf, type FilterKey } from "./filters.ts";
import styles from "./log.module.css";
import { SPANS, STATES } from "./view.ts";

type ValueProps = { filter: FilterKey; value: string; set: (value: string) => void; done: () => void };
type Choice = { value: string; label: string };

const One = ({
  label,
  choices,
  value,
  set,
  done,
}: Omit<ValueProps, "filter"> & { label: string; choices: readonly Choice[] }) => (
  <Radio.Group
    label={label}
    value={value}
    onChange={(next) => {
      set(next);
      done();
    }}
  >
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} label={choice.label} />
      ))}
    </div>
  </Radio.Group>
);

const Several = ({
  label,
  choices,
  value,
  set,
}: Omit<ValueProps, "filter" | "done"> & { label: string; choices: readonly Choice[] }) => (
  <Checkbox.Group
    label={label}
    value={value.split(",").filter((part) => part !== "")}
    onChange={(next) => set(next.join(","))}
  >
    <div className={styles.choices}>
      {choices.map((choice) => (
        <Checkbox key={choice.value} value={choice.value} label={choice.label} />
      ))}
    </div>
  </Checkbox.Group>
);

const HOSTS_SHOWN = 8;

/** A text is looked for when Enter is pressed or the field is left. */
const Text = ({
  label,
  value,
  set,
  done,
  hints,
}: Omit<ValueProps, "filter"> & { label: string; hints?: readonly string[] }) => {
  const [typed, setTyped] = useState(value);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter") return;
    set(typed.trim());
    done();
  };
  const shared = { label, value: typed, onKeyDown, onBlur: () => set(typed.trim()), "data-autofocus": true };
  if (hints === undefined) return <TextInput {...shared} onChange={(event) => setTyped(event.currentTarget.value)} />;
  return (
    <Autocomplete
      {...shared}
      data={[...new Set(hints)]}
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

const Span = ({ label, value, set, done }: Omit<ValueProps, "filter"> & { label: string }) => {
  const { t } = useTranslation("log");
  return (
    <>
      <One
        label={label}
        choices={SPANS.map((span) => ({ value: span, label: t(`span.${span}`) }))}
        value={value}
        set={set}
        done={done}
      />
      <div className={styles.between}>
        <DaySpan labels={{ from: t("span.from"), to: t("span.to") }} value={value} set={set} />
      </div>
    </>
  );
};

const choicesOf = (field: FilterField | undefined, yes: string, no: string): readonly Choice[] | undefined => {
  if (field?.type === "checkbox")
    return [
      { value: "true", label: yes },
      { value: "false", label: no },
    ];
  const isChoice = field?.type === "dropdown" || field?.type === "radio";
  return isChoice ? field.options.map((option) => ({ value: option, label: option })) : undefined;
};

const named = (list: readonly { _id: string; name: string }[]): readonly Choice[] =>
  list.map(({ _id, name }) => ({ value: _id, label: name }));

/** Where the value of a filter is chosen or typed. */
export const FilterValue = (props: ValueProps) => {
  const { t } = useTranslation("log");
  const { filter } = props;
  const label = useFilterLabels().name(filter);
  const [types, doors, hosts, fields] = [useVisitTypes(), useDoors(), useHosts(), useFilterFields()];
  const choices = choicesOf(
    fields.find(({ field_name }) => field_name === fieldOf(filter)),
    t("yes"),
    t("no"),
  );
  if (filter === "when") return <Span label={label} {...props} />;
  if (filter === "types") return <Several label={label} choices={named(types)} {...props} />;
  if (filter === "doors") return <Several label={label} choices={named(doors)} {...props} />;
  if (filter === "state") {
    const states = STATES.map((state) => ({ value: state, label: t(`filterState.${state}`) }));
    return <One label={label} choices={states} {...props} />;
  }
  if (choices !== undefined) return <One label={label} choices={choices} {...props} />;
  return <Text label={label} {...(filter === "host" ? { hints: hosts.map(({ cn }) => cn) } : {})} {...props} />;
};
