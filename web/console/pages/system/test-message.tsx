import { SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatChannel } from "../../../shared/format.ts";
import { type Answer, api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { type FormProblem, problemOf } from "../../components/edits/use-draft.ts";
import { useFocusOnError } from "../../components/focus/use-form-focus.ts";
import { useMe } from "../../data/session/session.ts";
import type { SystemStatus } from "./findings.ts";
import styles from "./system.module.css";

type Kind = SystemStatus["channels"][number]["kind"];
type Outcome = Answer<"POST /system/testmessage">;

const useTest = () => {
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  // A result for earlier input is not shown with changed input.
  const asked = useRef(0);
  const clear = (): void => {
    asked.current += 1;
    setOutcome(undefined);
    setProblem(undefined);
  };
  const send = async (kind: Kind, to: string): Promise<void> => {
    clear();
    const mine = asked.current;
    setBusy(true);
    try {
      const found = await api.request("POST /system/testmessage", { body: { kind, to: to.trim() } });
      if (mine === asked.current) setOutcome(found);
    } catch (error) {
      if (mine === asked.current) setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { outcome, problem, busy, clear, send };
};

const OutcomeNotice = ({ outcome: { accepted, answer, error } }: { outcome: Outcome }) => {
  const { t } = useTranslation("system");
  return (
    <div role="status">
      <Notice kind={accepted ? "info" : "bad"} title={t(accepted ? "test.accepted" : "test.refused")}>
        <span lang="en">{answer ?? error}</span>
      </Notice>
    </div>
  );
};

/** Sends a test email or SMS, and shows what the other side replied. */
export const TestMessage = ({ channels }: Pick<SystemStatus, "channels">) => {
  const { t } = useTranslation("system");
  const me = useMe();
  const [kind, setKind] = useState<Kind>("mail");
  const [to, setTo] = useState(me.email);
  const { outcome, problem, busy, clear, send } = useTest();
  const sent = useFocusOnError(busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    sent(event.currentTarget);
    if (!busy) void send(kind, to);
  };
  const choose = (value: string): void => {
    const next = channels.find((channel) => channel.kind === value)?.kind ?? kind;
    setKind(next);
    setTo(next === "mail" ? me.email : "");
    clear();
  };
  return (
    <form className={styles.test} onSubmit={onSubmit} noValidate>
      <SegmentedControl
        aria-label={t("test.kind")}
        data={channels.map((channel) => ({
          value: channel.kind,
          label: t(`name.${channel.kind}`, formatChannel(channel.kind)),
        }))}
        value={kind}
        onChange={choose}
      />
      <TextInput
        label={t(kind === "mail" ? "test.email" : "test.number")}
        type={kind === "mail" ? "email" : "tel"}
        autoComplete="off"
        value={to}
        error={problem?.words}
        onChange={(event) => {
          setTo(event.currentTarget.value);
          clear();
        }}
      />
      <Button type="submit" size="input" busy={busy}>
        {t("test.send")}
      </Button>
      {outcome !== undefined && <OutcomeNotice outcome={outcome} />}
    </form>
  );
};
