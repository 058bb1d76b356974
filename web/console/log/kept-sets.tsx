import { Popover, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button, IconButton } from "../components/button.tsx";
import { Tab, Tabs } from "../components/tabs.tsx";
import { keepPreference, preference } from "../preferences.ts";
import { useLocationId } from "../location.ts";
import styles from "./log.module.css";
import { EMPTY, searchOf, setOf, type View, viewOf } from "./view.ts";

/** A set of filters under a name. */
type Kept = { name: string; search: Record<string, unknown> };

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "name" in value && "search" in value;

const useKept = (): [readonly Kept[], (kept: readonly Kept[]) => void] => {
  const key = `view log ${useLocationId()}` as const;
  const stored = preference(key);
  const [kept, setKept] = useState<readonly Kept[]>(Array.isArray(stored) ? stored.filter(isKept) : []);
  const keep = (next: readonly Kept[]): void => {
    keepPreference(key, next);
    setKept(next);
  };
  return [kept, keep];
};

const Keep = ({ keep }: { keep: (name: string) => void }) => {
  const { t } = useTranslation("log");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") return;
    keep(name.trim());
    setOpen(false);
    setName("");
  };
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={260} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t("keep")} onClick={() => setOpen(!open)}>
          <IconPlus />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("keep")}>
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
      </Popover.Dropdown>
    </Popover>
  );
};

/** Sets of filters as tabs: those there always are, those that were kept in this browser, and the one on the screen to be kept. */
export const KeptSets = ({ view }: { view: View }) => {
  const { t } = useTranslation("log");
  const navigate = useNavigate();
  const [kept, setKept] = useKept();
  const fixed: readonly Kept[] = [
    { name: t("all"), search: searchOf(EMPTY) },
    { name: t("state.undecided"), search: searchOf({ ...EMPTY, state: "undecided" }) },
    { name: t("filterState.overdue"), search: searchOf({ ...EMPTY, state: "overdue" }) },
  ];
  const [all, ...others] = fixed;
  const tabs = [...(all === undefined ? [] : [all]), ...kept, ...others];
  const now = setOf(view);
  const isNow = ({ search }: Kept): boolean => setOf(viewOf(search)) === now;
  const keep = (name: string): void =>
    setKept([...kept.filter((other) => other.name !== name), { name, search: { ...searchOf(view) } }]);
  const drop = (name: string): void => {
    setKept(kept.filter((other) => other.name !== name));
    void navigate({ to: ".", search: {} });
  };
  const current = kept.find(isNow);
  return (
    <div className={styles.tabs}>
      <Tabs label={t("sets")}>
        {tabs.map((one) => (
          <Tab key={one.name} to="." search={one.search as never} current={isNow(one)}>
            {one.name}
          </Tab>
        ))}
      </Tabs>
      {current === undefined ? (
        !tabs.some(isNow) && <Keep keep={keep} />
      ) : (
        <IconButton label={t("drop", { name: current.name })} onClick={() => drop(current.name)}>
          <IconX />
        </IconButton>
      )}
    </div>
  );
};
