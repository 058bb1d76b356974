import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { type FormProblem, problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useFocusOnError } from "../../components/focus/use-form-focus.ts";
import { type Host, hostsQuery } from "../../features/visit/queries.ts";
import styles from "./outbox.module.css";
import type { Message } from "./queries.ts";

const useResend = ({ _id, company_id }: Message, sent: () => void) => {
  const { t } = useTranslation("outbox");
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const send = async (to: string): Promise<void> => {
    setBusy(true);
    try {
      const path = "POST /companies/{company_id}/outbox/{id}/resend";
      const queued = await api.request(path, { params: { company_id, id: _id }, body: { to: to.trim() } });
      showToast({ words: t("resent", { to: queued.to }) });
      sent();
      await queryClient.invalidateQueries({ queryKey: [company_id, "outbox"] });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { problem, busy, send: (to: string) => void send(to), clear: () => setProblem(undefined) };
};

/** The listed host with the message's address, or number without its spaces. */
const useHost = ({ company_id, to }: Message): Host | undefined => {
  const { data = [] } = useQuery(hostsQuery(company_id));
  const address = to.toLowerCase();
  return data.find(({ mail, mobile }) => mail?.toLowerCase() === address || mobile?.replaceAll(/[^\d+]/g, "") === to);
};

/** Where else the address is to be corrected: at the host who has it, if one does. */
const Help = ({ message }: { message: Message }) => {
  const { t } = useTranslation("outbox");
  const host = useHost(message);
  if (host === undefined) return t("sendToHelp");
  const params = { location: message.company_id };
  const link = (
    <Link key="host" to="/at/$location/hosts" params={params} search={{ host: host._id }} className={styles.link}>
      {host.cn}
    </Link>
  );
  return <InterpolatedText text={t("sendToHelpHost", { host: slot(0) })} parts={[link]} />;
};

/** Sends a failed message again, unchanged or to a corrected address. */
export const Resend = ({ message, sent }: { message: Message; sent: () => void }) => {
  const { t } = useTranslation("outbox");
  const [to, setTo] = useState(message.to);
  const { problem, busy, send, clear } = useResend(message, sent);
  const submitted = useFocusOnError(busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    submitted(event.currentTarget);
    if (!busy) send(to);
  };
  return (
    <form className={styles.resend} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t("sendTo")}
        description={<Help message={message} />}
        type={message.kind === "mail" ? "email" : "tel"}
        autoComplete="off"
        value={to}
        error={problem?.words}
        onChange={(event) => {
          setTo(event.currentTarget.value);
          clear();
        }}
      />
      <Button type="submit" size="input" busy={busy}>
        {t("sendAgain")}
      </Button>
    </form>
  );
};
