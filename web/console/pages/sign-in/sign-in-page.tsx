import { Switch } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { asksName } from "../../../../shared/asks-name.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { FoyerError } from "../../../../client/client.ts";
import { api } from "../../data/api/api.ts";
import { showSignedIn } from "../../actions/visit-actions.tsx";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button, ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { useFocusOnError } from "../../components/focus/use-form-focus.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { visitTypesQuery, type VisitType } from "../../data/lists/visit-types.ts";
import { failureOf } from "../../data/api/read-failure.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { type Answers, namingQuestion, type Question, questionsOf, splitName, useEntry } from "./entry.ts";
import { RegisteredSuggestions } from "./registered-suggestions.tsx";
import { PhotoField } from "./photo-field.tsx";
import { ReturningVisitors } from "./returning-visitors.tsx";
import { QuestionField } from "./question-field.tsx";
import styles from "./sign-in.module.css";
import { TypeChoice } from "./type-choice.tsx";

const FORM = "sign-in-form";

const registeredQuery = (location: string, id: string | undefined) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "one", id],
    queryFn: () => api.request("GET /knownvisitors/{id}", { params: { id: id ?? "" } }),
    enabled: id !== undefined,
  });

type FormProps = {
  types: readonly VisitType[];
  known: RegisteredVisitor | undefined;
  choose: (id: string | undefined) => void;
};

/** The typed values, without those that an earlier visit filled in and that are unchanged. */
const withoutFilled = (typed: Answers, filled: Answers): Answers =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => !(name in filled) || value !== filled[name]));

/**
 * Typed values take precedence over the registered visitor's, and those over the name in the address, which is the
 * carrier's if no other name is asked.
 */
const useAnswers = (known: RegisteredVisitor | undefined, questions: readonly Question[]) => {
  const [name = ""] = useAddressState("name");
  const [typed, setTyped] = useState<Answers>({});
  const given = asksName(questions) ? splitName(name) : { ...(name !== "" && { company: name }) };
  const answers: Answers = { ...(known ?? given), ...typed };
  // After a visitor was chosen, the search ends.
  const [isChosen, setChosen] = useState(false);
  const set = (part: Answers): void => {
    setTyped((old) => ({ ...old, ...part }));
    setChosen(false);
  };
  const [filled, setFilled] = useState<Answers>({});
  const fill = (person: Answers): void => {
    setTyped((old) => ({ ...withoutFilled(old, filled), ...person }));
    setFilled(person);
    setChosen(true);
  };
  return { answers, set, fill, isChosen };
};

/** Only answers to visible questions are sent: a registered visitor's record has more. */
const only = (answers: Answers, names: readonly string[]): Answers =>
  Object.fromEntries(names.filter((name) => name in answers).map((name) => [name, answers[name]]));

/** Blank, or roughly an email address; the service checks it exactly. */
const isAddress = (value: unknown): boolean =>
  typeof value !== "string" || value.trim() === "" || isEmailAddress(value.trim());

const useGoBack = (): (() => void) => {
  const navigate = useNavigate();
  const location = useLocationId();
  return () => void navigate({ to: "/at/$location/reception", params: { location } });
};

const useForm = ({ types, known }: Omit<FormProps, "choose">) => {
  const { t } = useTranslation("sign-in");
  const location = useLocationId();
  const back = useGoBack();
  const [wanted, setType] = useAddressState("type");
  const type = types.find(({ _id }) => _id === (wanted ?? known?.visit_type)) ?? types[0];
  const questions = questionsOf(type);
  const naming = namingQuestion(questions);
  const { answers, set: answer, fill: fillIn, isChosen } = useAnswers(known, questions);
  const [notify, setNotify] = useState(true);
  const [photo, setPhoto] = useState<string>();
  const { problem, busy, submit, setProblem } = useEntry((visit) => {
    void showSignedIn([visit]);
    back();
  });
  const focusOnError = useFocusOnError(busy);
  const set = (field: string, value: unknown): void => {
    answer({ [field]: value });
    // Either name is enough.
    if (problem?.field === field || problem?.field === naming) setProblem(undefined);
  };
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    focusOnError(event.currentTarget);
    const unfinished = questions.find(
      ({ field_name, type: kind }) => kind === "email" && !isAddress(answers[field_name]),
    );
    const names = questions.map(({ field_name }) => field_name);
    const sent = only(answers, names);
    if (naming !== undefined && nameOf(sent) === "") return setProblem({ field: naming, words: t("nameMissing") });
    if (unfinished !== undefined) return setProblem({ field: unfinished.field_name, words: t("finishAddress") });
    void submit({ location, type, questions, answers: sent, known, notify, photo });
  };
  const shown = { type, setType, questions, answers, notify, photo, problem, busy };
  const fill = (person: Answers): void => {
    setProblem(undefined);
    fillIn(person);
  };
  // Drivers are not remembered: the carrier's name would find those of earlier deliveries.
  const searched = asksName(questions) ? nameOf(answers) : "";
  const typedName = isChosen ? "" : searched;
  return { ...shown, naming, searched, typedName, fill, set, setNotify, setPhoto, send, back };
};

