import { IconChevronRight, IconPin, IconSearch, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { searchNames } from "../../../shared/name-search.ts";
import type { DoorHost } from "../../visitor-flow/door.ts";
import type { ChosenHost } from "../../visitor-flow/draft.ts";
import { FieldError } from "../components/field.tsx";
import { Arch } from "../components/location-logo.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import type { Problem } from "../../visitor-flow/answers.ts";
import styles from "./host.module.css";

const SHOWN_MAX = 4;

/** Those whose name is meant, then the pinned ones, four at most. */
export const shownHosts = (hosts: readonly DoorHost[], typed: string): DoorHost[] => {
  const found = searchNames(hosts, typed, SHOWN_MAX);
  const pinned = hosts.filter(({ sticky, _id }) => sticky && !found.some((one) => one._id === _id));
  return [...found, ...pinned].slice(0, SHOWN_MAX);
};

const HostRow = ({
  host,
  isPinned,
  choose,
}: {
  host: DoorHost;
  isPinned: boolean;
  choose: (host: ChosenHost) => void;
}) => (
  <li>
    <button
      type="button"
      className={`${styles.row} ${isPinned ? styles.pinned : ""}`}
      onClick={() => choose({ _id: host._id, cn: host.cn })}
    >
      <Arch name={host.cn}>{isPinned && <IconPin size={22} stroke={1.7} />}</Arch>
      <span className={styles.name}>{host.cn}</span>
      <IconChevronRight size={24} stroke={1.7} aria-hidden="true" />
    </button>
  </li>
);

/** Where a name is typed. The list beside it follows. */
export const HostSearch = ({
  typed,
  change,
  problem,
}: {
  typed: string;
  change: (typed: string) => void;
  problem: Problem | undefined;
}) => {
  const { t } = useTranslation("visitor-flow");
  const { hasKeys } = useKioskContext();
  const id = useId();
  return (
    <div className={styles.search}>
      <IconSearch className={styles.glass} size={28} stroke={1.6} aria-hidden="true" />
      <input
        type="text"
        aria-label={t("hostName")}
        aria-describedby={problem === undefined ? undefined : id}
        aria-invalid={problem !== undefined}
        value={typed}
        onChange={({ target }) => change(target.value)}
        inputMode={hasKeys ? "none" : "text"}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="words"
        spellCheck={false}
      />
      {typed !== "" && (
        <button type="button" className={styles.clear} aria-label={t("clearName")} onClick={() => change("")}>
          <IconX size={24} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <FieldError id={id} problem={problem} />
    </div>
  );
};

type HostListProps = {
  typed: string;
  chosen: ChosenHost | undefined;
  choose: (host: ChosenHost | undefined) => void;
  isRequired: boolean;
};

/** Hosts by what was typed; another name, or none, where the location allows it. */
export const HostList = ({ typed, choose, isRequired }: HostListProps) => {
  const { t } = useTranslation("visitor-flow");
  const { state, door } = useKioskContext();
  const shown = shownHosts(state.hosts, typed);
  const name = typed.trim();
  const isFound = shown.some(({ sticky }) => !sticky) || name.length < 2;
  return (
    <>
      <ul className={styles.list} aria-label={t("hosts")}>
        {shown.map((host) => (
          <HostRow key={host._id} host={host} isPinned={host.sticky} choose={choose} />
        ))}
        {name !== "" && !door.settings.hosts_must_be_valid && shown.length < SHOWN_MAX && (
          <li>
            <button type="button" className={`${styles.row} ${styles.pinned}`} onClick={() => choose({ cn: name })}>
              <span className={styles.name}>{t("otherName", { name })}</span>
              <IconChevronRight size={24} stroke={1.7} aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      <p className={styles.nobody} role="status">
        {!isFound && t("nobody")}
      </p>
      {!isRequired && name === "" && (
        <button type="button" className={styles.skip} onClick={() => choose(undefined)}>
          {t("noHost")}
        </button>
      )}
    </>
  );
};

/** What was typed stands there again after a step back. */
export const useTypedHost = (chosen: ChosenHost | undefined) => useState(chosen?.cn ?? "");
