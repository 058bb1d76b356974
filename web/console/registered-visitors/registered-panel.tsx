import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../components/button.tsx";
import { Portrait } from "../components/portrait.tsx";
import { SkeletonRows } from "../components/skeleton.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLocationId } from "../location.ts";
import { useKeys } from "../shell/keys.ts";
import { nameOf, type Registered } from "../today.ts";
import { StatusWord } from "./columns.tsx";
import { Actions } from "./registered-actions.tsx";
import { Answers, Details, Steps } from "./registered-facts.tsx";
import { registeredOneQuery } from "./registered.ts";
import { RegisteredForm } from "./registered-form.tsx";
import styles from "./registered.module.css";

type PanelProps = {
  id: string;
  listed: Registered | undefined;
  close: () => void;
  /** To the rows before and after it; absent at the ends of the list. */
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
};

const Bar = ({ close, previous, next }: Pick<PanelProps, "close" | "previous" | "next">) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  return (
    <div className={styles.bar}>
      <IconButton label={t("previous")} disabled={previous === undefined} onClick={previous}>
        <IconChevronUp />
      </IconButton>
      <IconButton label={t("next")} disabled={next === undefined} onClick={next}>
        <IconChevronDown />
      </IconButton>
      <span className={styles.space} />
      <IconButton label={common("close")} onClick={close}>
        <IconX />
      </IconButton>
    </div>
  );
};

const Sheet = ({ person, edit, gone }: { person: Registered; edit: () => void; gone: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const name = nameOf(person) || t("unnamed");
  return (
    <article>
      <header className={styles.head}>
        <Portrait person={person} size="panel" />
        <div className={styles.who}>
          <h2 className={styles.name}>{name}</h2>
          {person.company !== undefined && person.company !== name && (
            <p className={styles.company}>{person.company}</p>
          )}
          <p className={styles.standing}>
            <StatusWord person={person} />
          </p>
        </div>
      </header>
      <Actions person={person} edit={edit} gone={gone} />
      <Details person={person} />
      <Answers person={person} />
      <Steps person={person} />
    </article>
  );
};

const Shown = ({ id, listed, close, previous, next }: PanelProps) => {
  const { t } = useTranslation();
  const { data: person, error, refetch } = useQuery(registeredOneQuery(useLocationId(), id, listed));
  const [editing, setEditing] = useState(false);
  const keys = useMemo(() => {
    const go = (way: (() => void) | undefined) => () => way?.();
    if (editing) return {};
    return { escape: close, arrowup: go(previous), k: go(previous), arrowdown: go(next), j: go(next) };
  }, [close, previous, next, editing]);
  useKeys(keys);
  if (person !== undefined && editing)
    return <RegisteredForm person={person} close={() => setEditing(false)} done={() => setEditing(false)} />;
  return (
    <div className={styles.sheet}>
      <Bar close={close} previous={previous} next={next} />
      {person === undefined ? (
        <Waiting label={t("loading")} error={error} again={refetch} />
      ) : (
        <Sheet person={person} edit={() => setEditing(true)} gone={close} />
      )}
    </div>
  );
};

/** One registered visitor beside the list: who it is, how far they are, what can be done. */
export const RegisteredPanel = (props: PanelProps) => {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t("loading")} />}>
      <Shown {...props} />
    </Suspense>
  );
};