/** Stays in sight below the fields, however many there are. */
const Foot = ({ notify, setNotify, back, busy }: ReturnType<typeof useForm>) => {
  const { t } = useTranslation("sign-in");
  return (
    <div className={styles.foot}>
      <Switch label={t("notify")} checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
      <span className={styles.buttons}>
        <Button kind="quiet" onClick={back}>
          {t("console:cancel")}
        </Button>
        <Button kind="primary" type="submit" form={FORM} busy={busy}>
          {t("signIn")}
        </Button>
      </span>
    </div>
  );
};

const Form = (props: FormProps) => {
  const form = useForm(props);
  const { type, questions, answers, set, problem } = form;
  const isField = questions.some(({ field_name }) => field_name === problem?.field);
  return (
    <div className={styles.body}>
      <div className={styles.main}>
        {/* The browser's own messages are in its language, not in the console's. */}
        <form id={FORM} className={styles.form} onSubmit={form.send} noValidate>
          <TypeChoice types={props.types} type={type} choose={form.setType} />
          <div className={styles.fields}>
            {questions.map((question, index) => (
              <QuestionField
                key={`${type?._id ?? ""} ${question.field_name}`}
                question={question}
                first={index === 0}
                isNaming={question.field_name === form.naming}
                value={answers[question.field_name]}
                set={(value) => set(question.field_name, value)}
                problem={problem?.field === question.field_name ? problem.words : undefined}
              />
            ))}
          </div>
          {type?.photo !== "off" && type !== undefined && <PhotoField photo={form.photo} set={form.setPhoto} />}
          {problem !== undefined && !isField && (
            <p className={styles.problem} role="alert">
              {problem.words}
            </p>
          )}
        </form>
        <Foot {...form} />
      </div>
      <div className={styles.side}>
        <RegisteredSuggestions
          typed={props.known === undefined ? form.searched : ""}
          fill={({ _id }) => props.choose(_id)}
          done={form.back}
        />
        {props.known === undefined && <ReturningVisitors typed={form.typedName} fill={form.fill} />}
      </div>
    </div>
  );
};

const NoTypes = () => {
  const { t } = useTranslation("sign-in");
  const location = useLocationId();
  const manages = useCan("location.manage");
  return (
    <Empty
      title={t("noTypes")}
      {...(manages && {
        action: (
          <ButtonLink to="/at/$location/settings/visit-types" params={{ location }} kind="primary">
            {t("toTypes")}
          </ButtonLink>
        ),
      })}
    >
      {t("noTypesHelp")}
    </Empty>
  );
};

/** Signs a visitor in at reception: the questions of the visit type, in order. */
export const SignInPage = () => {
  const { t } = useTranslation("sign-in");
  const [id, setId] = useAddressState("registered");
  const { i18n } = useTranslation();
  const registered = useQuery(registeredQuery(useLocationId(), id));
  const all = useQuery(visitTypesQuery(useLocationId(), i18n.language));
  const known = registered.data;
  const types = all.data?.filter(({ active }) => active);
  // Erased since the link was followed: reception goes on with an empty form.
  const isGone = registered.error instanceof FoyerError && registered.error.status === 404;
  const isReady = types !== undefined && (id === undefined || known !== undefined || isGone);
  const failure = failureOf(
    (isGone ? [all] : [registered, all]).map(({ error, refetch }) => ({ error, retry: () => void refetch() })),
  );
  return (
    <PageLayout title={t("title")}>
      {!isReady && <LoadingState label={t("console:loading")} {...failure} />}
      {isReady && isGone && (
        <div className={styles.notice}>
          <Notice title={t("gone")}>{t("goneHelp")}</Notice>
        </div>
      )}
      {isReady && types.length === 0 && <NoTypes />}
      {isReady && types.length > 0 && <Form key={id ?? "new"} types={types} known={known} choose={setId} />}
    </PageLayout>
  );
};
