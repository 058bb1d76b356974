import { TextInput } from "@mantine/core";
import { IconCheck, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { isReachable } from "../../components/text/reachable.ts";
import { problemOf } from "../../components/edits/use-draft.ts";
import { devicesQuery } from "../../data/lists/status-queries.ts";
import { PosterOnPaper } from "../../features/entry-points/poster.tsx";
import { entryPointsQuery, posterQuery } from "../../features/entry-points/queries.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./door.module.css";
import { Form, Frame } from "./frame.tsx";
import { useStep } from "./use-step.ts";

const DIGITS = 6;

const inThrees = (text: string): string => {
  const digits = text.replaceAll(/\D/g, "").slice(0, DIGITS);
  return digits.length > 3 ? `${digits.slice(0, 3)} ${digits.slice(3)}` : digits;
};

const usePair = (entryPoint: string | undefined) => {
  const { t } = useTranslation("setup");
  const location = useLocationId();
  const [paired, setPaired] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const pair = async (code: string): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api.request("POST /companies/{company_id}/devices", {
        params: { company_id: location },
        body: { code, name: t("kioskName"), ...(entryPoint === undefined ? {} : { entrypoint_id: entryPoint }) },
      });
      await queryClient.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
      setPaired(true);
    } catch (error) {
      setProblem(problemOf(error).words);
    } finally {
      setBusy(false);
    }
  };
  return { pair, paired, busy, problem };
};

const Kiosk = ({ entryPoint }: { entryPoint: string | undefined }) => {
  const { t } = useTranslation("setup");
  const [code, setCode] = useState("");
  const { pair, paired, busy, problem } = usePair(entryPoint);
  return (
    <section className={styles.way} aria-labelledby="kiosk">
      <h2 id="kiosk">{t("kiosk")}</h2>
      <p>{t("kioskHelp", { address: `${globalThis.location.origin}/kiosk/` })}</p>
      {!isReachable(globalThis.location.hostname) && <p className={styles.unreachable}>{t("console:notReachable")}</p>}
      {paired ? (
        <p className={styles.done} role="status">
          <IconCheck size={18} stroke={2} aria-hidden="true" />
          {t("paired")}
        </p>
      ) : (
        <div className={styles.line}>
          <TextInput
            aria-label={t("code")}
            placeholder="000 000"
            inputMode="numeric"
            autoComplete="off"
            value={code}
            error={problem}
            onChange={(event) => setCode(inThrees(event.currentTarget.value))}
          />
          <Button busy={busy} disabled={code.length <= DIGITS} onClick={() => void pair(code)}>
            {t("pair")}
          </Button>
        </div>
      )}
    </section>
  );
};

const PosterWay = () => {
  const { t } = useTranslation("setup");
  const location = useLocationId();
  const { data: [entryPoint] = [] } = useQuery(entryPointsQuery(location));
  const { data: poster } = useQuery({
    ...posterQuery(location, entryPoint?._id ?? ""),
    enabled: entryPoint !== undefined,
  });
  const isReady = entryPoint !== undefined && poster !== undefined;
  const host = poster === undefined ? globalThis.location.hostname : new URL(poster.url).hostname;
  return (
    <section className={styles.way} aria-labelledby="poster">
      <h2 id="poster">{t("poster")}</h2>
      {isReachable(host) ? (
        <p>{t("posterHelp")}</p>
      ) : (
        <>
          <p>{t("posterScan")}</p>
          <p className={styles.unreachable}>{t("posterNotReachable")}</p>
        </>
      )}
      <Button disabled={!isReady} icon={<IconPrinter aria-hidden="true" />} onClick={() => globalThis.print()}>
        {t("printPoster")}
      </Button>
      {isReady && <PosterOnPaper entryPoint={entryPoint} url={poster.url} />}
    </section>
  );
};

/** How visitors sign in: at a kiosk, or with their own phone and the poster. Both can be done later. */
export const Door = () => {
  const { t } = useTranslation("setup");
  const location = useLocationId();
  const { data: [entryPoint] = [] } = useQuery(entryPointsQuery(location));
  const { busy, problem, goOn } = useStep("visit");
  return (
    <Frame part="door" title={t("howSignIn")} help={t("howSignInHelp")}>
      <Form action={t("continue")} busy={busy} problem={problem} submit={goOn} beside={t("minutesLeft", { count: 1 })}>
        <div className={styles.ways}>
          <PosterWay />
          <Kiosk entryPoint={entryPoint?._id} />
        </div>
      </Form>
    </Frame>
  );
};
