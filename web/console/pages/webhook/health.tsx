import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { LiveDot, StatusLabel } from "../../components/feedback/status-label.tsx";
import styles from "./health.module.css";
import type { Health } from "./queries.ts";
import { useReason, useWhen } from "./words.ts";

/** After this many failures in a row, Foyer turns the webhook off (interface 6.3). */
const MOST = 5;

/** Beside the title: whether events are sent. */
export const HealthState = ({ health }: { health: Health }) => {
  const { t } = useTranslation("webhook");
  if (health.status === "none") return null;
  if (health.status === "disabled") return <StatusLabel kind="rejected">{t("state.disabled")}</StatusLabel>;
  if (health.status === "off") return <StatusLabel kind="quiet">{t("state.off")}</StatusLabel>;
  if (health.failures > 0) return <StatusLabel kind="overdue">{t("state.failing")}</StatusLabel>;
  return <LiveDot live>{t("state.enabled")}</LiveDot>;
};

/** Five small arches, filled one by one; the sentence beside them says the same. */
const Meter = ({ failures }: { failures: number }) => (
  <span className={styles.meter} aria-hidden="true">
    {Array.from({ length: MOST }, (_, index) => (
      <span key={index} className={styles.arch} data-filled={index < failures || undefined} />
    ))}
  </span>
);

const useSentence = (): ((health: Health) => { title: string; rest: string }) => {
  const { t } = useTranslation("webhook");
  const [reason, when] = [useReason(), useWhen()];
  return ({ status, failures, disabled_at, last_status: lastStatus, last_error: error }) => {
    const why = reason({
      ...(lastStatus !== undefined && { status: lastStatus }),
      ...(error !== undefined && { error }),
    });
    if (status === "off") return { title: t("health.off"), rest: t("health.offRest") };
    if (status === "disabled" && disabled_at !== undefined)
      return { title: t("health.disabled", { when: when(disabled_at) }), rest: `${why} ${t("health.disabledRest")}` };
    if (failures > 0) return { title: t("health.failing", { count: failures }), rest: `${why} ${t("health.rule")}` };
    return { title: t("health.fine"), rest: t("health.rule") };
  };
};

const Numbers = ({ health }: { health: Health }) => {
  const { t, i18n } = useTranslation("webhook");
  const write = (value: number): string => formatNumber(value, i18n.language);
  const { delivered_today, failed_today, typical_ms, waiting } = health;
  return (
    <dl className={styles.numbers}>
      {waiting > 0 && (
        <div>
          <dt>{t("numbers.waiting")}</dt>
          <dd>{write(waiting)}</dd>
        </div>
      )}
      <div>
        <dt>{t("numbers.delivered")}</dt>
        <dd>{write(delivered_today)}</dd>
      </div>
      <div>
        <dt>{t("numbers.failed")}</dt>
        <dd>{write(failed_today)}</dd>
      </div>
      {typical_ms !== undefined && (
        <div>
          <dt>{t("numbers.typical")}</dt>
          <dd>{t("ms", { ms: write(typical_ms) })}</dd>
        </div>
      )}
    </dl>
  );
};

/** The health of the webhook in one sentence; if it was turned off, the reason and a way to turn it on. */
export const HealthStrip = ({ health, turnOn }: { health: Health; turnOn: () => void }) => {
  const { t } = useTranslation("webhook");
  const { title, rest } = useSentence()(health);
  return (
    <section className={styles.strip} aria-label={t("health.label")} data-status={health.status}>
      <Meter failures={health.failures} />
      <p className={styles.words} role="status">
        <InterpolatedText text={`${slot(0)} ${rest}`} parts={[<b key="title">{title}</b>]} />
      </p>
      {health.status === "disabled" && (
        <Button size="row" onClick={turnOn}>
          {t("switchOn")}
        </Button>
      )}
      <Numbers health={health} />
    </section>
  );
};
