import { Popover, TextInput } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/text/code.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./configuration.module.css";
import { type Health, invalidateWebhook } from "./queries.ts";

const keyOf = (location: string) => ["webhook-secret", location];

/** The secret that was created on this page and not dismissed yet; kept in memory only. */
const useNewSecret = (location: string): string =>
  useQuery({ queryKey: keyOf(location), queryFn: () => "", initialData: "", staleTime: Number.POSITIVE_INFINITY }).data;

const keep = (location: string, secret: string): void => void queryClient.setQueryData(keyOf(location), secret);

const useOverlap = (): ((ends: string | undefined) => string | undefined) => {
  const { t } = useTranslation("webhook");
  const writing = useFormatContext();
  return (ends) => {
    if (ends === undefined) return undefined;
    const date = new Date(ends);
    return t("overlap", { day: formatShortDay(date, writing), time: formatTime(date, writing) });
  };
};

/** Explains the effect of a new secret, and creates one. */
const Rotate = ({ location, done }: { location: string; done: () => void }) => {
  const { t } = useTranslation("webhook");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const params = { company_id: location };
      const { secret = "" } = await api.request("POST /companies/{company_id}/webhooks/secret", { params });
      keep(location, secret);
      done();
      await invalidateWebhook(location);
    } catch (error) {
      setProblem(problemOf(error).words);
      setBusy(false);
    }
  };
  return (
    <div className={styles.ask}>
      <p>{t("rotateHelp")}</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <Button busy={busy} onClick={() => void run()} data-autofocus>
        {t("rotate")}
      </Button>
    </div>
  );
};

/** Opens that explanation. */
const RotateButton = ({ location }: { location: string }) => {
  const { t } = useTranslation("webhook");
  const [asks, setAsks] = useState(false);
  return (
    <Popover opened={asks} onChange={setAsks} position="bottom-end" width={300} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <IconButton label={t("rotateAsk")} onClick={() => setAsks(!asks)}>
          <IconRefresh />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("rotateAsk")}>
        <Rotate location={location} done={() => setAsks(false)} />
      </Popover.Dropdown>
    </Popover>
  );
};

/** The signing secret, masked: a new one can be created, and is shown once below the line. */
export const SecretField = ({ location, health }: { location: string; health: Health }) => {
  const { t } = useTranslation("webhook");
  const secret = useNewSecret(location);
  const overlap = useOverlap()(health.previous_secret_ends);
  const shown = secret === "" ? "whsec_••••••••••" : `${secret.slice(0, 10)}••••••••`;
  const button =
    secret === "" ? <RotateButton location={location} /> : <CopyButton text={secret} label={t("copySecret")} />;
  return (
    <TextInput
      label={t("secret")}
      classNames={{ input: styles.secret ?? "" }}
      value={health.has_secret ? shown : ""}
      placeholder={t("secretLater")}
      readOnly
      disabled={!health.has_secret}
      description={overlap}
      rightSection={health.has_secret ? button : undefined}
    />
  );
};

/** A new secret, shown once. */
export const NewSecret = ({ location }: { location: string }) => {
  const { t } = useTranslation("webhook");
  const secret = useNewSecret(location);
  if (secret === "") return null;
  return (
    <div className={styles.once} role="status">
      <p className={styles.onceWords}>
        <InterpolatedText text={t("once", { title: slot(0) })} parts={[<b key="title">{t("onceTitle")}</b>]} />
      </p>
      <div className={styles.onceLine}>
        <code>{secret}</code>
        <CopyButton text={secret} label={t("copySecret")} />
        <Button onClick={() => keep(location, "")}>{t("kept")}</Button>
      </div>
    </div>
  );
};
