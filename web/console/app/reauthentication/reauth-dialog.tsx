import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../../client/client.ts";
import { internalApi } from "../../data/api/api.ts";
import type { ReauthPrompt } from "../../data/api/reauthentication.ts";
import { Button } from "../../components/button/button.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { PasswordOwner } from "../../components/form/password-owner.tsx";
import { useRestoreFocus } from "../../components/focus/restore-focus.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import { meQuery, optionsQuery } from "../../data/session/session.ts";
import styles from "./reauth-host.module.css";
import { ByFactor } from "./second-factor/by-factor.tsx";

/** A dialog below must not take the Escape that closes this one; Mantine asks the element that has the focus. */
const OWN_ESCAPE = { "data-mantine-stop-propagation": "true" };

const useAnswer = ({ retry, close }: ReauthPrompt, first: () => Promise<unknown>) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const answer = async (): Promise<void> => {
    // A prompt is answered once.
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await first();
      if (await retry()) close();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { answer: () => void answer(), busy, problem };
};

const Cancel = ({ close }: Pick<ReauthPrompt, "close">) => {
  const { t } = useTranslation();
  return (
    <Button kind="quiet" onClick={close} {...OWN_ESCAPE}>
      {t("cancel")}
    </Button>
  );
};

const ByPassword = ({ prompt }: { prompt: ReauthPrompt }) => {
  const { t } = useTranslation("reauthentication");
  const { data: me } = useQuery(meQuery);
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { answer, busy, problem } = useAnswer(prompt, () =>
    internalApi.request("POST /session/confirm", { body: { password } }),
  );
  const isWrong = problem instanceof FoyerError && problem.status === 400;
  const words = problem === undefined ? undefined : isWrong ? t("wrong") : errorMessage(problem);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(password === "");
    if (password !== "") answer();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <p className={styles.body}>{t("password")}</p>
      <PasswordOwner label={t("email")} email={me?.email ?? ""} />
      <PasswordField
        label={t("label")}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        error={isMissing ? t("missing") : words}
        onChange={(event) => {
          setMissing(false);
          setPassword(event.currentTarget.value);
        }}
        {...OWN_ESCAPE}
      />
      <div className={styles.actions}>
        <Cancel close={prompt.close} />
        <Button kind="primary" type="submit" busy={busy} {...OWN_ESCAPE}>
          {t("confirm")}
        </Button>
      </div>
    </form>
  );
};

/** How the user of the session can confirm who they are. */
const ByOwn = ({ prompt }: { prompt: ReauthPrompt }) => {
  const { data: me } = useQuery(meQuery);
  return me?.second_factor === true ? (
    <ByFactor prompt={prompt} own={OWN_ESCAPE} cancel={<Cancel close={prompt.close} />} />
  ) : (
    <ByPassword prompt={prompt} />
  );
};

/** The provider's page is a separate one, so nothing on this one is lost; the user continues here afterwards. */
const AtProvider = ({ prompt }: { prompt: ReauthPrompt }) => {
  const { t } = useTranslation("reauthentication");
  const { data: options } = useQuery(optionsQuery);
  const [isThere, setThere] = useState(false);
  const { answer, problem } = useAnswer(prompt, () => Promise.resolve());
  useEffect(() => {
    if (!isThere) return;
    globalThis.addEventListener("focus", answer);
    return () => globalThis.removeEventListener("focus", answer);
  });
  const name = options?.oidc?.name ?? "";
  return (
    <>
      <p className={styles.body}>{isThere ? t("there", { name }) : t("provider", { name })}</p>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {errorMessage(problem)}
        </p>
      )}
      <div className={styles.actions}>
        <Cancel close={prompt.close} />
        <a
          className={styles.provider}
          href={`${options?.oidc?.start ?? ""}?confirm=1`}
          target="_blank"
          rel="noreferrer"
          data-autofocus
          onClick={() => setThere(true)}
          {...OWN_ESCAPE}
        >
          {t("with", { name })}
        </a>
      </div>
    </>
  );
};

/** Asks the user to confirm their identity before a change of how a user logs in (docs/sessions.md). */
export const ReauthDialog = ({ prompt }: { prompt: ReauthPrompt }) => {
  const { t } = useTranslation("reauthentication");
  useRestoreFocus(true);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    // Otherwise it would also close a panel below.
    event.preventDefault();
    prompt.close();
  };
  return (
    <Modal
      opened
      onClose={prompt.close}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      title={<span className={styles.title}>{t("title")}</span>}
    >
      <Suspense>{prompt.how === "password" ? <ByOwn prompt={prompt} /> : <AtProvider prompt={prompt} />}</Suspense>
    </Modal>
  );
};
