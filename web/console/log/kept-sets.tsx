import { IconPlus, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../after-paint.ts";
import { IconButton } from "../components/button.tsx";
import { Opener } from "../components/on-demand.tsx";
import { Tab, Tabs } from "../components/tabs.tsx";
import { keepPreference, preference } from "../preferences.ts";
import { useLocationId } from "../location.ts";
import styles from "./log.module.css";
import { KeepSet } from "./on-demand.ts";
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
  const line = useRef<HTMLDivElement>(null);
  const keep = (name: string): void => {
    setKept([...kept.filter((other) => other.name !== name), { name, search: { ...searchOf(view) } }]);
    // The button that was pressed goes; the tab it made has its place.
    afterPaint(() => line.current?.querySelector<HTMLElement>("[aria-current=page]")?.focus());
  };
  const drop = (name: string): void => {
    setKept(kept.filter((other) => other.name !== name));
    void navigate({ to: ".", search: {} });
  };
  const current = kept.find(isNow);
  return (
    <div className={styles.tabs} ref={line}>
      <Tabs label={t("sets")}>
        {tabs.map((one) => (
          <Tab key={one.name} to="." search={one.search as never} current={isNow(one)}>
            {one.name}
          </Tab>
        ))}
      </Tabs>
      {current === undefined ? (
        !tabs.some(isNow) && (
          <Opener
            popup="dialog"
            load={KeepSet.load}
            button={
              <IconButton label={t("keep")}>
                <IconPlus />
              </IconButton>
            }
          >
            <KeepSet keep={keep} />
          </Opener>
        )
      ) : (
        <IconButton label={t("drop", { name: current.name })} onClick={() => drop(current.name)}>
          <IconX />
        </IconButton>
      )}
    </div>
  );
};
