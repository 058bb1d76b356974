import { IconRepeat } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import styles from "./delivery.module.css";
import { AnswerCode, RequestCode } from "./exchange.tsx";
import type { Delivery, Health } from "./queries.ts";
import { useSendDelivery } from "./use-send-delivery.ts";
import { useReason, useSubject, useWhen } from "./words.ts";

/** Sends an event again. @param made is called with the new delivery */
const Replay = ({ delivery, made }: { delivery: Delivery; made: (id: string) => void }) => {
  const { t } = useTranslation("webhook");
  const { company_id, _id: id } = delivery;
  const { busy, run } = useSendDelivery(company_id, made, () =>
    api.request("POST /companies/{company_id}/webhooks/deliveries/{id}/replay", { params: { company_id, id } }),
  );
  return (
    <Button icon={<IconRepeat />} busy={busy} onClick={run}>
      {t("replay")}
    </Button>
  );
};

/** Why it did not arrive, before anything else. */
const Explanation = ({ delivery }: { delivery: Delivery }) => {
  const { t } = useTranslation("webhook");
  const reason = useReason();
  const { state } = delivery;
  if (state === "delivered") return null;
  if (delivery.recovered === true)
    return (
      <Notice kind="info" title={t("recovered")}>
        {t("why.recovered")}
      </Notice>
    );
  if (state === "failed")
    return (
      <Notice kind="bad" title={reason(delivery)}>
        {t("why.failed")}
      </Notice>
    );
  return <Notice title={t(`why.${state}Title`)}>{t(`why.${state}`)}</Notice>;
};

const Subject = ({ delivery }: { delivery: Delivery }) => {
  const subject = useSubject()(delivery);
  const visit = delivery.payload["visitorId"];
  if (typeof visit !== "string" || subject === "") return subject;
  return (
    <Link to="/at/$location/visits/$visit" params={{ location: delivery.company_id, visit }} className={styles.subject}>
      {subject}
    </Link>
  );
};

const Facts = ({ delivery }: { delivery: Delivery }) => {
  const { t, i18n } = useTranslation("webhook");
  const when = useWhen();
  const { duration_ms, create_date, status, error } = delivery;
  const ms = duration_ms === undefined ? undefined : t("ms", { ms: formatNumber(duration_ms, i18n.language) });
  const after = status === undefined && error !== undefined ? t("givenUpAfter", { ms }) : t("answeredAfter", { ms });
  const subject = <Subject delivery={delivery} />;
  return (
    <p className={styles.facts}>
      <span className={styles.fact}>{subject}</span>
      <span className={styles.fact}>{when(create_date)}</span>
      {ms !== undefined && <span className={styles.fact}>{after}</span>}
    </p>
  );
};

type DeliveryViewProps = { delivery: Delivery; health: Health; made: (id: string) => void };

/** One delivery: a failed one explains itself before it shows headers. */
export const DeliveryView = ({ delivery, health, made }: DeliveryViewProps) => (
  <article className={styles.view}>
    <header className={styles.head}>
      <div className={styles.words}>
        <h2 className={styles.name}>{delivery.eventName}</h2>
        <Facts delivery={delivery} />
      </div>
      <Replay delivery={delivery} made={made} />
    </header>
    <Explanation delivery={delivery} />
    <RequestCode delivery={delivery} health={health} />
    <AnswerCode delivery={delivery} />
  </article>
);
