import { Autocomplete, Select, Switch, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { dayAfter, hourOf } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { DayField } from "../../components/date/day-field.tsx";
import { TimeField } from "../../components/date/time-field.tsx";
import { type FormProblem, problemAt, problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { timeOf } from "../../components/table/time-of.ts";
import { useToday } from "../../data/lists/day.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { useLocation } from "../../data/session/location.ts";
import { useMe } from "../../data/session/session.ts";
import { REPEATS, type Repeats, ruleOf } from "../../features/series/repeat-rule.ts";
import { useNow } from "../../lib/use-now.ts";
import { invite, type When } from "./invite.ts";
import styles from "./my-visitors.module.css";
import type { Invitee } from "./own-visitors.ts";

const NO_ONE: Invitee = { name: "", company: "", email: "", phone: "" };
const DAYS = 84;
const LAST_HOUR = 22;

type PanelProps = { known: readonly Invitee[]; close: () => void };
type PersonProps = { known: readonly Invitee[]; n: number; person: Invitee; set: (person: Invitee) => void } & {
  problem: (field: string) => string | undefined;
};

const labelOf = ({ name, company }: Invitee): string => (company === "" ? name : `${name} · ${company}`);

/** Who comes: a visitor who was here before by choosing them, any other by name and email address. */
const PersonFields = ({ known, n, person, set, problem }: PersonProps) => {
  const { t } = useTranslation("my-visitors");
  // Choosing a person puts their label here as well.
  const name = (text: string): void => set(known.find((one) => labelOf(one) === text) ?? { ...person, name: text });
  return (
    <div className={styles.person} role="group" aria-label={t("invite.person", { n: n + 1 })}>
      <Autocomplete
        label={t("invite.name")}
        placeholder={known.length > 0 ? t("invite.search") : ""}
        data={known.map(labelOf)}
        limit={6}
        autoComplete="off"
        value={person.name}
        error={problem(`name${n}`)}
        onChange={name}
      />
      <TextInput
        label={t("invite.email")}
        type="email"
        autoComplete="off"
        value={person.email}
        error={problem(`email${n}`)}
        onChange={(event) => set({ ...person, email: event.currentTarget.value })}
      />
    </div>
  );
};

const hour = (at: number): string => `${String(at).padStart(2, "0")}:00`;

/** Today from the next full hour on, or else tomorrow morning. */
const useFirstWhen = (): When => {
  const { timezone } = useLocation();
  const today = useToday();
  const next = hourOf(new Date(useNow()), timezone) + 1;
  return next > LAST_HOUR
    ? { day: dayAfter(today), from: hour(9), to: hour(10) }
    : { day: today, from: hour(next), to: hour(next + 1) };
};

type RepeatProps = { repeats: Repeats; until: string; set: (repeats: Repeats) => void; end: (day: string) => void };

const RepeatFields = ({ repeats, until, set, end }: RepeatProps) => {
  const { t } = useTranslation(["my-visitors", "series"]);
  return (
    <div className={styles.pair}>
      <Select
        label={t("series:repeat.title")}
        data={REPEATS.map((value) => ({ value, label: t(`series:repeat.${value}`) }))}
        value={repeats}
        allowDeselect={false}
        onChange={(value) => set(REPEATS.find((one) => one === value) ?? "never")}
      />
      {repeats !== "never" && <DayField label={t("repeat.until")} value={until} set={end} />}
    </div>
  );
};

const useInvitation = (close: () => void) => {
  const { t } = useTranslation("my-visitors");
  const first = useFirstWhen();
  const place = useLocation();
  const { first_name, last_name, email } = useMe();
  const type = useVisitTypes().find(({ active }) => active)?._id;
  const [people, setPeople] = useState<readonly Invitee[]>([NO_ONE]);
  const [when, setWhen] = useState(first);
  const [repeats, setRepeats] = useState<Repeats>("never");
  const [until, setUntil] = useState(dayAfter(first.day, DAYS));
  const [emails, setEmails] = useState(true);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const found = (): FormProblem | undefined => {
    const nameless = people.findIndex(({ name }) => name.trim() === "");
    if (nameless >= 0) return { field: `name${nameless}`, words: t("wrong.name") };
    const wrong = people.findIndex((one) => one.email.trim() !== "" && !isEmailAddress(one.email.trim()));
    if (wrong >= 0) return { field: `email${wrong}`, words: t("wrong.email") };
    const [from, to] = [timeOf(when.from), timeOf(when.to)];
    if (from === undefined) return { field: "from", words: t("wrong.time") };
    return to === undefined || to <= from ? { field: "to", words: t("wrong.end") } : undefined;
  };
  const send = async (): Promise<void> => {
    const wrong = found();
    if (wrong !== undefined) return setProblem(wrong);
    setBusy(true);
    try {
      const host = [first_name, last_name].filter((part) => part !== undefined).join(" ") || email;
      const shared = { recipient: host, recipient_mail: email, ...(type !== undefined && { visit_type: type }) };
      const count = await invite({ people, when, rule: ruleOf(repeats, when.day, { until }), shared, place, emails });
      showToast({ words: count === 0 ? t("done.expected", { count: people.length }) : t("done.invited", { count }) });
      close();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const setPerson = (n: number, person: Invitee): void => {
    setProblem(undefined);
    setPeople(people.map((old, index) => (index === n ? person : old)));
  };
  const add = (): void => setPeople([...people, NO_ONE]);
  const read = { people, when, repeats, until, emails, problem, busy };
  return { ...read, setPerson, add, setWhen, setRepeats, setUntil, setEmails, send: () => void send() };
};

/** Invites one visitor or several, once or repeated. */
export const InvitePanel = ({ known, close }: PanelProps) => {
  const { t } = useTranslation("my-visitors");
  const form = useInvitation(close);
  const { people, when, problem } = form;
  const at = (field: string): string | undefined => problemAt(problem, field);
  const hasEmail = people.some(({ email }) => email.trim() !== "");
  const isOfNoField = problem !== undefined && !/^(?:name|email)\d|^from$|^to$/.test(problem.field ?? "");
  return (
    <Panel title={t("invite.title")} close={close}>
      <PanelForm
        action={t(hasEmail && form.emails ? "invite.send" : "invite.save")}
        busy={form.busy}
        problem={isOfNoField ? problem.words : undefined}
        submit={form.send}
        close={close}
      >
        {Array.from(people.entries(), ([n, person]) => (
          <PersonFields
            key={n}
            known={known}
            n={n}
            person={person}
            set={(next) => form.setPerson(n, next)}
            problem={at}
          />
        ))}
        <div>
          <Button icon={<IconPlus />} onClick={form.add}>
            {t("invite.another")}
          </Button>
        </div>
        <DayField label={t("invite.day")} value={when.day} set={(day) => form.setWhen({ ...when, day })} />
        <div className={styles.pair}>
          <TimeField
            label={t("invite.from")}
            value={when.from}
            error={at("from")}
            set={(from) => form.setWhen({ ...when, from })}
          />
          <TimeField
            label={t("invite.to")}
            value={when.to}
            after={when.from}
            error={at("to")}
            set={(to) => form.setWhen({ ...when, to })}
          />
        </div>
        <RepeatFields repeats={form.repeats} until={form.until} set={form.setRepeats} end={form.setUntil} />
        {hasEmail && (
          <Switch
            label={t("invite.emails")}
            checked={form.emails}
            onChange={(event) => form.setEmails(event.currentTarget.checked)}
          />
        )}
      </PanelForm>
    </Panel>
  );
};
