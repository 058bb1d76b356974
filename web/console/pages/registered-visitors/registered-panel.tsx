import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { PersonHead } from "../../components/photo/person-head.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { RowPanel, type PanelNavigation } from "../../components/table/row-panel.tsx";
import { SkeletonRows } from "../../components/feedback/skeleton.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocationId } from "../../data/session/location.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { EarlierVisits } from "../../features/visit/earlier-visits.tsx";
import { StatusWord } from "./cells.tsx";
import { Actions, type ActionsProps } from "./registered-actions.tsx";
import { Answers, Details, Steps } from "./registered-facts.tsx";
import { registeredOneQuery } from "./queries.ts";
import { RegisteredForm } from "./form/registered-form.tsx";

type PanelProps = PanelNavigation & { id: string; listed: RegisteredVisitor | undefined; copy: () => void };

const Sheet = ({ person, ...ways }: ActionsProps) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <article>
      <PersonHead
        face={<Portrait person={person} size="panel" />}
        name={nameOf(person) || t("unnamed")}
        company={person.company}
        standing={<StatusWord person={person} />}
      />
      <Actions person={person} {...ways} />
      <Details person={person} />
      <Answers person={person} />
      <Steps person={person} />
      {nameOf(person) !== "" && <EarlierVisits person={person} />}
    </article>
  );
};

const Shown = ({ id, listed, copy, ...ways }: PanelProps) => {
  const { t } = useTranslation("registered-visitors");
  const { data: person, error, refetch } = useQuery(registeredOneQuery(useLocationId(), id, listed));
  const [editing, setEditing] = useState(false);
  if (person !== undefined && editing)
    return (
      <RegisteredForm
        person={person}
        close={() => setEditing(false)}
        done={() => setEditing(false)}
        gone={ways.close}
      />
    );
  return (
    <RowPanel ways={ways} words={{ title: t("panel"), previous: t("previous"), next: t("next") }}>
      {person === undefined ? (
        <LoadingState label={t("console:loading")} error={error} retry={refetch} />
      ) : (
        <Sheet person={person} edit={() => setEditing(true)} copy={copy} gone={ways.close} />
      )}
    </RowPanel>
  );
};

/** One registered visitor beside the list: details, progress, actions. */
export const RegisteredPanel = (props: PanelProps) => {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t("loading")} />}>
      <Shown {...props} />
    </Suspense>
  );
};
