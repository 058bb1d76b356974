import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { useToday } from "../../data/lists/day.ts";
import { usePendingIds } from "../../data/lists/pending-actions.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { useNow } from "../../lib/use-now.ts";
import { AwayLine, AwayPanel } from "./away-panel.tsx";
import { InvitePanel } from "./invite-panel.tsx";
import { knownPeople, ownVisitorsQuery, partsOf, type Parts } from "./own-visitors.ts";
import { BeenRow, ComingRow, HereRow, Part, WaitingRow } from "./rows.tsx";

const Lists = ({ parts: { waiting, here, coming, been } }: { parts: Parts }) => {
  const { t } = useTranslation("my-visitors");
  return (
    <>
      <Part title={t("part.waiting")} count={waiting.length}>
        {waiting.map((visit) => (
          <WaitingRow key={visit._id} visit={visit} />
        ))}
      </Part>
      <Part title={t("part.here")} count={here.length} none={t("none.here")}>
        {here.map((visit) => (
          <HereRow key={visit._id} visit={visit} />
        ))}
      </Part>
      <Part title={t("part.coming")} count={coming.length} none={t("none.coming")}>
        {coming.map((person) => (
          <ComingRow key={person._id} person={person} />
        ))}
      </Part>
      <Part title={t("part.been")} count={been.length}>
        {been.map((visit) => (
          <BeenRow key={visit._id} visit={visit} />
        ))}
      </Part>
    </>
  );
};

/** The visitors of the user: who waits for them, is here, is coming and has been; and inviting more. */
export const MyVisitorsPage = () => {
  const { t } = useTranslation("my-visitors");
  const { data, error, refetch } = useQuery(ownVisitorsQuery(useLocationId(), useToday()));
  const now = useNow();
  const [out, decided] = [usePendingIds("out"), usePendingIds("decided")];
  const [opened, setOpened] = useState<"invite" | "away">();
  const invites = useCan("registered_visitors");
  const close = (): void => setOpened(undefined);
  const parts = data && partsOf(data, { now, out, decided });
  const isEmpty = parts !== undefined && Object.values(parts).every((part) => part.length === 0);
  const buttons = (
    <>
      <Button onClick={() => setOpened("away")}>{t("away.action")}</Button>
      {invites && (
        <Button
          kind={opened === undefined ? "primary" : "line"}
          icon={<IconPlus />}
          onClick={() => setOpened("invite")}
        >
          {t("invite.action")}
        </Button>
      )}
    </>
  );
  const panel =
    opened === "away" ? (
      <AwayPanel close={close} />
    ) : (
      opened === "invite" && data !== undefined && <InvitePanel known={knownPeople(data)} close={close} />
    );
  return (
    <PageLayout title={t("title")} actions={buttons} panel={panel}>
      <AwayLine />
      {parts === undefined && <LoadingState label={t("title")} error={error} retry={refetch} />}
      {parts !== undefined && !isEmpty && <Lists parts={parts} />}
      {isEmpty && <Empty title={t("none.any")}>{t("none.help")}</Empty>}
    </PageLayout>
  );
};
