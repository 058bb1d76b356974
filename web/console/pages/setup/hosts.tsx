import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { outboxHealthQuery } from "../../data/lists/status-queries.ts";
import { Form, Frame } from "./frame.tsx";
import { type HostLine, hostsIn } from "./host-lines.ts";
import styles from "./hosts.module.css";
import { useStep } from "./use-step.ts";

const TOGETHER = 4;
/** Larger lists are imported on the hosts page, which shows the outcome of each row. */
const MOST = 1000;

/** Creates them, a few at a time. Those created before an error remain, and are not created twice. */
const useCreateHosts = () => {
  const location = useLocationId();
  const created = useRef(new Set<string>());
  return async (hosts: readonly HostLine[]): Promise<void> => {
    const left = hosts.filter(({ cn }) => !created.current.has(cn));
    const work = async (): Promise<void> => {
      for (let host = left.shift(); host !== undefined; host = left.shift()) {
        await api.request("POST /visitees", { body: { company_id: location, ...host } });
        created.current.add(host.cn);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    await queryClient.invalidateQueries({ queryKey: [location, "hosts"] });
  };
};

const FileButton = ({ take }: { take: (text: string) => void }) => {
  const { t } = useTranslation("setup");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        onChange={(event) => void event.currentTarget.files?.[0]?.text().then(take)}
      />
      <Button size="input" icon={<IconFileUpload aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t("chooseFile")}
      </Button>
    </>
  );
};

/** Who can be visited: pasted, from a file, or later. */
export const Hosts = () => {
  const { t } = useTranslation("setup");
  const [text, setText] = useState("");
  const { busy, problem, run, goOn } = useStep("types");
  const create = useCreateHosts();
  const { hosts: found, unusable } = hostsIn(text);
  const hosts = found.slice(0, MOST);
  const { data: health } = useQuery(outboxHealthQuery(useLocationId()));
  const mailless = hosts.filter(({ mail }) => mail === undefined).length;
  return (
    <Frame part="hosts" title={t("whoVisited")} help={t("whoVisitedHelp")}>
      <Form
        action={hosts.length === 0 ? t("skip") : t("addHosts", { count: hosts.length })}
        busy={busy}
        problem={problem}
        submit={() => (hosts.length === 0 ? goOn() : run(() => create(hosts)))}
        beside={t("minutesLeft", { count: 3 })}
      >
        <div className={styles.field}>
          <Textarea
            label={t("hostLines")}
            description={t("hostLinesHelp")}
            placeholder={t("hostLinesExample")}
            autoFocus
            minRows={5}
            maxRows={10}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {unusable[0] !== undefined && (
            <p className={styles.unusable} role="status">
              {t("hostsUnusable", { count: unusable.length, line: unusable[0] })}
            </p>
          )}
          {health?.mail_configured === false && <p className={styles.quiet}>{t("noMail")}</p>}
          <div className={styles.line}>
            <FileButton take={setText} />
            {hosts.length > 0 && (
              <span role="status">
                {t("hostsFound", { count: hosts.length })} {mailless > 0 && t("withoutMail", { count: mailless })}
              </span>
            )}
          </div>
        </div>
      </Form>
    </Frame>
  );
};
