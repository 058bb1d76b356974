import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { devicesQuery } from "../../data/lists/status-queries.ts";
import { Chip } from "../../components/button/chip.tsx";
import { DateField } from "../../components/date/date-field.tsx";
import { useToday } from "../../data/lists/day.ts";
import { useLocation } from "../../data/session/location.ts";
import { usersQuery } from "../../data/session/user-list.ts";
import { ACTIONS } from "./actions.ts";
import styles from "./audit.module.css";
import type { AuditEntry } from "./marks.ts";
import type { AuditFilters } from "./queries.ts";
import { useActor, useActionLabel } from "./labels.ts";

type FiltersProps = {
  filters: AuditFilters;
  set: (change: Partial<AuditFilters>) => void;
  /** What is shown now: those who acted in it can be chosen too, such as API keys. */
  entries: readonly AuditEntry[];
};

type Option = { value: string; label: string };

/** Users, kiosks, and the other principals in the rows. */
const useActors = (entries: readonly AuditEntry[], chosen: string | undefined): Option[] => {
  const actor = useActor();
  const { _id: location } = useLocation();
  const { data: users = [] } = useQuery(usersQuery);
  const { data: devices = [] } = useQuery(devicesQuery(location));
  const nameOf = ({ first_name, last_name, email }: (typeof users)[number]): string =>
    [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ") || email;
  const names = users.map(nameOf);
  const isShared = (name: string): boolean => names.indexOf(name) !== names.lastIndexOf(name);
  const found = new Map<string, string>([
    ...entries.map((entry): [string, string] => [entry.actor._id, actor(entry.actor)]),
    ...devices.map(({ _id, name }): [string, string] => [_id, name ?? _id]),
    ...users.map((user): [string, string] => {
      const name = nameOf(user);
      return [user._id, isShared(name) ? `${name}, ${user.email}` : name];
    }),
  ]);
  if (chosen !== undefined && !found.has(chosen)) found.set(chosen, chosen);
  return [...found].map(([value, label]) => ({ value, label })).toSorted((a, b) => a.label.localeCompare(b.label));
};

const useActChoices = (chosen: string | undefined): { group: string; items: Option[] }[] => {
  const { t } = useTranslation("audit");
  const words = useActionLabel();
  const groups = Object.entries(ACTIONS).map(([subject, acts]) => ({
    group: t(`subject.${subject}`),
    items: acts.map((act) => ({ value: `${subject}.${act}`, label: words(`${subject}.${act}`) })),
  }));
  const isListed = chosen === undefined || groups.some(({ items }) => items.some(({ value }) => value === chosen));
  return isListed ? groups : [...groups, { group: t("subject.other"), items: [{ value: chosen, label: chosen }] }];
};

/** Who, what, which day, which record; all of it is in the address. */
export const FilterLine = ({ filters, set, entries }: FiltersProps) => {
  const { t } = useTranslation("audit");
  const { actor, act, day, record } = filters;
  const today = useToday();
  return (
    <div className={styles.filters}>
      <Select
        className={styles.choice ?? ""}
        aria-label={t("who")}
        placeholder={t("anybody")}
        data={useActors(entries, actor)}
        value={actor ?? null}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("without", { name: t("who") }) }}
        nothingFoundMessage={t("noneFound")}
        onChange={(value) => set({ actor: value ?? undefined })}
      />
      <Select
        className={styles.choice ?? ""}
        aria-label={t("what")}
        placeholder={t("anything")}
        data={useActChoices(act)}
        value={act ?? null}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("without", { name: t("what") }) }}
        nothingFoundMessage={t("noneFound")}
        onChange={(value) => set({ act: value ?? undefined })}
      />
      <DateField
        className={styles.day ?? ""}
        aria-label={t("day")}
        value={day ?? ""}
        max={today}
        set={(next) => set({ day: next || undefined })}
      />
      {record !== undefined && (
        <Chip field={t("record")} label={t("without", { name: t("record") })} remove={() => set({ record: undefined })}>
          <span className={styles.id}>{record}</span>
        </Chip>
      )}
    </div>
  );
};
