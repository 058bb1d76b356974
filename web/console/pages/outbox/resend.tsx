import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api.ts";
import { Button } from "../../components/button.tsx";
import { type FormProblem, problemOf } from "../../components/use-draft.ts";
import { showToast } from "../../components/toast.tsx";
import { useFocusOnError } from "../../components/use-form-focus.ts";
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
        description={t("sendToHelp")}
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
