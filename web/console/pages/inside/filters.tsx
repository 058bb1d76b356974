import { useTranslation } from "react-i18next";

import { signOut } from "../../actions/visit-actions.tsx";
import { Button } from "../../components/button/button.tsx";
import { Choice } from "../../components/form/choice.tsx";
import { SearchField } from "../../components/search/search-field.tsx";
import type { EntryPoint } from "../../data/lists/entry-points.ts";
import type { Visit } from "../../data/lists/visits.ts";
import type { InsideView } from "./inside.ts";
import styles from "./inside.module.css";

const ALL = "all";

const Narrow = ({
  label,
  all,
  value,
  options,
  choose,
}: {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  choose: (value: string | undefined) => void;
}) =>
  options.length > 1 && (
    <Choice
      label={label}
      value={value ?? ALL}
      options={[{ value: ALL, label: all }, ...options]}
      choose={(next) => choose(next === ALL ? undefined : next)}
    />
  );

type FiltersProps = {
  view: InsideView;
  entryPoints: readonly EntryPoint[];
  hosts: readonly string[];
  search: (text: string) => void;
  setEntryPoint: (entryPoint: string | undefined) => void;
  setHost: (host: string | undefined) => void;
};

/** Search and filters; all of them are in the address. */
export const Filters = ({ view, entryPoints, hosts, search, setEntryPoint, setHost }: FiltersProps) => {
  const { t } = useTranslation("inside");
  return (
    <div className={styles.filters}>
      <SearchField
        label={t("search")}
        hint="/"
        data-search
        value={view.text}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Narrow
        label={t("door")}
        all={t("allDoors")}
        value={view.entryPoint}
        options={entryPoints.map(({ _id, name }) => ({ value: _id, label: name }))}
        choose={setEntryPoint}
      />
      <Narrow
        label={t("host")}
        all={t("allHosts")}
        value={view.host}
        options={hosts.map((host) => ({ value: host, label: host }))}
        choose={setHost}
      />
    </div>
  );
};

/** Replaces the filters while rows are selected. */
export const SelectionBar = ({
  visits,
  all,
  clear,
}: {
  visits: readonly Visit[];
  all: () => void;
  clear: () => void;
}) => {
  const { t } = useTranslation("inside");
  const out = (): void => {
    clear();
    signOut(visits);
  };
  return (
    <div className={styles.filters} role="toolbar" aria-label={t("chosen", { count: visits.length })}>
      <span className={styles.chosen}>{t("chosen", { count: visits.length })}</span>
      <Button size="input" data-act onClick={out}>
        {t("signOut", { count: visits.length })}
      </Button>
      <Button size="input" kind="quiet" onClick={all}>
        {t("chooseAll")}
      </Button>
      <Button size="input" kind="quiet" onClick={clear}>
        {t("console:cancel")}
      </Button>
    </div>
  );
};
