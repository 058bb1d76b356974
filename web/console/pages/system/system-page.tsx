import { queryOptions, useQuery } from "@tanstack/react-query";
import { IconAlertTriangle, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import type { i18n as I18n } from "i18next";
import { useTranslation } from "react-i18next";

import { formatBytes } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageLayout, Section } from "../../components/layout/page-layout.tsx";
import { useNow } from "../../lib/use-now.ts";
import { type Finding, findingsOf, type SystemStatus } from "./findings.ts";
import styles from "./system.module.css";
import { TestMessage } from "./test-message.tsx";

const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: (): Promise<SystemStatus> => api.request("GET /system"),
  refetchInterval: 60_000,
});

const Line = ({ finding: { key, state, found, values } }: { finding: Finding }) => {
  const { t, i18n } = useTranslation("system");
  const Icon = state === "ok" ? IconCheck : IconAlertTriangle;
  const fix = `fix.${key}.${found}`;
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.icon}>
        <Icon size={18} stroke={1.8} aria-label={t(`state.${state}`)} />
      </span>
      <span className={styles.name}>{t(`name.${key}`)}</span>
      <span>
        {i18n.t(`system:found.${key}.${found}`, {
          ...values,
          size: formatBytes(Number(values["size"] ?? 0), i18n.language),
        })}
        {i18n.exists(`system:${fix}`) && <span className={styles.fix}>{i18n.t(`system:${fix}`)}</span>}
      </span>
    </li>
  );
};

const STATES = { ok: "ok", advice: "advice", warning: "warn", problem: "bad" } as const;
const WORST_FIRST = ["problem", "warning", "advice", "ok"] as const;
const ICONS = { ok: IconCheck, advice: IconInfoCircle, warn: IconAlertTriangle, bad: IconAlertTriangle };

/** A text of a check in the language of the page. @returns undefined if there is none */
const textOf = (i18n: I18n, key: string, values: Readonly<Record<string, string>> = {}): string | undefined =>
  i18n.exists(`system:checks.${key}`) ? i18n.t(`system:checks.${key}`, values) : undefined;

/** One check; a name of a setting is the same in every language. */
const Check = ({ check: { name, level, key = "", values, ...english } }: { check: SystemStatus["checks"][number] }) => {
  const { t, i18n } = useTranslation("system");
  const state = STATES[level];
  const Icon = ICONS[state];
  const found = textOf(i18n, `found.${key}`, values) ?? english.found;
  const fix = textOf(i18n, `fix.${key}`, values) ?? (key === "" ? english.fix : undefined);
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.icon}>
        <Icon size={18} stroke={1.8} aria-label={t(`state.${state}`)} />
      </span>
      <span className={styles.name}>{textOf(i18n, `name.${name}`) ?? name}</span>
      <span>
        <span className={styles.found}>{found}</span>
        {fix !== undefined && <span className={styles.fix}>{fix}</span>}
      </span>
    </li>
  );
};

const Checks = ({ checks }: Pick<SystemStatus, "checks">) => (
  <ul className={styles.lines}>
    {WORST_FIRST.flatMap((level) => checks.filter((check) => check.level === level)).map((check) => (
      <Check key={`${check.name} ${check.found}`} check={check} />
    ))}
  </ul>
);

const Status = ({ status }: { status: SystemStatus }) => {
  const now = useNow();
  return (
    <ul className={styles.lines}>
      {findingsOf(status, now).map((finding) => (
        <Line key={finding.key} finding={finding} />
      ))}
    </ul>
  );
};

/** The server's report about itself, and a test message. */
export const SystemPage = () => {
  const { t } = useTranslation("system");
  const { data: status, error, refetch } = useQuery(systemQuery);
  return (
    <PageLayout title={t("title")} note={status && t("version", { version: status.version, node: status.node })}>
      {status === undefined ? (
        <LoadingState label={t("console:loading")} error={error} retry={refetch} />
      ) : (
        <>
          <Section>
            <Status status={status} />
          </Section>
          <Section title={t("checks.title")} help={t("checks.help")}>
            <Checks checks={status.checks} />
          </Section>
          <Section title={t("test.title")} help={t("test.help")}>
            <TestMessage channels={status.channels} />
          </Section>
        </>
      )}
    </PageLayout>
  );
};
