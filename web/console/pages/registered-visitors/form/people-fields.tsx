import { Textarea, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button, IconButton } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { useImportFields } from "../import-rows.ts";
import { personProblem } from "../new-registrations.ts";
import { readPeople } from "./people-lines.ts";
import type { Person } from "./person-names.ts";
import styles from "./people-fields.module.css";

const FIELDS = ["first_name", "last_name", "email", "company", "phone"] as const satisfies (keyof Person)[];
/** Shown where it was pasted. */
const RARE = "phone";

type RowProps = { person: Person; number: number; set: (person: Person) => void; remove: () => void };

const PersonRow = ({ person, number, set, remove }: RowProps) => {
  const { t } = useTranslation("registered-visitors");
  const problem = personProblem(person);
  const errorAt = (field: keyof Person): string | undefined => {
    if (problem === "email") return field === "email" ? t("problem.email") : undefined;
    return problem !== undefined && field === "last_name" ? t("problem.name") : undefined;
  };
  return (
    <li className={styles.row}>
      <div className={styles.fields}>
        {FIELDS.filter((field) => field !== RARE || person[RARE] !== "").map((field) => (
          <TextInput
            key={field}
            size="sm"
            aria-label={t("fieldOf", { field: t(`target.${field}`), number })}
            placeholder={t(`target.${field}`)}
            type={field === "email" ? "email" : "text"}
            value={person[field]}
            error={errorAt(field)}
            onChange={(event) => set({ ...person, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <IconButton label={t("removeRow", { number })} onClick={remove}>
        <IconTrash />
      </IconButton>
    </li>
  );
};

type PeopleFieldsProps = {
  people: readonly Person[];
  set: (people: readonly Person[]) => void;
  problem: string | undefined;
};

const EMPTY: Person = { first_name: "", last_name: "", email: "", company: "", phone: "" };

/** Focuses a row once it is drawn, or else the field above: the pressed button may be gone, or disabled. */
const useRowFocus = () => {
  const list = useRef<HTMLOListElement>(null);
  const goToRow = (index: number, control: "input" | "button"): void =>
    void requestAnimationFrame(() => {
      const inRow = list.current?.children[index]?.querySelector<HTMLElement>(control);
      (inRow ?? list.current?.parentElement?.querySelector("textarea"))?.focus();
    });
  return { list, goToRow };
};

type PastedFieldProps = Pick<PeopleFieldsProps, "problem"> & { add: (text: string) => void; addEmpty: () => void };

const PastedField = ({ problem, add, addEmpty }: PastedFieldProps) => {
  const { t } = useTranslation("registered-visitors");
  const [pasted, setPasted] = useState("");
  const paste = (event: ClipboardEvent): void => {
    if (pasted !== "") return;
    event.preventDefault();
    add(event.clipboardData.getData("text"));
  };
  return (
    <>
      <Textarea
        label={t("paste")}
        description={t("help.paste")}
        minRows={3}
        maxRows={8}
        value={pasted}
        error={problem}
        spellCheck={false}
        onPaste={paste}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          size="input"
          disabled={pasted.trim() === ""}
          onClick={() => {
            add(pasted);
            setPasted("");
          }}
        >
          {t("addPasted")}
        </Button>
        <Button size="input" kind="quiet" onClick={addEmpty}>
          {t("addRow")}
        </Button>
      </div>
    </>
  );
};

type DoubtfulProps = { doubtful: readonly Person[]; add: () => void; leave: () => void };

/** Lines without an address among many who have one: they may be the words of the email around the list. */
const Doubtful = ({ doubtful, add, leave }: DoubtfulProps) => {
  const { t } = useTranslation("registered-visitors");
  const names = doubtful.map(({ first_name, last_name }) => [first_name, last_name].join(" ").trim());
  return (
    <Notice title={t("doubtful", { count: doubtful.length })}>
      <p>{names.join(" · ")}</p>
      <div className={styles.buttons}>
        <Button onClick={add}>{t("addDoubtful")}</Button>
        <Button kind="quiet" onClick={leave}>
          {t("leaveDoubtful")}
        </Button>
      </div>
    </Notice>
  );
};

/** Several visitors, pasted from an email, a list or a spreadsheet, and corrected before anything is sent. */
export const PeopleFields = ({ people, set, problem }: PeopleFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  const targets = useImportFields();
  const { list, goToRow } = useRowFocus();
  const [doubtful, setDoubtful] = useState<readonly Person[]>([]);
  const add = (added: readonly Person[]): void => {
    set([...people, ...added]);
    goToRow(people.length, "input");
  };
  const paste = (text: string): void => {
    const read = readPeople(text, targets);
    setDoubtful(read.doubtful);
    add(read.people);
  };
  const remove = (index: number): void => {
    set(people.toSpliced(index, 1));
    goToRow(Math.min(index, people.length - 2), "button");
  };
  return (
    <div className={styles.people}>
      <PastedField problem={problem} add={paste} addEmpty={() => add([EMPTY])} />
      {doubtful.length > 0 && (
        <Doubtful
          doubtful={doubtful}
          add={() => {
            add(doubtful);
            setDoubtful([]);
          }}
          leave={() => setDoubtful([])}
        />
      )}
      <p className={styles.count} role="status">
        {people.length > 0 && t("count", { count: people.length, number: people.length })}
      </p>
      <ol ref={list} className={styles.rows} aria-label={t("people")}>
        {people.map((person, index) => (
          <PersonRow
            // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else of their own
            key={index}
            person={person}
            number={index + 1}
            set={(next) => set(people.with(index, next))}
            remove={() => remove(index)}
          />
        ))}
      </ol>
    </div>
  );
};
