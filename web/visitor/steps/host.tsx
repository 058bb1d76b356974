import { IconChevronRight, IconPin, IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { initialsOf } from "../../shared/format.ts";
import type { Problem } from "../../visitor-flow/answers.ts";
import type { DoorHost } from "../../visitor-flow/door.ts";
import type { ChosenHost } from "../../visitor-flow/draft.ts";
import { call } from "../lib/call.ts";
import { TextButton } from "../components/button.tsx";
import { FieldError } from "../components/field.tsx";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./host.module.css";

/** People type faster than this. */
const REST_MS = 180;

/** Hosts whose name is meant, and the pinned ones; four at most. `undefined` while nothing was answered yet. */
const useHosts = (typed: string): readonly DoorHost[] | undefined => {
  const { token } = usePageContext();
  const [hosts, setHosts] = useState<readonly DoorHost[]>();
  const words = typed.trim();
  useEffect(() => {
    const asked = { isOld: false };
    const ask = async (): Promise<void> => {
      const query = words.length < 2 ? {} : { q: words.slice(0, 200) };
      const { answer } = await call(token)("GET /hosts", { query });
      if (!asked.isOld) setHosts(answer ?? []);
    };
    const timer = setTimeout(() => void ask(), words === "" ? 0 : REST_MS);
    return () => {
      asked.isOld = true;
      clearTimeout(timer);
    };
  }, [token, words]);
  return hosts;
};

type RowProps = { name: string; icon?: React.ReactNode; isPinned?: boolean; choose: () => void };

const Row = ({ name, icon, isPinned = false, choose }: RowProps) => (
  <li>
    <button type="button" className={styles.row} data-pinned={isPinned || undefined} onClick={choose}>
      {icon !== undefined && (
        <span className={styles.arch} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.name}>{name}</span>
      <IconChevronRight size={22} stroke={1.6} aria-hidden="true" />
    </button>
  </li>
);

const Search = ({
  typed,
  change,
  problem,
}: {
  typed: string;
  change: (typed: string) => void;
  problem: Problem | undefined;
}) => {
  const { t } = useTranslation("visitor-flow");
  const id = useId();
  return (
    <div>
      <div className={styles.search}>
        <IconSearch className={styles.glass} size={22} stroke={1.6} aria-hidden="true" />
        <input
          type="text"
          aria-label={t("hostName")}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          value={typed}
          onChange={({ target }) => change(target.value)}
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="search"
          spellCheck={false}
        />
        {typed !== "" && (
          <button type="button" className={styles.clear} aria-label={t("clearName")} onClick={() => change("")}>
            <IconX size={20} stroke={1.8} aria-hidden="true" />
          </button>
        )}
      </div>
      <FieldError id={id} problem={problem} />
    </div>
  );
};

type HostProps = {
  chosen: ChosenHost | undefined;
  choose: (host: ChosenHost | undefined) => void;
  isRequired: boolean;
  mustBeKnown: boolean;
  problem: Problem | undefined;
};

/** Whom the visitor comes to see: names only, from two letters on. */
export const Hosts = ({ chosen, choose, isRequired, mustBeKnown, problem }: HostProps) => {
  const { t } = useTranslation("visitor-flow");
  const [typed, setTyped] = useState(chosen?.cn ?? "");
  const hosts = useHosts(typed);
  const name = typed.trim();
  const isNobody = hosts !== undefined && name.length > 1 && !hosts.some(({ sticky }) => !sticky);
  return (
    <div className={styles.hosts}>
      <Search typed={typed} change={setTyped} problem={problem} />
      <ul className={styles.list} aria-label={t("hosts")}>
        {(hosts ?? []).map(({ _id, cn, sticky }) => (
          <Row
            key={_id}
            name={cn}
            isPinned={sticky}
            icon={sticky ? <IconPin size={18} stroke={1.7} /> : initialsOf(cn)}
            choose={() => choose({ _id, cn })}
          />
        ))}
        {name !== "" && !mustBeKnown && (
          <Row name={t("otherName", { name })} isPinned choose={() => choose({ cn: name })} />
        )}
      </ul>
      <p className={styles.nobody} role="status">
        {isNobody && mustBeKnown && t("nobody")}
      </p>
      {!isRequired && name === "" && (
        <p>
          <TextButton onClick={() => choose(undefined)}>{t("noHost")}</TextButton>
        </p>
      )}
    </div>
  );
};
