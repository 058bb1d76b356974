import { Menu } from "@mantine/core";
import { IconChevronDown, IconDoor, IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { SearchField } from "../../components/search/search-field.tsx";
import styles from "./bar.module.css";
import { hostsOf, isRejected, type Person } from "./people.ts";
import type { PeopleView } from "./people-view.ts";

const Tab = ({
  on,
  count,
  press,
  children,
}: {
  on: boolean;
  count: number;
  press: () => void;
  children: ReactNode;
}) => {
  const { i18n } = useTranslation();
  return (
    <button type="button" className={styles.tab} aria-pressed={on} onClick={press}>
      {children} <span className={styles.count}>{formatNumber(count, i18n.language)}</span>
    </button>
  );
};

type BarProps = { people: readonly Person[]; view: PeopleView; entryPoints: Readonly<Record<string, string>> };

const Narrow = ({ people, view, entryPoints }: BarProps) => {
  const { t, i18n } = useTranslation("evacuation");
  const { entryPoint, host } = view.narrowing;
  const used = [...new Set(people.flatMap(({ entrypoint_id }) => entrypoint_id ?? []))].filter(
    (id) => id in entryPoints,
  );
  const label = host ?? (entryPoint === undefined ? t("allDoors") : (entryPoints[entryPoint] ?? t("allDoors")));
  const choose = (nextEntryPoint: string | undefined, nextHost: string | undefined): void => {
    if (nextEntryPoint !== entryPoint) view.setEntryPoint(nextEntryPoint);
    if (nextHost !== host) view.setHost(nextHost);
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={styles.narrow} aria-label={t("narrow", { what: label })}>
          <IconDoor size={18} stroke={1.6} aria-hidden="true" />
          <span>{label}</span>
          <IconChevronDown size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Item onClick={() => choose(undefined, undefined)}>{t("allDoors")}</Menu.Item>
        {used.map((id) => (
          <Menu.Item key={id} aria-current={id === entryPoint || undefined} onClick={() => choose(id, undefined)}>
            {entryPoints[id]}
          </Menu.Item>
        ))}
        <Menu.Label>{t("hosts")}</Menu.Label>
        {hostsOf(people, i18n.language).map((name) => (
          <Menu.Item key={name} aria-current={name === host || undefined} onClick={() => choose(undefined, name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** Who is shown: not safe or safe, at which entrance, of which host, by which name. */
export const Bar = ({ people, view, entryPoints }: BarProps) => {
  const { t } = useTranslation("evacuation");
  const { text } = view.narrowing;
  const [searches, setSearches] = useState(text !== "");
  // Those who were rejected are listed apart, and not counted.
  const shown = view.shown.filter((person) => !isRejected(person));
  const safe = shown.filter((person) => person.safe).length;
  const turn = (): void => {
    if (searches) view.setText(undefined);
    setSearches(!searches);
  };
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        <Tab on={!view.isSafe} count={shown.length - safe} press={() => view.setView(undefined)}>
          {t("notSafe")}
        </Tab>
        <Tab on={view.isSafe} count={safe} press={() => view.setView("safe")}>
          {t("safe")}
        </Tab>
        <span className={styles.space} />
        <button
          type="button"
          className={styles.icon}
          aria-label={searches ? t("endSearch") : t("search")}
          aria-expanded={searches}
          onClick={turn}
        >
          {searches ? <IconX size={20} aria-hidden="true" /> : <IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        </button>
        <Narrow people={people} view={view} entryPoints={entryPoints} />
      </div>
      {searches && (
        <div className={styles.search}>
          <SearchField
            label={t("searchFor")}
            autoFocus
            value={text}
            onChange={(event) => view.setText(event.currentTarget.value || undefined)}
          />
        </div>
      )}
    </div>
  );
};
