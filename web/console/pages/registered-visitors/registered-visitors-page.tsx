import { IconPlus, IconTableImport } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { usePreloadWhenIdle } from "../../components/button/lazy-popup.tsx";
import { SkeletonForm, SkeletonRows } from "../../components/feedback/skeleton.tsx";
import { useAddressState } from "../../components/form/address-state.ts";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Tab, Tabs } from "../../components/layout/tabs.tsx";
import { useLocationId } from "../../data/session/location.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { ListPage } from "../../features/list/list-page.tsx";
import { type ListState, useList } from "../../features/list/use-list.ts";
import { CALENDARS } from "./calendar/days.ts";
import { useCells } from "./cells.tsx";
import { daysOf, REGISTERED_VISITORS, TABS } from "./list.ts";
import {
  Calendar,
  ChosenBar,
  ImportRegistered,
  ON_DEMAND,
  Outcomes,
  RegisteredForm,
  RegisteredPanel,
} from "./on-demand.ts";
import type { Outcome } from "./outcomes.tsx";
import { registeredOneQuery } from "./queries.ts";

const NEW = "new";
const IMPORT = "import";
const COPY = "copy.";

const CopyOf = ({ id, close, setOpen }: { id: string; close: () => void; setOpen: (id: string) => void }) => {
  const { data: like } = useQuery(registeredOneQuery(useLocationId(), id, undefined));
  if (like === undefined) return null;
  return <RegisteredForm person={undefined} like={like} close={close} done={({ _id }) => setOpen(_id)} />;
};

const Beside = ({ id, state }: { id: string; state: ListState<RegisteredVisitor> }) => {
  const { listed, ways, setOpen } = state;
  const { close } = ways;
  if (id === IMPORT) return <ImportRegistered close={close} />;
  if (id.startsWith(COPY)) return <CopyOf id={id.slice(COPY.length)} close={close} setOpen={setOpen} />;
  if (id === NEW) return <RegisteredForm person={undefined} close={close} done={({ _id }) => setOpen(_id)} />;
  return <RegisteredPanel key={id} id={id} listed={listed} copy={() => setOpen(`${COPY}${id}`)} {...ways} />;
};

const NoVisitors = ({ add }: { add: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <Empty title={t("none")} action={<Button onClick={add}>{t("add")}</Button>}>
      {t("noneHelp")}
    </Empty>
  );
};

const DayTabs = ({ now }: { now: string }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <Tabs label={t("filter.when")}>
      {TABS.map(({ days, search }) => (
        <Tab key={days} to="." search={search as never} current={days === now}>
          {t(`span.${days}`)}
        </Tab>
      ))}
      {CALENDARS.map((kind) => (
        <Tab key={kind} to="." search={{ view: kind }} current={kind === now}>
          {t(`calendar.${kind}`)}
        </Tab>
      ))}
    </Tabs>
  );
};

const Actions = ({ open, busy }: { open: (what: string) => void; busy: boolean }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <>
      <Button icon={<IconTableImport />} onClick={() => open(IMPORT)}>
        {t("importShort")}
      </Button>
      <Button kind={busy ? "line" : "primary"} icon={<IconPlus />} onClick={() => open(NEW)}>
        {t("add")}
      </Button>
    </>
  );
};

/** The registered visitors: planned, invited, expected. */
export const RegisteredVisitorsPage = () => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const state = useList(REGISTERED_VISITORS);
  const { open, setOpen, chosen, ids, choose, clear } = state;
  const [outcome, tell] = useState<Outcome>();
  const cells = useCells();
  const [view] = useAddressState("view");
  const calendar = CALENDARS.find((kind) => kind === view);
  usePreloadWhenIdle(ON_DEMAND);
  const table = {
    chosen: ids,
    onChoose: choose,
    chooseLabel: (person: RegisteredVisitor) => t("choose", { name: nameOf(person) || t("unnamed") }),
  };
  const Skeleton = open === NEW ? SkeletonForm : SkeletonRows;
  const panel = open !== undefined && (
    <Suspense fallback={<Skeleton label={common("loading")} />}>
      <Beside id={open} state={state} />
    </Suspense>
  );
  const actions = <Actions open={setOpen} busy={open !== undefined} />;
  if (calendar !== undefined)
    return (
      <PageLayout title={t("title")} actions={actions} tabs={<DayTabs now={calendar} />} panel={panel}>
        <Suspense fallback={<SkeletonRows label={common("loading")} />}>
          <Calendar kind={calendar} open={setOpen} opened={open} />
        </Suspense>
      </PageLayout>
    );
  return (
    <ListPage
      state={state}
      cells={cells}
      actions={actions}
      tabs={<DayTabs now={daysOf(state.view)} />}
      panel={panel}
      chosenBar={<ChosenBar chosen={chosen} clear={clear} tell={tell} />}
      notice={outcome !== undefined && <Outcomes outcome={outcome} close={() => tell(undefined)} />}
      empty={<NoVisitors add={() => setOpen(NEW)} />}
      table={table}
    />
  );
};
