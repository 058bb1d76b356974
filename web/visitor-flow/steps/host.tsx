import { IconChevronRight, IconPin, IconSearch, IconX } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { initialsOf } from "../../../shared/text/initials.ts";
import type { Problem } from "../answers.ts";
import type { DoorField } from "../door.ts";
import { isRelabelled, labelOf, typeNameOf } from "../labels.ts";
import { writtenIn } from "../written-in.ts";
import { type HostSearch, useFace } from "./face.ts";
import styles from "./host.module.css";
import { frameOf, type StepPropsOf } from "./step.tsx";

/** As many as a kiosk has room for. */
const SHOWN_MAX = 4;

type RowProps = { name: string; arch?: ReactNode; isPinned?: boolean; language?: string; choose: () => void };

/** @param language the name is a text in it */
const Row = ({ name, arch, isPinned = false, language, choose }: RowProps) => (
  <li>
    <button type="button" className={styles.row} data-pinned={isPinned || undefined} onClick={choose}>
      {arch !== undefined && (
        <span className={styles.arch} aria-hidden="true">
          {arch}
        </span>
      )}
      <span className={styles.name} {...(language === undefined ? {} : writtenIn(language))}>
        {name}
      </span>
      <IconChevronRight className={styles.chevron} stroke={1.7} aria-hidden="true" />
    </button>
  </li>
);

type SearchProps = { typed: string; change: (typed: string) => void; problem: Problem | undefined };

/** Where a name is typed. The list beside it follows. */
const Search = ({ typed, change, problem }: SearchProps) => {
  const { t } = useTranslation("visitor-flow");
  const { FieldError, hasKeys, bySize } = useFace();
  const id = useId();
  return (
    <>
      <div className={styles.search}>
        <IconSearch className={styles.glass} size={bySize(28, 22)} stroke={1.6} aria-hidden="true" />
        <input
          type="text"
          aria-label={t("hostName")}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          value={typed}
          onChange={({ target }) => change(target.value)}
          inputMode={hasKeys ? "none" : "text"}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="words"
          enterKeyHint="search"
          spellCheck={false}
        />
        {typed !== "" && (
          <button type="button" className={styles.clear} aria-label={t("clearName")} onClick={() => change("")}>
            <IconX size={bySize(24, 20)} stroke={1.8} aria-hidden="true" />
          </button>
        )}
      </div>
      <FieldError id={id} problem={problem} />
    </>
  );
};

type ListProps = Pick<StepPropsOf<"host">, "step" | "next"> & { typed: string; search: HostSearch };

const OUTCOME_WORDS = { none: "noHostFound", unavailable: "namesUnavailable" } as const;

const HostList = ({ step, next, typed, search: { hosts, outcome } }: ListProps) => {
  const { t } = useTranslation("visitor-flow");
  const { door, TextButton, bySize, isLarge } = useFace();
  const name = typed.trim();
  const mustBeKnown = door.settings.hosts_must_be_valid;
  const isSaid = name.length > 1 && (isLarge || mustBeKnown);
  const hasRoom = !isLarge || hosts.length < SHOWN_MAX;
  return (
    <>
      <ul className={styles.list} aria-label={t("hosts")}>
        {hosts.map(({ _id, cn, sticky }) => (
          <Row
            key={_id}
            name={cn}
            isPinned={sticky}
            arch={sticky ? <IconPin size={bySize(22, 18)} stroke={1.7} /> : initialsOf(cn)}
            choose={() => next({ host: { _id, cn } })}
          />
        ))}
        {name !== "" && !mustBeKnown && hasRoom && (
          <Row name={t("otherName", { name })} isPinned choose={() => next({ host: { cn: name } })} />
        )}
      </ul>
      <p className={styles.noHost} role="status">
        {isSaid && (outcome === "none" || outcome === "unavailable") && t(OUTCOME_WORDS[outcome])}
      </p>
      {!step.field.required && name === "" && (
        <p className={styles.skip}>
          <TextButton onClick={() => next({ host: undefined })}>{t("noHost")}</TextButton>
        </p>
      )}
    </>
  );
};

/** Our question, unless the visit type has its own words for it: a driver doesn't come to see the host. */
const HostTitle = ({ field }: { field: DoorField }) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useFace();
  const wording = { t, door, language };
  if (!isRelabelled(field, wording)) return t("title.host");
  return <span {...writtenIn(language)}>{labelOf(field, wording)}</span>;
};

/** The host: names only, from two letters on. */
export const HostStep = (props: StepPropsOf<"host">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, FoundHosts, isLarge } = useFace();
  const { flow, next, step } = props;
  // The typed text appears again after a step back.
  const [typed, setTyped] = useState(flow.draft.host?.cn ?? "");
  // The first in the list may be a pinned one, whose name wasn't typed.
  const chooseFirst =
    ({ hosts: [first], outcome }: HostSearch) =>
    (event: FormEvent) => {
      event.preventDefault();
      if (isLarge && outcome === "found" && first !== undefined) next({ host: { _id: first._id, cn: first.cn } });
    };
  return (
    <FoundHosts typed={typed}>
      {(search) => (
        <Frame
          {...frameOf(props)}
          title={<HostTitle field={step.field} />}
          hint={t("hint.host")}
          types
          search={
            <form className={styles.around} onSubmit={chooseFirst(search)}>
              <Search typed={typed} change={setTyped} problem={flow.problems["recipient"]} />
            </form>
          }
        >
          <HostList {...{ ...props, typed, search }} />
        </Frame>
      )}
    </FoundHosts>
  );
};

/** The purpose of the visit. */
export const TypeStep = (props: StepPropsOf<"type">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, door, language } = useFace();
  return (
    <Frame {...frameOf(props)} title={t("title.type")}>
      <ul className={`${styles.list} ${styles.types}`} aria-label={t("title.type")}>
        {door.visit_types.map((type) => (
          <Row
            key={type._id}
            language={language}
            name={typeNameOf(type, { t, door, language })}
            choose={() => props.next({ typeId: type._id })}
          />
        ))}
      </ul>
    </Frame>
  );
};
