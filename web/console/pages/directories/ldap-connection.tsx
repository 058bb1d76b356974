import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { type FormProblem, problemOf } from "../../components/edits/use-draft.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { type Answer, api } from "../../data/api/api.ts";
import { type Directory } from "../../data/lists/directories.ts";
import styles from "./directories.module.css";
import { invalidateDirectories } from "./directories.ts";
import { LdapFields } from "./ldap-fields.tsx";
import { ldapSettingsOf, type LdapValues, ldapValuesOf } from "./ldap-values.ts";

type TestAnswer = Answer<"POST /directories/{id}/test">;

const Tested = ({ answer }: { answer: TestAnswer }) => {
  const { t } = useTranslation("directories");
  if (!answer.readable) return <Notice kind="bad" title={t(`failure.${answer.error_code ?? "failed"}`)} />;
  const people = t("peopleCount", { count: answer.people ?? 0 });
  const groups = t("ldap.groupCount", { count: answer.groups ?? 0 });
  return <Notice kind="info" title={t("ldap.found", { people, groups })} />;
};

/** What a form holds, and what can be done with it: one at a time. */
const useConnection = ({ _id: id, settings }: Directory) => {
  const { t } = useTranslation("directories");
  const [values, setValues] = useState(() => ldapValuesOf(settings));
  const [edited, setEdited] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [tested, setTested] = useState<TestAnswer>();
  const [busy, setBusy] = useState(false);
  const carryOut = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    setTested(undefined);
    await work().catch((error: unknown) => setProblem(problemOf(error)));
    setBusy(false);
  };
  const save = (): Promise<void> =>
    carryOut(async () => {
      await api.request("PUT /directories/{id}", { params: { id }, body: { settings: ldapSettingsOf(values) } });
      await invalidateDirectories();
      setValues({ ...values, password: "" });
      setEdited(false);
      showToast({ words: t("ldap.saved") });
    });
  const test = (): Promise<void> =>
    carryOut(async () => setTested(await api.request("POST /directories/{id}/test", { params: { id } })));
  const set = (part: Partial<LdapValues>): void => {
    setValues({ ...values, ...part });
    setEdited(true);
    setProblem(undefined);
  };
  return { values, set, edited, problem, tested, busy, save, test };
};

/** How the server of an LDAP directory is read, and whether it can be. */
export const LdapConnection = ({ directory }: { directory: Directory }) => {
  const { t } = useTranslation("directories");
  const { values, set, edited, problem, tested, busy, save, test } = useConnection(directory);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  const isElsewhere = problem !== undefined && !problem.field.startsWith("settings.");
  return (
    <form className={styles.part} onSubmit={submit} noValidate>
      <h3>{t("connection")}</h3>
      <LdapFields values={values} set={set} problem={problem} isStored={values.bind_dn !== ""} />
      {isElsewhere && <p role="alert">{problem.words}</p>}
      {tested !== undefined && <Tested answer={tested} />}
      <div className={styles.buttons}>
        <Button disabled={edited} busy={busy && !edited} onClick={() => void test()}>
          {t("ldap.test")}
        </Button>
        <Button kind="primary" type="submit" disabled={!edited} busy={busy && edited}>
          {t("ldap.save")}
        </Button>
      </div>
    </form>
  );
};
