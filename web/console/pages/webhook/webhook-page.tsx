import { IconPlayerPlay } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button, ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocation } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { ConfigurationLine } from "./configuration.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliveryView } from "./delivery.tsx";
import { HealthState, HealthStrip } from "./health.tsx";
import { type Delivery, type Health, type DeliveryFilter, useDeliveries, useHealth } from "./queries.ts";
import { RemoveWebhook } from "./remove-webhook.tsx";
import { NewSecret } from "./secret.tsx";
import { useConfiguration, useSwitch } from "./use-configuration.ts";
import { useSendDelivery } from "./use-send-delivery.ts";
import styles from "./webhook.module.css";

/** The requirements of a webhook. */
const PlanGate = ({ tier }: { tier: "starter" | "business" }) => {
  const { t } = useTranslation("webhook");
  const { _id: location } = useLocation();
  const manages = useCan("service.manage");
  const action = manages && (
    <ButtonLink to="/at/$location/settings/general" params={{ location }}>
      {t("plan.action")}
    </ButtonLink>
  );
  return (
    <PageLayout title={t("title")}>
      <Empty title={t("plan.title")} action={action}>
        {t("plan.body", { plan: t(`plan.${tier}`) })} {manages ? "" : t("plan.ask")}
      </Empty>
    </PageLayout>
  );
};

/** Sends a test event. @param made is called with the new delivery */
const useTest = (location: string, made: (id: string) => void) =>
  useSendDelivery(location, made, () =>
    api.request("POST /companies/{company_id}/webhooks/test", { params: { company_id: location } }),
  );

/** The open delivery: the one in the address or, beside the list, the newest one when the page opened. */
const useChosen = (deliveries: readonly Delivery[], isPhone: boolean) => {
  const [id, open] = useAddressState("delivery");
  const [first, setFirst] = useState<string>();
  const newest = deliveries[0]?._id;
  if (first === undefined && newest !== undefined) setFirst(newest);
  const find = (id: string | undefined) => deliveries.find(({ _id }) => _id === id);
  const chosen = find(id) ?? (isPhone ? undefined : (find(first) ?? deliveries[0]));
  return { chosen, open };
};

type TrafficProps = {
  health: Health;
  turnOn: () => void;
  test: () => void;
  /** The filter of the deliveries, and the open one. */
  list: Omit<ComponentProps<typeof Deliveries>, "failedToday" | "test">;
  /** The delivery, beside the list where there is room. */
  beside: ReactNode;
};

/** The webhook's health, and the outcomes of its calls. */
const Traffic = ({ health, turnOn, test, list, beside }: TrafficProps) => (
  <>
    <HealthStrip health={health} turnOn={turnOn} />
    <div className={styles.split}>
      <Deliveries {...list} failedToday={health.failed_today} test={test} />
      {beside}
    </div>
  </>
);

const None = () => {
  const { t } = useTranslation("webhook");
  return (
    <div className={styles.none}>
      <Empty title={t("none")}>{t("noneHow")}</Empty>
    </div>
  );
};

const useList = (location: string, isPhone: boolean) => {
  const [shown, setShown] = useAddressState("show");
  const show: DeliveryFilter = shown === "failed" ? "failed" : "all";
  const read = useDeliveries(location, show);
  const { chosen, open } = useChosen(read.deliveries, isPhone);
  const setShow = (next: DeliveryFilter): void => setShown(next === "all" ? undefined : next);
  return { chosen, list: { read, show, setShow, chosen: chosen?._id, open } };
};

const Actions = ({
  location,
  edit,
  test,
  exists,
}: {
  location: string;
  edit: ReturnType<typeof useConfiguration>;
  test: ReturnType<typeof useTest>;
  exists: boolean;
}) => {
  const { t } = useTranslation("webhook");
  const { t: common } = useTranslation();
  return (
    <>
      {exists && <RemoveWebhook location={location} />}
      {exists && (
        <Button icon={<IconPlayerPlay />} busy={test.busy} onClick={test.run}>
          {t("sendTest")}
        </Button>
      )}
      <Button kind="primary" busy={edit.busy} disabled={edit.changes === 0} onClick={edit.save}>
        {common("save")}
      </Button>
    </>
  );
};

const WebhookHealth = ({ location, health }: { location: string; health: Health }) => {
  const { t } = useTranslation("webhook");
  const isPhone = useBreakpoint() === "phone";
  const { chosen, list } = useList(location, isPhone);
  const edit = useConfiguration(location, health);
  const run = useSwitch(location);
  const turn = (enabled: boolean): void => void run(enabled);
  const test = useTest(location, list.open);
  const exists = health.status !== "none";
  const view = chosen && <DeliveryView key={chosen._id} delivery={chosen} health={health} made={list.open} />;
  const panel = isPhone && view !== undefined && (
    <Panel title={t("delivery")} close={() => list.open(undefined)}>
      {view}
    </Panel>
  );
  const beside = !isPhone && <div className={styles.detail}>{view}</div>;
  return (
    <PageLayout
      title={t("title")}
      note={<HealthState health={health} />}
      actions={<Actions location={location} edit={edit} test={test} exists={exists} />}
      panel={panel}
    >
      <ConfigurationLine {...edit} location={location} health={health} turn={turn} />
      <NewSecret location={location} />
      {exists ? (
        <Traffic health={health} turnOn={() => turn(true)} test={test.run} list={list} beside={beside} />
      ) : (
        <None />
      )}
    </PageLayout>
  );
};

const Enterprise = ({ location }: { location: string }) => {
  const { t } = useTranslation("webhook");
  const { t: common } = useTranslation();
  const { data, error, refetch } = useHealth(location);
  if (data !== undefined) return <WebhookHealth location={location} health={data} />;
  return (
    <PageLayout title={t("title")}>
      <LoadingState label={common("loading")} error={error} retry={refetch} />
    </PageLayout>
  );
};

/** The webhook of a location: its configuration, its health, and the outcome of every call. */
export const WebhookPage = () => {
  const { _id: location, tier } = useLocation();
  return tier === "enterprise" ? <Enterprise location={location} /> : <PlanGate tier={tier} />;
};
