import { IconPlus, IconX } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../../lib/after-paint.ts";
import { IconButton } from "../../components/button/button.tsx";
import { LazyPopup } from "../../components/button/lazy-popup.tsx";
import { Tab, Tabs } from "../../components/layout/tabs.tsx";
import { savePreference, preference } from "../../lib/preferences.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./log.module.css";
import type { ListView } from "../../features/list/description.ts";
import { filterKeyOf, searchOf, viewOf } from "../../features/list/view.ts";
import { LOG } from "./list.ts";
import { SaveFilter } from "./on-demand.ts";

/** A named set of filters. */
type SavedFilter = { name: string; search: Record<string, unknown> };

const isSavedFilter = (value: unknown): value is SavedFilter =>
  typeof value === "object" && value !== null && "name" in value && "search" in value;

const useSavedFilters = (): [readonly SavedFilter[], (kept: readonly SavedFilter[]) => void] => {
  const key = `view log ${useLocationId()}` as const;
  const stored = preference(key);
  const [kept, setKept] = useState<readonly SavedFilter[]>(Array.isArray(stored) ? stored.filter(isSavedFilter) : []);
  const keep = (next: readonly SavedFilter[]): void => {
    savePreference(key, next);
    setKept(next);
  };
  return [kept, keep];
};

/** Sets of filters as tabs: the built-in ones, those saved in this browser, and the current one, which can be saved. */
export const SavedFilterTabs = ({ view }: { view: ListView }) => {
  const { t } = useTranslation("log");
  const navigate = useNavigate();
  const [kept, setKept] = useSavedFilters();
  const fixed: readonly SavedFilter[] = [
    { name: t("all"), search: {} },
    { name: t("state.undecided"), search: { state: "undecided" } },
    { name: t("filterState.overdue"), search: { state: "overdue" } },
  ];
  const [all, ...others] = fixed;
  const tabs = [...(all === undefined ? [] : [all]), ...kept, ...others];
  const now = filterKeyOf(LOG, view);
  const isNow = ({ search }: SavedFilter): boolean => filterKeyOf(LOG, viewOf(LOG, search)) === now;
  const line = useRef<HTMLDivElement>(null);
  const keep = (name: string): void => {
    setKept([...kept.filter((other) => other.name !== name), { name, search: searchOf(LOG, view) }]);
    // The pressed button disappears; the new tab takes its focus.
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
          <LazyPopup
            popup="dialog"
            load={SaveFilter.load}
            button={
              <IconButton label={t("keep")}>
                <IconPlus />
              </IconButton>
            }
          >
            <SaveFilter keep={keep} />
          </LazyPopup>
        )
      ) : (
        <IconButton label={t("drop", { name: current.name })} onClick={() => drop(current.name)}>
          <IconX />
        </IconButton>
      )}
    </div>
  );
};
